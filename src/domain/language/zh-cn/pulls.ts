import type { TranslatedText } from '../translation.ts'

/** Pull requests of tasks and the final one, conflicts in them. */
export const pullsZhCn = {
  'Where git stops at the second, decide what holds, then {command}. The push is a new version, and is judged like any other.':
    '如果 git 在第二条命令处停下，请决定保留哪些内容，然后执行 {command}。推送即成为新版本，与其他版本一样接受评审。',
  '**{why}.** Anybody with write access can bring both together:': '**{why}。** 任何有写权限的人都可以把两者合在一起：',
  '**{why}.** {who}, please bring both together:': '**{why}。** {who}，请把两者合在一起：',
  "**{task} was approved, and others' work was merged meanwhile.**": '**{task} 已批准，其间合并了其他任务的成果。**',
  '**{task} was approved, and {paths} was changed meanwhile.**': '**{task} 已批准，其间 {paths} 有变更。**',
  '**{task} was approved, and {others} changed {paths} meanwhile.**':
    '**{task} 已批准，其间 {others} 变更了 {paths}。**',
  'Git merged both without a conflict. That is version {n}, and is judged like any other, also by people who judged the one before; {command} before you push again.':
    'Git 已无冲突地合并两者，成为版本 {n}，与其他版本一样接受评审，评判过上一版本的人也会再次评判；再次推送之前请先执行 {command}。',
  '{replan} makes the plan anew on {branch} as it is now; approved work in other files is taken over.':
    '{replan} 会在 {branch} 的当前状态上重新制定计划；其他文件中已批准的成果会被沿用。',
  '{replan} makes the plan anew on {branch} as it is now: {tasks} and what builds on it anew, with what was approved in hand; other approved work is taken over.':
    '{replan} 会在 {branch} 的当前状态上重新制定计划：{tasks} 及依赖它的任务将参照已批准的内容重新完成；其他已批准的成果会被沿用。',
  '**This conflicts with {branch}**, which has changed {paths} since the work began.':
    '**这与 {branch} 有冲突**：自工作开始以来，{branch} 变更了 {paths}。',
  '{command} in {issue}': '在 {issue} 中输入 {command}',
  'A conflict settled on this branch by hand is what nobody approved, and pauses the work.':
    '在此分支上手动解决冲突，得到的是无人批准的内容，工作会因此暂停。',
  "On the task's new branch this brings its changes back, with marks where both changed the same lines:":
    '在该任务的新分支上，以下命令会带回其变更，双方变更了相同行的地方会有标记：',
  'workflow branch': '工作流分支',
  'The final deliverable is {deliverable}.': '最终交付物为{deliverable}。',
  'Shortened to what a pull request holds; everything is on the {branch}.':
    '内容已按拉取请求的长度上限截短；完整内容在{branch}上。',
  'no rejection': '没有拒绝',
  '1 of them a rejection': '其中 1 次拒绝',
  '{n} of them rejections': '其中 {n} 次拒绝',
  ', approved by {who} on {at}': '（由 {who} 于 {at} 批准）',
  'Everything in here was reviewed: {tasks} of plan {plan}; {reviews}, {rejections}. Merging is up to you: nothing merges to {branch} by itself.':
    '这里的内容全部经过评审：{tasks}，来自计划 {plan}；{reviews}，{rejections}。是否合并由您决定：系统不会自行合并到 {branch}。',
  'The issue was edited after this plan was made; this is the work for its text as approved.':
    '议题在计划制定之后又有编辑；这里是按获批时的文本完成的成果。',
  'tuning report': '调优报告',
  'The second diagnosis of {path} could not be made: look at it before you merge.':
    '未能对 {path} 作第二次诊断：合并前请先查看。',
  'The skill {path} was diagnosed again on this branch; what is left is in the {report}.':
    '已在此分支上再次诊断技能 {path}；遗留的问题见{report}。',
  '{versions} rejected': '{versions} 已拒绝',
  ', approved by {who}, score {score}': '，由 {who} 批准，得分 {score}',
  ' in {pull}': '，见 {pull}',
  '<b>{task}</b> {title}: {versions}': '<b>{task}</b> {title}：{versions}',
  '**Version {n}** by {who}, {at}, commit {commit}': '**版本 {n}**，作者 {who}，{at}，提交 {commit}',
  '{version}: no verdict.': '{version}：没有裁定。',
  '{verdict} by {who}': '{verdict}，由 {who} 裁定',
  '{n} more in its verdict': '另外 {n} 条见其裁定',
  '**{task}** of {plan} for {issue}, for {who}: to be delivered is {deliverable}.':
    '{issue} 的{plan} 中的 **{task}**，交给 {who}：需交付 {deliverable}。',
  '{command} gets the branch. **The first push makes this ready for review**; every push is a version and is judged against what must hold below, by the check `countersign/{task}`. Not yours after all? `/assign @login` here gives it to somebody else.':
    '{command} 取得该分支。**首次推送后即可评审**；每次推送都是一个版本，由检查 `countersign/{task}` 按下面的标准评审。不该由您来做？在此回复 `/assign @用户名` 交给别人。',
  '**{task} is done anew, and not taken over:** {why}.': '**{task} 将重新完成，不沿用：** {why}。',
  'What was approved before stays on record: {where}. Whoever does {task} now is told of it.':
    '之前已批准的成果仍有记录：{where}。现在完成 {task} 的人或代理会得知它。',
  '**It was done and approved before**, under the plan before this one: {where}. It is done anew since {why}.':
    '**此任务之前已完成并获批准**，属于上一个计划：{where}。之所以重新完成：{why}。',
  '{tasks}, which it builds on, was done anew': '它所基于的 {tasks} 已重做',
  'somebody has changed {files} since': '其间有人变更了 {files}',
  'Keep what {tasks} brought: where lines of it change, somebody who may judge your version is asked whether they may.':
    '请保留 {tasks} 带来的内容：若之后消失，会询问有权评判您的版本的人是否允许。',
  'Keep what {tasks} brought: where lines of it change, {who} is asked whether they may.':
    '请保留 {tasks} 带来的内容：若之后消失，会询问 {who} 是否允许。',
  'its version': '其版本',
  'its pull request': '其拉取请求',
  'The boxes are for you: what holds is judged by what you push.': '勾选框供您自己使用：是否成立以您推送的内容为准。',
  '**{task}**, version {n}: {files}': '**{task}**，版本 {n}：{files}',
  '**Builds on** what is approved, and on the branch already': '**基于**以下已批准的内容，分支上已经有了',
  ', optional': '，可选',
  '({words})': '（{words}）',
  'Must hold': '须成立',
  '**{task}** of {plan} for {issue}: delivers {deliverable}, by {who}.':
    '{issue} 的{plan} 中的 **{task}**：交付 {deliverable}，由 {who} 完成。',
  ' A person judges {criteria}.': '{criteria} 由人判断。',
  'Every commit here is a version, and judged on its own against the criteria below: the check `countersign/{task}` says what it came to.':
    '这里的每次提交都是一个版本，各自按下面的标准评审：检查 `countersign/{task}` 给出结论。',
  ' To judge one: approve or request changes, or say `/approve` or `/reject <why>`. To change it: push to this branch. Merging happens by itself once a version is approved.':
    '评审版本：批准或要求修改，或回复 `/approve` 或 `/reject <原因>`。修改：向此分支推送。版本获批后自动合并。',
} as const satisfies Record<string, TranslatedText>
