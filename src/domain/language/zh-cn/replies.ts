import type { TranslatedText } from '../translation.ts'

/** Answers to commands and to what people do: the bot’s comments of its own. */
export const repliesZhCn = {
  Somebody: '有人',
  '**This will stop the work:**': '**以下情况会使工作停下：**',
  '**Paused:** {by} deleted {branch}.': '**已暂停：** {by} 删除了 {branch}。',
  '**Paused:** {by} force-pushed {branch}.': '**已暂停：** {by} 强制推送了 {branch}。',
  'The recorded versions are safe on the workflow branch.': '已记录的版本安全地保存在工作流分支上。',
  '`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on; or `/stop`.':
    '`/doctor fix` 把分支恢复到记录的位置，然后用 `/resume` 继续；或用 `/stop`。',
  '{who}, nobody looks at what is pushed to {branch}: the work on {issue} is stopped. The commits stay there; once `/approve` has started it again, they become a version.':
    '{who}，推送到 {branch} 的内容没有人查看：{issue} 的工作已停止。这些提交会保留；用 `/approve` 重新开始之后，它们会成为一个版本。',
  'another one': '另一个计划',
  '{who}, nobody looks at what is pushed to {branch}: its plan was replaced by {plan}. The commits stay there. If they are still wanted, push them to the branch of the task that asks for them now.':
    '{who}，推送到 {branch} 的内容没有人查看：它的计划已被{plan}取代。这些提交会保留。如果仍然需要，请把它们推送到现在需要它们的任务的分支。',
  '{path} was changed, and no approved work changes it': '{path} 被修改，而没有已批准的工作修改它',
  '{path} is not as approved in version {version} of {task}': '{path} 与 {task} 已批准的版本 {version} 不一致',
  '**Paused:** {by} changed {branch} ({commit}) in a way that nobody approved:':
    '**已暂停：** {by} 修改了 {branch}（{commit}），而这些修改没有人批准：',
  'If that was to settle the conflict with {branch}: `/replan` does so without it. It makes the plan anew on {branch} as it is now, and what comes of it is judged.':
    '如果这是为了解决与 {branch} 的冲突：用 `/replan` 即可，无需这样做。它会在 {branch} 的当前状态上重新制定计划，其成果会接受评审。',
  "`/doctor fix` puts the branch back where it was recorded, and a push to a task's branch makes a version of what is meant. Then `/resume` goes on.":
    '`/doctor fix` 把分支恢复到记录的位置；向任务的分支推送，所要的内容就成为一个版本。之后用 `/resume` 继续。',
  'There is no plan for this issue yet; `/plan`, or the label, asks for one.':
    '此议题还没有计划；用 `/plan` 或加上标签即可请求一个。',
  command: '命令',
  issue: '议题',
  'what it does': '作用',
  'needs {role}': '需要 {role}',
  "A command stands at the start of a line, outside quotes and code; several may stand in one comment. The roles are the defaults; a repository's configuration can change them.":
    '命令写在行首，不在引用或代码中；一条评论可以写多个命令。所列角色是默认值；仓库的配置可以更改。',
  More: '更多',
  'I act on commands that stand at the start of a line, such as `/status`; `/help` lists them all. Nothing was changed.':
    '我只执行写在行首的命令，例如 `/status`；`/help` 列出全部命令。没有做任何更改。',
  'Nothing was changed: I act on commands at the start of a line. For that, comment {usage}. `/help` lists them all.':
    '没有做任何更改：我只执行写在行首的命令。如有此意，请评论 {usage}。`/help` 列出全部命令。',
  'Nothing was changed: {command} takes the task too, as in {usage}.':
    '没有做任何更改：{command} 还需要写明任务，例如 {usage}。',
  'Nothing was changed: a command counts at the start of a line only. If {command} was meant, comment {usage} on a line of its own. `/help` lists them all.':
    '没有做任何更改：命令只有写在行首才有效。如果想用 {command}，请另起一行评论 {usage}。`/help` 列出全部命令。',
  '{command} is no command here, since a task is merged once it is approved, and the final pull request by a person on GitHub; nothing was changed. {usage} comes nearest. `/help` lists them all.':
    '{command} 在这里不是命令：任务批准后即会合并，最终的拉取请求由人在 GitHub 上合并；没有做任何更改。最接近的是 {usage}。`/help` 列出全部命令。',
  '{command} is no command here; nothing was changed. {usage} comes nearest. `/help` lists them all.':
    '{command} 在这里不是命令；没有做任何更改。最接近的是 {usage}。`/help` 列出全部命令。',
  'There is no command {command}. `/help` lists them all.': '没有命令 {command}。`/help` 列出全部命令。',
  'There is no command {command}. Did you mean {suggestion}? `/help` lists them all.':
    '没有命令 {command}。是否想用 {suggestion}？`/help` 列出全部命令。',
  '{command} was not carried out: {why}': '{command} 没有执行：{why}',
  'It is written {usage}.': '写法：{usage}。',
  '{who}, {command} needs the {needs} role here; you have {has}. Nothing was changed.':
    '{who}，{command} 在这里需要 {needs} 角色；您的角色是 {has}。没有做任何更改。',
  'As the author you can say `/answer` with what was asked, or alone after an edit of the issue: that plans it, too.':
    '作为作者，您可以用 `/answer` 回答所问，或在编辑议题后单独使用它：这样也会制定计划。',
  'Whoever wrote the issue can give it, and anybody with that role.': '议题的作者以及任何具有该角色的人都可以执行。',
  'Anybody with that role can give the command.': '任何有该角色的人都可以使用此命令。',
  'Anybody with that role can give the command; `review.reviewers` names {people}.':
    '任何有该角色的人都可以使用此命令；`review.reviewers` 指定了 {people}。',
  '{subject} does not count: {why}': '{subject} 不算数：{why}',
  "{path} can't be used as it is:": '{path} 目前无法使用：',
  'Until it is fixed on the default branch, what is below holds.': '在默认分支上修正之前，以下配置有效。',
  'Everything here is default: there is no {path} on the default branch, and none that I may read in {repository}, which holds for all repositories of {owner} without one.':
    '这里全部是默认值：默认分支上没有 {path}，在 {repository} 中也没有我可以读取的（它对 {owner} 下没有自己配置的所有仓库有效）。',
  'Everything here is default.': '这里全部是默认值。',
  'every key': '全部配置项',
  'No key is set: all is default ({keys}). Of two files the upper one holds, key by key; a list is taken whole.':
    '没有设置任何配置项：全部是默认值（{keys}）。两个文件之间，逐项以上面的为准；列表整体采用。',
  'All else is default ({keys}). Of two files the upper one holds, key by key; a list is taken whole.':
    '其余都是默认值（{keys}）。两个文件之间，逐项以上面的为准；列表整体采用。',
  key: '配置项',
  holds: '值',
  from: '来源',
  'Configuration:': '配置：',
  'Doctor: {lead}': '诊断：{lead}',
  'Mended:': '已修复：',
  'The work is still paused; `/resume` goes on with it.': '工作仍处于暂停；`/resume` 继续。',
  'Left to you:': '留给您处理：',
  'Could not be mended:': '未能修复：',
  'nothing is wrong': '没有发现问题',
  'nothing contradicts itself': '没有自相矛盾之处',
  '{things} wrong': '{things}有问题',
  '{wrong}, `/doctor fix` mends {n}': '{wrong}，`/doctor fix` 可修复 {n} 处',
  '{wrong}, `/doctor fix` mends it': '{wrong}，`/doctor fix` 可以修复',
  '{wrong}, `/doctor fix` mends all': '{wrong}，`/doctor fix` 可以全部修复',
  '1 thing was wrong and is mended': '1 处有问题，已修复',
  '{wrong}, all mended': '{wrong}，已全部修复',
  '{wrong}, {mended} mended, {left} left to you': '{wrong}，已修复 {mended} 处，{left} 处留给您处理',
  'Nothing is wrong: {counts}': '没有发现问题：{counts}',
  'Nothing contradicts itself, but that the App wrote this was not checked: {counts}':
    '没有自相矛盾之处，但没有核实这些是否由 App 写入：{counts}',
  '{things} looked at': '已查看 {things}',
  '{things} looked at in {tasks}': '已查看 {tasks}中的 {things}',
  'and {n} more: `countersign doctor` lists all.': '另外 {n} 项：`countersign doctor` 列出全部。',
  'Not looked at: {unseen}.': '未查看：{unseen}。',
  '`/doctor fix` never removes anything.': '`/doctor fix` 从不删除任何内容。',
  'What this means': '说明',
  '**{task} waits for you, {people}**, since {at}: {what}': '**{people}，{task} 在等您**（自 {at} 起）：{what}',
  'You are reminded of this once. Where it is not for you any more, {command} gives it to somebody else.':
    '此事只提醒一次。如果不再由您负责，{command} 把它交给别人。',
  'nobody by name': '没有指名的人',
  '**{who}, {task} waits for a judgement** that nobody gave since {at}: {what}':
    '**{who}，{task} 等待判断**，自 {at} 起没有人给出：{what}',
  'Asked before: {people}. This is said once.': '此前已询问：{people}。此消息只发一次。',
  '{command} gets its branch; every push there is a version and is reviewed.':
    '{command} 取得它的分支；每次推送都是一个版本，并会被评审。',
  'Approve or request changes in its pull request, or say {approve} or {reject}.':
    '请在它的拉取请求中批准或要求修改，或回复 {approve} 或 {reject}。',
  '<why>': '<原因>',
  '[why]': '[原因]',
  '<what to change>': '<要修改什么>',
  '[what was asked]': '[所问的内容]',
  '[what is wrong]': '[有什么问题]',
  '` or `': '` 或 `',
  '{command} lets it try again.': '{command} 让它再试一次。',
  '{command} leaves it to whoever pushes first.': '{command} 交给最先推送的人。',
  '**Nobody does {task} any more:** {why} What was pushed and reviewed stays.':
    '**{task} 不再有人执行：** {why}已推送和评审的内容都会保留。',
  '{person} gives it to somebody, {anybody} to whoever pushes first, and {auto} to a model or an agent where there is one.':
    '{person} 把它交给某人，{anybody} 交给最先推送的人，{auto} 交给可用的模型或代理。',
  'This is pull request {pull}; plans are made for issues. Open an issue that says what is wanted, and label it or say `/plan` there.':
    '这是拉取请求 {pull}；计划是为议题制定的。请打开一个说明要求的议题，加上标签或在那里回复 `/plan`。',
  '**Closed:** {why} Nothing of it is lost: versions and verdicts stay on record, and {issue} says what follows.':
    '**已关闭：** {why}没有任何丢失：版本和裁定都保留在记录中，后续见{issue}。',
  'The list of issues could not be read just now. `/list` tries again.': '议题列表暂时无法读取。`/list` 再试一次。',
  'The configuration could not be read just now. `/config` tries again.': '配置暂时无法读取。`/config` 再试一次。',
  '**Nothing was exported:** {why}': '**没有导出：** {why}',
  'No release was made or changed. Once that is fixed, `/export` tries again.':
    '没有创建或更改任何发布。修正之后，用 `/export` 再试一次。',
  '{who}, thank you for looking. Your approval of {task} does not count here: that takes the {needs} role, and you have {has}. It stays on GitHub as a remark; whoever is asked for the verdict can read it.':
    '{who}，感谢查看。您对 {task} 的批准在这里不算数：需要 {needs} 角色，而您的角色是 {has}。它作为意见保留在 GitHub 上，供被请求裁定的人阅读。',
  '{who}, thank you for looking. Your request for changes of {task} does not count here: that takes the {needs} role, and you have {has}. It stays on GitHub as a remark; whoever is asked for the verdict can read it.':
    '{who}，感谢查看。您对 {task} 提出的修改要求在这里不算数：需要 {needs} 角色，而您的角色是 {has}。它作为意见保留在 GitHub 上，供被请求裁定的人阅读。',
  'More was left out here; ask for less at once.': '此处省略了其余内容；请一次少问一些。',
  'Until it is fixed on the default branch, {holds}': '在默认分支上修正之前，{holds}',
  'Commit: {commit}.': '提交：{commit}。',
  '**Everything is on hold:** {why}': '**一切暂停：** {why}',
  'Until a maintainer has decided, nothing runs and nothing is merged in this repository. What happens meanwhile is taken up afterwards.':
    '在维护者决定之前，此仓库中不运行也不合并任何内容。其间发生的事情之后会处理。',
  'This is a part of the plan. Not in it: {missing}.': '这只是计划的一部分。不包括：{missing}。',
  '**Released as {tag}:** {files}.': '**已发布为 {tag}：** {files}。',
  'The release says how to check it. To prove later that a download is this one, keep this command, with the sha256 of its manifest, and run it in the folder with the assets:':
    '发布中写有如何核对。如需日后证明下载的就是它，请保留以下命令（含其清单的 sha256），并在附件所在的文件夹中运行：',
  'Anybody with write access here can edit this comment later. With the App’s public key, which its operator gives you, `--public-key KEY` proves it without this comment.':
    '任何有写权限的人日后都可以编辑此评论。用 App 的公钥（由其运维者提供），`--public-key KEY` 无需此评论也能证明。',
  '{status}, brought up to date just now.': '{status}，刚刚更新。',
  '{status} has every task, what is needed, and what went before; it is kept up to date.':
    '{status} 列有每个任务、所需事项与此前经过，并持续更新。',
  'Status of {issue}': '{issue} 的状态',
  '{issue} waits for approval of {plan}.': '{issue} 等待批准{plan}。',
  'its plan': '它的计划',
  '{issue} is being planned; the plan will be posted as a comment of its own.':
    '正在为 {issue} 制定计划；计划将作为单独的评论发布。',
  "{issue} can't be planned yet; what is missing is listed above. Answer with `/answer …`, or edit the issue and comment `/answer` alone.":
    '还无法为 {issue} 制定计划；缺少的内容列在上面。请用 `/answer …` 回答，或编辑议题后单独评论 `/answer`。',
  '{issue} has a plan that waits for approval.': '{issue} 有一个等待批准的计划。',
  '{issue} is being worked on; a comment with its status follows.': '{issue} 正在处理；随后会有状态评论。',
  '{issue} is done.': '{issue} 已完成。',
  '{issue} was stopped. `/plan` begins anew.': '{issue} 已停止。`/plan` 重新开始。',
  '{issue} was stopped by {who}. `/plan` begins anew.': '{issue} 已由 {who} 停止。`/plan` 重新开始。',
  'Nothing is being worked on in this repository. To begin, say `/plan` in an issue, or give it the label.':
    '此仓库中没有进行中的议题。要开始，请在议题中回复 `/plan`，或给它加上标签。',
  '{n} newer ones are left out.': '省略了 {n} 个较新的议题。',
  'which waits for nobody': '不在等任何人',
  'which waits for a person': '在等人处理',
  'none of them waits for a person': '没有一个在等人处理',
  '{n} of them waits for a person': '其中 {n} 个在等人处理',
  '{n} of them wait for a person': '其中 {n} 个在等人处理',
  planned: '已有计划',
  'approval: {command}': '批准：{command}',
  'somebody who can do {task}: `/assign {task} …`, then {approve}':
    '能完成 {task} 的人：先 `/assign {task} …`，再 {approve}',
  'merge of {pull}': '合并 {pull}',
  ready: '就绪',
  merged: '已合并',
  'done, not merged': '已完成，未合并',
  finishing: '即将完成',
  'all tasks approved': '所有任务均已批准',
  '{how}, {done} of {tasks} done': '{how}，{tasks}中已完成 {done} 个',
  somebody: '某人',
  '{who}: {task} ({what})': '{who}：{task}（{what}）',
  '**No longer on hold:** {who} had `countersign/workflow` put back to {at}; it was gone.':
    '**暂停已解除：** {who} 把 `countersign/workflow` 恢复到 {at}；此前它已不存在。',
  '**No longer on hold:** {who} had `countersign/workflow` put back to {at}; it was at {was}, which is left behind.':
    '**暂停已解除：** {who} 把 `countersign/workflow` 恢复到 {at}；此前它位于 {was}，该提交已弃置。',
  'The work goes on from there. What happened meanwhile is taken up with the next look at the repository, within minutes.':
    '工作从那里继续。其间发生的事情会在下次查看仓库时处理，就在几分钟之内。',
} as const satisfies Record<string, TranslatedText>
