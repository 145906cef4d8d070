import type { TranslatedText } from '../../translation.ts'

/** Notes of a plan: what its reader should know before approving. */
export const recordNotesZhCn = {
  '{task} says “{said}”, and which tasks those are is not clear: `/replan {task} after …` says it.':
    '{task} 写着「{said}」，但不清楚指的是哪些任务：请用 `/replan {task} 在 … 之后` 写明。',
  'The issue was edited since, and what was said in the thread before that still goes before it: {said}. `/replan fresh` begins without.':
    '议题此后被编辑过，而此前在讨论中所说的仍优先于议题：{said}。`/replan fresh` 则不计这些，从头开始。',
  '{task} ends with “by {name}”, which is read as its title: should {name} do it, write `(by {name})` there, or comment `/replan {task} by {name}`.':
    '{task} 以「by {name}」结尾，这被读作标题的一部分：若应由 {name} 执行，请在该处写 `(by {name})`，或评论 `/replan {task} by {name}`。',
  'No path in the issue for {tasks}: any file may be touched that policy allows.':
    '议题没有为 {tasks} 指明路径：可以修改策略允许的任何文件。',
  '{tasks} may touch any file that policy allows, besides what it delivers: the issue sets no `Scope:`.':
    '{tasks} 除交付物外，还可以修改策略允许的任何文件：议题没有写明 `范围：`。',
  '{tasks} may touch any file that policy allows, besides what they deliver: the issue sets no `Scope:`.':
    '{tasks} 除交付物外，还可以修改策略允许的任何文件：议题没有写明 `范围：`。',
  'No estimate in the issue for {tasks}: computed from what the plan says of it.':
    '议题没有给出 {tasks} 的估算：按计划的内容计算得出。',
  'No estimate in the issue for {tasks}: computed from what the plan says of them.':
    '议题没有给出 {tasks} 的估算：按计划的内容计算得出。',
  '"{said}" is not followed: {why}.': '「{said}」未被采纳：{why}。',
  '"{said}" does not say what should be so.': '「{said}」没有说明应当如何。',
  '"{said}" can not be read as a change to the plan.': '「{said}」无法理解为对计划的修改。',
  'And {n} more lines of what was said.': '所说的还有 {n} 行。',
  '{task} is held to what the guidance says of it: its own words, “{title}”, are no criterion beside that.':
    '{task} 按补充说明来衡量：除此之外，它自己的文字「{title}」不作为标准。',
  'Line {line} is ticked already, so it is not planned.': '第 {line} 行已勾选，因此未列入计划。',
  '{lines} are ticked already, so they are not planned.': '{lines} 已勾选，因此未列入计划。',
  '{lines} says that it is out of scope or blocked, so it is not planned.':
    '{lines} 写明不在范围内或受阻，因此未列入计划。',
  '{lines} say that they are out of scope or blocked, so they are not planned.':
    '{lines} 写明不在范围内或受阻，因此未列入计划。',
  '{lines} changes no file (a tag, a release, a look at CI), so it is left to people and not planned.':
    '{lines} 不修改文件（打标签、发布、查看 CI），因此留给人做，未列入计划。',
  '{lines} change no file (a tag, a release, a look at CI), so they are left to people and not planned.':
    '{lines} 不修改文件（打标签、发布、查看 CI），因此留给人做，未列入计划。',
  '{lines} is to be found out or decided first, so it is left to people and not planned. Who wants it written down names the file: `T9: … in docs/x.md`.':
    '{lines} 须先查明或决定，因此留给人做，未列入计划。如需写成文档，请指名文件：`T9: … in docs/x.md`。',
  '{lines} are to be found out or decided first, so they are left to people and not planned. Who wants it written down names the file: `T9: … in docs/x.md`.':
    '{lines} 须先查明或决定，因此留给人做，未列入计划。如需写成文档，请指名文件：`T9: … in docs/x.md`。',
  "{lines} is about files that no task may write (git's own, GitHub's, those of agents), so it is left to people and not planned.":
    '{lines} 涉及任务不得写入的文件（git、GitHub 或代理自己的文件），因此留给人做，未列入计划。',
  "{lines} are about files that no task may write (git's own, GitHub's, those of agents), so they are left to people and not planned.":
    '{lines} 涉及任务不得写入的文件（git、GitHub 或代理自己的文件），因此留给人做，未列入计划。',
  '{lines} is a box to promise, choose or ask something by, so it is not planned. A box that begins with `T2:` is a task.':
    '{lines} 是用来承诺、选择或提问的复选框，因此未列入计划。以 `T2:` 开头的复选框才是任务。',
  '{lines} are boxes to promise, choose or ask something by, so they are not planned. A box that begins with `T2:` is a task.':
    '{lines} 是用来承诺、选择或提问的复选框，因此未列入计划。以 `T2:` 开头的复选框才是任务。',
  '{lines} only names another issue or page, so it is not planned here.':
    '{lines} 只是指向另一个议题或页面，因此未在此列入计划。',
  '{lines} only name another issue or page, so they are not planned here.':
    '{lines} 只是指向另外的议题或页面，因此未在此列入计划。',
  'Line {line} ("{said}") belongs to no task, so it is not planned.':
    '第 {line} 行（「{said}」）不属于任何任务，因此未列入计划。',
  'Line {line} ("{said}") belongs to no task, so it is not planned, and {n} more below it.':
    '第 {line} 行（「{said}」）不属于任何任务，因此未列入计划，其下还有 {n} 行。',
  '{tasks} may touch tests that are named after their files, too: {paths}. For other files comment `/replan {task}: Scope: …`.':
    '{tasks} 还可以修改以其文件命名的测试：{paths}。如需修改其他文件，请评论 `/replan {task}: Scope: …`。',
  '{lines} of the issue points at {paths}: {task} may touch that, and tests. For other files comment `/replan {task}: Scope: …`.':
    '议题的 {lines} 指向 {paths}：{task} 可以修改这些文件和测试。如需其他文件，请评论 `/replan {task}: 范围：…`。',
  '{lines} of the issue point at {paths}: {task} may touch that, and tests. For other files comment `/replan {task}: Scope: …`.':
    '议题的 {lines} 指向 {paths}：{task} 可以修改这些文件和测试。如需其他文件，请评论 `/replan {task}: 范围：…`。',
  '{task} says "{said}"; orders are read in English and Chinese only: write `after T1`.':
    '{task} 写有「{said}」；先后顺序只能以英文和中文读取：请写 `在 T1 之后`。',
  '{task} says "{said}"; estimates are read in English and Chinese only: write `0.5 d` or `2h`.':
    '{task} 写有「{said}」；估算只能以英文和中文读取：请写 `0.5 人日` 或 `2 小时`。',
  'And {n} more like these.': '类似的还有 {n} 处。',
  '{tasks} change {files} side by side: what is approved later may conflict and have to be brought together. `/replan {order}` puts them in order.':
    '{tasks} 同时修改 {files}：后批准的可能会冲突，需要合到一起。`/replan {order}` 为它们排出先后。',
  'Line {line} ("{said}") asks for something that no criterion looks for. To have it checked, write it as an item under `## Acceptance`.':
    '第 {line} 行（「{said}」）所要求的没有任何标准检查。如需检查，请把它写成 `## 验收标准` 之下的一项。',
  'Line {line}: there is no task {task}. {how}': '第 {line} 行：没有任务 {task}。{how}',
  'Line {line}: the diff is not taken as work, since no task claims it. {how}':
    '第 {line} 行：此 diff 没有任务认领，因此不作为工作。{how}',
  'Line {line}: which task is this code block for? {how}': '第 {line} 行：此代码块属于哪个任务？{how}',
  'Write `{info} task={task}` behind its opening backticks, or put it below its task.':
    '请在开头的反引号之后写 `{info} task={task}`，或把它放在所属任务之下。',
  'Line {line} ("{said}")': '第 {line} 行（「{said}」）',
  'Line {line} of the {source} ("{said}")': '补充说明（{source}）第 {line} 行（「{said}」）',
  '{where} is asked of the whole, and nothing says of which task: whoever merges the final pull request looks whether it holds. To hold one task to it, comment `/replan {task}: Acceptance: …`.':
    '{where}是对整体的要求，没有写明属于哪个任务：由最终拉取请求的合并者确认是否成立。如需由某个任务负责，请评论 `/replan {task}: 验收：…`。',
  '{where} is asked of the whole, and no command is known that runs tests: look at the checks of the final pull request, or name one (`` - `npm test` passes `` there, or `run.test_commands`) and it runs on the integration branch.':
    '{where}是对整体的要求，而没有已知的测试命令：请查看最终拉取请求的检查，或指定一个（在那里写 `` - `npm test` 通过 ``，或设置 `run.test_commands`），它就会在集成分支上运行。',
  '{where} is asked of the whole, so no task is judged by it: look at the checks of the final pull request before you merge.':
    '{where}是对整体的要求，因此不用来衡量任何任务：合并之前请查看最终拉取请求的检查。',
  'The guidance drops {task}, so line {lines} of the issue is not planned.':
    '补充说明去掉了 {task}，因此议题第 {lines} 行未列入计划。',
  'The guidance drops {task}, so lines {lines} of the issue are not planned.':
    '补充说明去掉了 {task}，因此议题第 {lines} 行未列入计划。',
  'The guidance rewrites {task}, so line {lines} of the issue is not planned.':
    '补充说明改写了 {task}，因此议题第 {lines} 行未列入计划。',
  'The guidance rewrites {task}, so lines {lines} of the issue are not planned.':
    '补充说明改写了 {task}，因此议题第 {lines} 行未列入计划。',
  'The issue names no tasks, so it is one.': '议题没有指名任务，因此整体作为一个任务。',
  '{lines} say what must hold, and not what to do: so the boxes are criteria of one task. A box that begins with `T2:` is a task.':
    '{lines} 说的是须成立什么，而不是要做什么：因此这些复选框是一个任务的标准。以 `T2:` 开头的复选框才是任务。',
  'What is delivered is taken from the places to change, else the scope: {tasks}.':
    '交付物取自修改位置，否则取自范围：{tasks}。',
  'How criteria are checked is read from their words: {tasks}.': '标准的检查方式取自其文字：{tasks}。',
  'Without an estimate, {n} person-days are assumed: {tasks}.': '没有估算，按 {n} 人日估计：{tasks}。',
  'Names nobody, so it goes to {who}: {tasks}.': '没有指名执行者，因此交给 {who}：{tasks}。',
  "The plan's size stands in where risk, impact or complexity are not given.":
    '未给出的风险、影响或复杂度按计划的规模推定。',
  'The solution names no CHECKs: each task has one, done by {who}.':
    '方案没有写明检查：每个任务各有一个，由 {who} 进行。',
} as const satisfies Record<string, TranslatedText>
