import type { TranslatedText } from '../../translation.ts'

/** What commands do, what they come to, and why one is refused. */
export const recordCommandsZhCn = {
  'Registers the issue and plans it, as putting the label on does.': '登记议题并制定计划，与加上标签相同。',
  'Looks at the agent skill in that folder and plans its fixes as tasks; what is wrong may go on over the lines below.':
    '查看该文件夹中的代理技能，把修复列为任务；问题的说明可以写在以下各行。',
  'Goes on with planning where it asked for something; the text may go on over the lines below. Alone, it has the issue read again after an edit.':
    '在计划提出询问之处继续；文本可以写在以下各行。单独使用时，在编辑议题后重新读取议题。',
  'Makes another plan and keeps the old one on record; approved work that fits is carried over. `fresh` begins anew: without approved work, and without what was said in the thread before.':
    '另制定一个计划，旧计划保留在记录中；仍适用的已批准工作会沿用。`fresh` 则从头开始：不沿用已批准的工作，也不计此前在讨论中所说的。',
  'Cuts a task along its deliverables, files or places to change; the plan needs approval again.':
    '按交付物、文件或修改位置拆分任务；计划需要重新批准。',
  'Approves the plan with that hash and starts the work; without a hash the newest plan. A remark may follow.':
    '批准该哈希的计划并开始工作；不带哈希则为最新的计划。其后可以附上说明。',
  'Approves the newest version of a task, or says of the criteria named that they hold; in its pull request `/approve` is enough.':
    '批准任务的最新版本，或说明所列标准成立；在它的拉取请求中写 `/approve` 即可。',
  'Rejects the newest version of a task, with a reason, over the criteria named; in its pull request `/reject <why>` is enough.':
    '就所列标准拒绝任务的最新版本，并说明原因；在它的拉取请求中写 `/reject <原因>` 即可。',
  'Lets a waiting task try again, its attempts counted anew; without a task all that wait.':
    '让等待中的任务再试一次，重新计算尝试次数；不带任务则为所有等待中的任务。',
  'Lets a criterion go, in your name and with a reason; the review is concluded anew.':
    '以您的名义豁免一条标准，并说明原因；评审重新得出结论。',
  'Lets the tests of the plan that failed go, by their names, in your name and with a reason.':
    '以您的名义按名称豁免计划中失败的测试，并说明原因。',
  'Gives a task to a person who may push here, or to an executor such as `human`, `model` or `shell`; `auto` chooses.':
    '把任务交给可以在这里推送的人，或 `human`、`model`、`shell` 之类的执行者；`auto` 自动选择。',
  'Ends what is at work, and begins nothing new until `/resume`.':
    '结束进行中的工作，在 `/resume` 之前不开始新的工作。',
  'Goes on after `/pause`.': '在 `/pause` 之后继续。',
  'Ends the work; what was made stays. `/approve` starts a new run.': '结束工作；成果保留。`/approve` 开始新的一轮。',
  'Says where the issue stands, and links the status comment.': '说明议题的状态，并链接到状态评论。',
  'Lists the issues that are being worked on here, where they stand and who is waited for.':
    '列出这里进行中的议题、它们的状态以及在等谁。',
  'Shows which files configure this repository, and from which of them each value comes.':
    '显示哪些文件配置此仓库，以及每个值来自哪个文件。',
  'Holds the records against the branches, files and pull requests, and says what is wrong.':
    '把记录与分支、文件和拉取请求对照，指出问题。',
  'The same, and mends what needs no judgement.': '同上，并修复无需判断的问题。',
  'Releases the approved versions with their manifest; `no-supporting` leaves out what only supports the deliverable (`supporting` takes it, whatever the configuration says), `partial` while tasks are still open.':
    '发布已批准的版本及其清单；`no-supporting` 不包括只起支持作用的内容（`supporting` 则包括，不论配置如何），`partial` 用于仍有任务未完成时。',
  'Lists these commands.': '列出这些命令。',
  '{said} is not one of its options': '{said} 不是它的选项',
  '{said} is no task': '{said} 不是任务',
  'it takes the task alone, and {said} is more': '它只接受任务，{said} 是多余的',
  'it is about one task and done at once, and {said} says more; give each task a line':
    '它只针对一个任务并立即执行，而 {said} 说了更多；请为每个任务各写一行',
  'it must say why, since that is what is kept instead of a result': '必须说明原因，因为要用它代替结果作为记录',
  'it must name the criterion, such as `AC-1`': '必须写明标准，例如 `AC-1`',
  '{said} is no criterion such as `AC-1`': '{said} 不是 `AC-1` 这样的标准',
  'it must say who: `@login`, or an executor': '必须写明由谁执行：`@用户名` 或执行者',
  'it takes one name, and {said} is more': '它只接受一个名字，{said} 是多余的',
  '{said} is no name': '{said} 不是名字',
  'it asks for `supporting` and for `no-supporting`': '它同时要求 `supporting` 和 `no-supporting`',
  'it must name the task': '必须写明任务',
  'it takes no arguments': '它不接受参数',
  '{said} is neither a task nor `plan@` with 7 to 64 hex digits':
    '{said} 既不是任务，也不是 `plan@` 加 7 到 64 位十六进制数字',
  'it must say why, since the next version is made from that': '必须说明原因，因为下一个版本要据此制作',
  'it approves one thing, and {said} names another; give each a line':
    '它只批准一项，而 {said} 又指名另一项；请各写一行',
  'an approval has no conditions, and {said} sounds like one; nothing is approved':
    '批准不能附带条件，而 {said} 像是一个条件；没有批准任何内容',
  'it approves at once, and {said} may say otherwise; write `/approve` alone, or `/reject` and why':
    '它会立即批准，而 {said} 可能另有含义；请只写 `/approve`，或写 `/reject` 并说明原因',
  'only the first {n} commands of a comment are read': '一条评论只读取前 {n} 个命令',
  'it must name the folder of a skill, such as `skills/writer`': '必须写明技能的文件夹，例如 `skills/writer`',
  'this text is planned already': '此文本已有计划',
  '`/approve plan@{hash}` starts it; `/replan <what to change>` makes another plan':
    '`/approve plan@{hash}` 开始工作；`/replan <要修改什么>` 另制定一个计划',
  '`/assign {task} …` gives {task} to somebody who can do it, then `/approve plan@{hash}` starts it; `/replan <what to change>` makes another plan':
    '`/assign {task} …` 把 {task} 交给能完成它的人，然后 `/approve plan@{hash}` 开始工作；`/replan <要修改什么>` 另制定一个计划',
  'plan `{hash}` stands here': '这里已有计划 `{hash}`',
  'another skill gets an issue of its own': '另一个技能请另开议题',
  '`/replan <what to change>` looks at this one again; another skill gets an issue of its own':
    '`/replan <要修改什么>` 重新查看这个技能；另一个技能请另开议题',
  'plan `{hash}` is approved and being worked on': '计划 `{hash}` 已批准，正在进行',
  '`/replan <what to change>` makes another; `/status` shows where it stands':
    '`/replan <要修改什么>` 另制定一个；`/status` 显示当前状态',
  'its work is complete': '它的工作已完成',
  '`/replan <what to change>` makes another plan, or open an issue for what is left':
    '`/replan <要修改什么>` 另制定一个计划，或为剩余的部分打开新议题',
  'comment `/tune` on an issue': '请在议题中评论 `/tune`',
  'comment `/replan` on the issue': '请在议题中评论 `/replan`',
  'its final pull request is merged': '它的最终拉取请求已合并',
  'open an issue for what is left': '请为剩余的部分打开新议题',
  'neither the issue nor the command says what is to change': '议题和命令都没有说明要修改什么',
  'edit the issue, or write what to change behind `/replan`': '请编辑议题，或把要修改的内容写在 `/replan` 之后',
  'planning asks in the issue, not in a pull request': '制定计划时的询问在议题中，而不是在拉取请求中',
  'comment `/answer` on the issue': '请在议题中评论 `/answer`',
  'no question is open here': '这里没有待回答的问题',
  '`/status` shows where it stands': '`/status` 显示当前状态',
  'it says nothing, and the issue reads as it did': '它没有说明任何内容，议题也没有变化',
  'say what should be so, `/answer It should …`, or edit the issue first':
    '请说明应当如何，`/answer 应当……`，或先编辑议题',
  'the issue is closed': '议题已关闭',
  'reopen it first': '请先重新打开',
  'a plan is being made already': '已在制定计划',
  'it will appear here': '计划会出现在这里',
  'a plan is made from an issue, not from a pull request': '计划根据议题制定，而不是拉取请求',
  '`/assign {task} @login` names somebody who may push here': '`/assign {task} @用户名` 指名可以在这里推送的人',
  '`/assign {task} …` gives it to another: {executors}': '`/assign {task} …` 把它交给别人：{executors}',
  'wait for it': '请等待',
  'the issue was edited since': '此后议题被编辑过',
  '`/replan` makes a plan from it as it is now': '`/replan` 按现在的内容制定计划',
  '{task} is approved and merged': '{task} 已批准并合并',
  '{task} is split already': '{task} 已经拆分',
  'its parts are {tasks}': '它的部分有 {tasks}',
  'this plan has {tasks}': '此计划有 {tasks}',
  '`/status` shows the tasks': '`/status` 显示各任务',
  '`{who}` is no executor here': '`{who}` 不是这里的执行者',
  'spell them out in the issue and say `/replan`, or give it to a person with `/assign {task} @login`':
    '请在议题中写明并回复 `/replan`，或用 `/assign {task} @用户名` 交给人',
  'there is no task {task}': '没有任务 {task}',
  '`/assign {task} …` gives it to another, then approve again: {executors_here}':
    '`/assign {task} …` 把它交给别人，然后重新批准：{executors_here}',
  '`/assign {task} …` gives it to another, then approve again: {executors_here}; {writers}':
    '`/assign {task} …` 把它交给别人，然后重新批准：{executors_here}；{writers}',
  "{task} can't be done: {why}": '{task} 无法完成：{why}',
  'plan `{hash}` is approved already': '计划 `{hash}` 已经批准',
  'merge the final pull request': '请合并最终的拉取请求',
  'another plan is being made in the place of `{hash}`': '正在制定另一个计划来取代 `{hash}`',
  'wait for it: it appears here, or a word that this one stays; then say which one with `/approve plan@…`':
    '请等待：它会出现在这里，或说明现有计划不变；然后用 `/approve plan@…` 指定其一',
  'the branch `{branch}` has no commit here yet': '分支 `{branch}` 在这里还没有提交',
  'push one, then approve again': '请推送一个提交，然后重新批准',
  'plan `{hash}` came after that comment': '计划 `{hash}` 在该评论之后才出现',
  'read it and say `/approve plan@{hash}`': '请阅读后回复 `/approve plan@{hash}`',
  'the plan would be the same': '计划将与现有的相同',
  'close the final pull request if it is not wanted': '如不需要，请关闭最终的拉取请求',
  '`/answer …` says what is lacking, or edit the issue and comment `/answer`; the plan then appears here, with the line that approves it':
    '请用 `/answer …` 补充所缺内容，或编辑议题后评论 `/answer`；之后计划会出现在这里，并附上批准它的命令',
  '`/answer yes` takes the issue as it was read; the plan then appears here, with the line that approves it':
    '`/answer yes` 确认对议题的理解；之后计划会出现在这里，并附上批准它的命令',
  '`/plan` begins anew; the plan then appears here, with the line that approves it':
    '`/plan` 重新开始；之后计划会出现在这里，并附上批准它的命令',
  '`/plan` makes one; the plan then appears here, with the line that approves it':
    '`/plan` 制定一个；之后计划会出现在这里，并附上批准它的命令',
  'the plan is still being made': '计划仍在制定中',
  'wait for it: it appears here, with the line that approves it': '请等待：它会出现在这里，并附上批准它的命令',
  'planning came to no plan, and the comment above says why': '没有制定出计划，原因见上面的评论',
  'there is no plan yet; how the issue was read waits for a yes': '还没有计划；对议题的理解等待确认',
  'it was stopped before there was a plan': '尚未制定出计划就已停止',
  'there is no plan here': '这里没有计划',
  'no task is worked on before the plan is approved': '计划批准之前不会进行任何任务',
  '`/approve plan@{hash}` starts the work': '`/approve plan@{hash}` 开始工作',
  'the work was stopped': '工作已停止',
  'the plan is not worked on': '计划未在进行',
  '`/approve` starts it': '`/approve` 开始工作',
  'comment `/plan` on the issue': '请在议题中评论 `/plan`',
  'this pull request is no longer that of {task}': '此拉取请求已不再是 {task} 的拉取请求',
  'say it in #{number}, which is': '请在 #{number} 中说明，那里才是',
  '{task}: what machines check of its version is checked again; what people said of it stays':
    '{task}：其版本中由机器检查的部分将重新检查；人员的意见保持不变',
  'it does not say which task': '没有写明是哪个任务',
  'name it, for example `/approve T1`': '请写明，例如 `/approve T1`',
  'version {version} of {task} came after that comment': '{task} 的版本 {version} 在该评论之后才出现',
  'look at the newest version and say it again': '请查看最新版本后再说一次',
  'no task waits for a decision': '没有任务在等待决定',
  'name one to have it done again, for example `/retry T2`': '请写明要重做的任务，例如 `/retry T2`',
  'nothing was worked on yet': '尚未进行任何工作',
  '`/approve` starts the plan': '`/approve` 开始执行计划',
  'not all tasks are approved': '并非所有任务都已批准',
  '`/export partial` takes what is, and lists what is missing': '`/export partial` 导出已批准的部分，并列出缺少的',
  '{branches} is still not as recorded': '{branches} 仍与记录不一致',
  '{branches} are still not as recorded': '{branches} 仍与记录不一致',
  '`/doctor fix` puts it back, then `/resume` goes on; `/stop` ends the work':
    '`/doctor fix` 把它恢复，然后用 `/resume` 继续；`/stop` 结束工作',
  '`/doctor fix` puts them back, then `/resume` goes on; `/stop` ends the work':
    '`/doctor fix` 把它们恢复，然后用 `/resume` 继续；`/stop` 结束工作',
  '`/plan` makes a plan again; what was approved is kept': '`/plan` 重新制定计划；已批准的会保留',
  '`/approve plan@{hash}` starts it again; what was approved is kept':
    '`/approve plan@{hash}` 重新开始；已批准的会保留',
  'its plan is not approved yet, so nothing is paused': '它的计划尚未批准，因此没有暂停',
  '`/plan` makes a plan': '`/plan` 制定计划',
  '`/approve plan@{hash}` starts it': '`/approve plan@{hash}` 开始工作',
  'nothing is being worked on': '没有进行中的工作',
  'it is paused already, by @{who}': '已由 @{who} 暂停',
  '`/resume` goes on': '`/resume` 继续',
  'the one that stands goes on': '现有的计划继续',
  'the one that stands goes on; `/assign {task} {who}` gives the task to another':
    '现有的计划继续；`/assign {task} {who}` 把该任务交给别人',
  'the plan would be the same. {notes}': '计划将与现有的相同。{notes}',
  'version {version} of {task} is approved, {merge}': '{task} 的版本 {version} 已批准，{merge}',
  'version {version} of {task} is rejected; {next_step}': '{task} 的版本 {version} 已拒绝；{next_step}',
  'version {version} of {task} is rejected over {criteria}; {next_step}':
    '{task} 的版本 {version} 因 {criteria} 被拒绝；{next_step}',
  'it was stopped, not paused': '它已停止，而不是暂停',
  'its work is complete, so nothing is paused': '它的工作已完成，因此没有暂停',
  'it is not paused': '它没有暂停',
  '{n} tests failed, and only {kept} are kept by name': '{n} 个测试失败，而只有 {kept} 个按名称留存',
  'no test of the plan has failed': '计划的测试没有失败的',
  '`/waive T2 AC-3 <why>` lets a criterion of a task go': '`/waive T2 AC-3 <原因>` 豁免任务的一条标准',
  'mend what they have in common first': '请先修复它们的共同问题',
  'this issue has no plan yet': '此议题还没有计划',
  '`/plan` makes one': '`/plan` 制定一个',
  'the label': '加标签',
  '{task} is split: the plan comment shows how, and `/approve plan@{hash}` starts it':
    '{task} 已拆分：计划评论显示拆分方式，`/approve plan@{hash}` 开始工作',
  'Plan `{hash}` is approved again: a new run of it begins': '计划 `{hash}` 重新获得批准：开始新的一轮',
  '{noted}; the verdict follows once the rest of its review is through': '{noted}；其余评审完成后给出裁定',
  '{noted}; still to do: {what}': '{noted}；还需：{what}',
  'Noted for {task}': '已为 {task} 记下',
  'Noted: {criteria} of {task} holds': '已记下：{task} 的 {criteria} 成立',
  'Noted: {criteria} of {task} hold': '已记下：{task} 的 {criteria} 成立',
  'Version {version} of {task} is approved, {merge}': '{task} 的版本 {version} 已批准，{merge}',
  'its merge is taken out of the integration branch; {next}': '它的合并已从集成分支撤出；{next}',
  'Version {version} of {task} is rejected; {next_step}': '{task} 的版本 {version} 已拒绝；{next_step}',
  'Version {version} of {task} is rejected over {criteria}; {next_step}':
    '{task} 的版本 {version} 因 {criteria} 被拒绝；{next_step}',
  '{criterion_name} of {task} is waived in your name; its review goes on':
    '已以您的名义豁免 {task} 的 {criterion_name}；评审继续',
  '{criterion_name} of {task} is waived in your name; {verdict}':
    '已以您的名义豁免 {task} 的 {criterion_name}；{verdict}',
  '`/retry {task}` has it tried again': '`/retry {task}` 让它再试一次',
  'another version is due': '将另做一个版本',
  'and is merged next': '接下来合并',
  'and is merged once `/resume` has the work go on': '用 `/resume` 继续之后合并',
  '{tasks} is tried again': '{tasks} 将再试一次',
  '{tasks} are tried again': '{tasks} 将再试一次',
  'The tests that failed are let go in your name': '已以您的名义豁免失败的测试',
  '{task} is given to {who}': '{task} 已交给 {who}',
  'Paused: nothing new begins until `/resume`': '已暂停：在 `/resume` 之前不开始新的工作',
  'The work goes on': '工作继续进行',
  'Stopped: what was made stays, and `/approve` starts a new run': '已停止：成果保留，`/approve` 开始新的一轮',
  'No other plan is made': '不再制定另一个计划',
  'a better one has to be pushed': '需要推送更好的版本',
  'and was merged before': '此前已合并',
  '{task} waits for a push to `{branch}`: nothing runs before that': '{task} 等待向 `{branch}` 推送：在此之前不运行',
} as const satisfies Record<string, TranslatedText>
