import type { TranslatedText } from '../translation.ts'

/** Answers of planning: questions, faults, what was understood. */
export const planningZhCn = {
  '**Was this read right?** The issue has no list of tasks and no acceptance criteria, so this is what its text seems to ask for. Nothing is planned before somebody says so.':
    '**这样理解对吗？** 议题没有任务列表，也没有验收标准，以下是其文本看起来的要求。确认之前不会制定计划。',
  'If that is it, comment:': '如果理解正确，请评论：',
  'If something else must hold, say it in place of that: {command}. What is said in this way after a yes must hold as well.':
    '如果还须满足别的要求，请改为说明：{command}。在确认之后这样说的，也须满足。',
  'It should …': '应当……',
  '**One task:** {title}': '**一个任务：** {title}',
  '**It is done when:**': '**满足以下各项即为完成：**',
  '**It says besides, and it is not among these:**': '**议题还提到以下内容，但不在其中：**',
  'It says besides, and it is not among these ({n})': '议题还提到以下内容，但不在其中（{n} 项）',
  'Or put this into the issue in the right words, and comment {command}:':
    '或者把以下内容改写正确后放进议题，再评论 {command}：',
  Wanted: '要求',
  Today: '现状',
  Said: '另外提到',
  '**Where:** {paths}': '**位置：** {paths}',
  'This is what was understood of the issue:': '从议题中理解到的内容：',
  ' (the title)': '（标题）',
  ' (line {line})': '（第 {line} 行）',
  'Acceptance criteria': '验收标准',
  'Write what is right under a heading `### Acceptance criteria` of the issue.':
    '请把正确的内容写在议题的标题 `### 验收标准` 之下。',
  '**It may touch:** {paths}, and tests': '**可能修改：** {paths}，以及测试',
  'One question before there is a plan:': '制定计划之前有一个问题：',
  '{n} questions before there is a plan:': '制定计划之前有 {n} 个问题：',
  "Pick, or say it in your words: {command}. The issue's author and people with the role may.":
    '请选择，或用自己的话回答：{command}。议题的作者和有相应角色的人都可以回答。',
  '**No plan was made:** {things} in the issue must be changed first.':
    '**没有制定计划：** 议题中有 {things}须先修改。',
  '**No other plan was made:** {things} in the issue must be changed first.':
    '**没有制定另一个计划：** 议题中有 {things}须先修改。',
  'More faults were left out here; mend these first.': '此处省略了其余错误；请先修正这些。',
  'More was left out here.': '此处省略了其余内容。',
  'That could not be read:': '未能读懂：',
  '**No plan came of “{said}”:** what is said above still holds.': '**“{said}”没有产生计划：** 上面所说的仍然有效。',
  '{yes} takes the issue as it was read above; {other} says what must hold instead.':
    '{yes} 表示按上面的理解处理议题；{other} 说明应当改为满足什么。',
  '**No plan was made yet.**': '**尚未制定计划。**',
  '**No other plan was made.**': '**没有制定另一个计划。**',
  'What is missing:': '缺少的内容：',
  'One question first:': '先问一个问题：',
  '{lead}: {words}.': '{lead}：{words}。',
  '**The issue was changed after it was confirmed,** so please confirm it once more.':
    '**议题在确认之后有变更，** 请再确认一次。',
  Gone: '已去掉',
  New: '新增',
  'An issue form': '议题表单',
  '{form} asks for all of this from the start: `countersign issue-form` prints one for the repository.':
    '{form}从一开始就会询问这些内容：`countersign issue-form` 为仓库输出一份。',
  '**The plan is not offered for approval:** it scores {score}, and at least {least} is needed. What would raise it:':
    '**计划不能提交批准：** 得分 {score}，至少需要 {least}。以下做法可以提高得分：',
  '**No plan was made:** {why}': '**没有制定计划：** {why}',
  '**No other plan was made:** {why}': '**没有制定另一个计划：** {why}',
  'Acceptance: …': '验收：……',
  'Mend it in the issue and comment `/answer`. Or say here what is lacking, in the words of an issue: `/answer {example}`.':
    '请在议题中修正后评论 `/answer`。或者在此按议题的写法补充所缺内容：`/answer {example}`。',
  'Say it in other words with `/replan …`, or edit the issue and comment `/replan`.':
    '请用 `/replan …` 换个说法，或编辑议题后评论 `/replan`。',
  'Plan {hash} is unchanged.': '计划 {hash} 未变。',
  '**{plan} was not approved:** what it was made from has changed.': '**{plan} 未获批准：** 它所依据的内容已有变更。',
  '`/replan` makes a new one from the issue as it is now.': '`/replan` 按议题现在的内容制定新的计划。',
  'Read it and say `/approve plan@{hash}`, or `/replan` for a new one.':
    '请阅读后回复 `/approve plan@{hash}`，或用 `/replan` 制定新的计划。',
  "**{plan} was not approved:** the issue's newest plan is {newest}.":
    '**{plan} 未获批准：** 议题最新的计划是 {newest}。',
  "**{plan} was not approved:** the issue's newest plan is {newest}; since the one you name {changes}.":
    '**{plan} 未获批准：** 议题最新的计划是 {newest}；相对您指定的计划，{changes}。',
  'The issue was edited after plan {hash} was approved. The work goes on with the text as it was approved. If the change matters, `/replan` makes a plan from the new text and carries over what still fits.':
    '议题在计划 {hash} 批准之后被编辑过。工作仍按批准时的文本继续。如果变更重要，`/replan` 按新文本制定计划，并沿用仍然适用的成果。',
  'The issue was edited after plan {hash} was made, so it can no longer be approved. `/replan` makes a new one from the text as it is now.':
    '议题在计划 {hash} 制定之后被编辑过，因此该计划不能再批准。`/replan` 按现在的文本制定新的计划。',
} as const satisfies Record<string, TranslatedText>
