import type { TranslatedText } from '../../translation.ts'

/** What planning asks of an issue that leaves open what is wanted. */
export const recordQuestionsZhCn = {
  'line {line_number}': '第 {line_number} 行',
  '{numbers} and {n}': '{numbers} 和 {n}',
  'lines {line_numbers}': '第 {line_numbers} 行',
  'Lines {line_numbers}': '第 {line_numbers} 行',
  '{question} Say it here, in a sentence or in items: `/answer It should …`. Or write it in the issue, under `## Acceptance`, and comment `/answer`.':
    '{question}请在此用一句话或逐项说明：`/answer 应当……`。或者写在议题的 `## 验收标准` 之下，再评论 `/answer`。',
  'What exactly is wrong, where does it show, and what should be so instead?': '究竟哪里有问题，在何处出现，应当如何？',
  '{said}: how would somebody tell that it is done?': '{said}：怎样判断它已完成？',
  '{said}: is this what should be so when this is done, and is that all?': '{said}：完成时应当如此吗？是否就这些？',
  'Which of the points below should be so when this is done, and is that all?':
    '完成时以下哪些要点应当成立，是否就这些？',
  '{said}: what should be so instead?': '{said}：应当如何？',
  '{said}: what should be so when this is done? No sentence says it for sure.':
    '{said}：完成时应当如何？没有一句话明确说明。',
  'What should be so when this is done?': '完成时应当如何？',
  '{said}: what exactly happens, when, and what should be so instead?': '{said}：究竟发生什么，在什么时候，应当如何？',
  '{said}: what should be so when this is done?': '{said}：完成时应当如何？',
  'What should be so instead when this is done? Answer in any language; English and Chinese are read best.':
    '完成时应当如何？可以用任何语言回答；英文和中文读得最好。',
  '{said}: what should be so instead when this is done? Answer in any language; English and Chinese are read best.':
    '{said}：完成时应当如何？可以用任何语言回答；英文和中文读得最好。',
  '“{said}” (the title)': '「{said}」（标题）',
  '“{said}” (line {line})': '「{said}」（第 {line} 行）',
  '{said} is not said for sure. Is that wrong, and what should be so instead?':
    '{said}说得不确定。这是否有问题，应当如何？',
  '{said} is not said for sure. Should it be so when this is done, and how exactly?':
    '{said}说得不确定。完成时是否应当如此，具体如何？',
  '{said} is a question. What should be so when this is done?': '{said}是一个问题。完成时应当如何？',
  '{said} names what is wrong. Where or when does it show, and what should be so instead?':
    '{said}指出了问题。它在何处或何时出现，应当如何？',
  '{said} tells how it is. What should be so when this is done?': '{said}说的是现状。完成时应当如何？',
  '{said} tells why it is wanted. What should be so when this is done?': '{said}说的是为什么需要。完成时应当如何？',
  '{said} says that it is slow, and not how fast is fast enough. What may it take at most, with what, and how would somebody measure it?':
    '{said}说它慢，但没有说多快才够。在什么条件下最多可以花多少时间，怎样测量？',
  '{said} does not say which. Which one is it, by its name or the text that it shows, and what should be so instead?':
    '{said}没有说明是哪一个。按名称或显示的文字，是哪一个，应当如何？',
  '{said} is what a program says, and not when. What was done when it said so, and what should happen instead?':
    '{said}是程序的报错，但没有说明何时出现。当时做了什么，应当发生什么？',
  '“{said}” (line {line}) tells what is wrong, and the boxes below it only name where. What is to be done with each? Begin every box with it (`- [ ] Raise …`) and comment `/answer`.':
    '「{said}」（第 {line} 行）说明了问题，其下的复选框只列出了位置。每一项要做什么？请在每个复选框开头写明（`- [ ] 提高……`），再评论 `/answer`。',
  '{said} could come to anything. How would somebody tell that it is done?': '{said}可以有各种结果。怎样判断它已完成？',
  '{said}: is this what is to be mended? What should be so instead?': '{said}：要修复的是这个吗？应当如何？',
  '{lines} is an open box. If it is to be done here, put it below a heading `### Tasks` and comment `/answer`.':
    '{lines}是未勾选的复选框。如果要在这里完成，请把它放在标题 `### 任务` 之下，再评论 `/answer`。',
  '{lines} are open boxes. If they are to be done here, put them below a heading `### Tasks` and comment `/answer`.':
    '{lines}是未勾选的复选框。如果要在这里完成，请把它们放在标题 `### 任务` 之下，再评论 `/answer`。',
  'Of the {n} items of the list only {taken} says it for sure; if the other {left} are to be done too ({lines}), put a box before each (`- [ ] …`) and comment `/answer`. Else:':
    '列表的 {n} 项中只有 {taken} 项说得明确；如果其余 {left} 项也要做（{lines}），请在每项之前加上复选框（`- [ ] …`），再评论 `/answer`。否则：',
  'Of the {n} items of the list only {taken} say it for sure; if the other {left} are to be done too ({lines}), put a box before each (`- [ ] …`) and comment `/answer`. Else:':
    '列表的 {n} 项中只有 {taken} 项说得明确；如果其余 {left} 项也要做（{lines}），请在每项之前加上复选框（`- [ ] …`），再评论 `/answer`。否则：',
  '“{title}” (line {line}) could come to anything. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.':
    '「{title}」（第 {line} 行）可以有各种结果。怎样判断它已完成？请把它写进议题，作为缩进在其下的一项 `- 验收：…`，再评论 `/answer`。',
  '“{title}” (line {line}) could come to anything, and so does {lines}. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.':
    '「{title}」（第 {line} 行）可以有各种结果，{lines}也是。怎样判断它已完成？请把它写进议题，作为缩进在其下的一项 `- 验收：…`，再评论 `/answer`。',
  '“{title}” (line {line}) could come to anything, and so do {lines}. How would somebody tell that it is done? Write it in the issue, as an item `- Acceptance: …` indented below it, and comment `/answer`.':
    '「{title}」（第 {line} 行）可以有各种结果，{lines}也是。怎样判断它已完成？请把它写进议题，作为缩进在其下的一项 `- 验收：…`，再评论 `/answer`。',
  'Line {line} ("{title}") could come to anything: whoever reviews {task} decides whether it is done. To say it, comment `/replan {task}: Acceptance: …`, or leave it out: `/replan drop {task}`.':
    '第 {line} 行（「{title}」）可以有各种结果：由 {task} 的评审者决定是否已完成。如需说明，请评论 `/replan {task}: 验收：…`，或把它去掉：`/replan drop {task}`。',
  '{said} is about issues, pull requests or a sprint, which no file of the repository holds: that is left to people. If a file is to change, which one, and what should it say?':
    '{said}涉及议题、拉取请求或冲刺，仓库中没有文件记录它们：这留给人处理。如果要修改文件，是哪一个，应当写什么？',
  'The template is not filled in: its story still has placeholders.': '模板没有填写：用户故事中仍有占位符。',
  'Only the template stands here: nobody has filled it in.': '这里只有模板：没有人填写。',
  '“{said}” (the title) is to be found out or decided first. What should be so when this is done?':
    '「{said}」（标题）须先查明或决定。完成时应当如何？',
  'The issue holds others together, and names no task of its own: what it accepts is so once they are done. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.':
    '此议题汇总其他议题，自己没有任务：它们完成后，它的验收标准即成立。如果这里有要做的事，请写明。请在议题中写一个任务列表（`- [ ] T1: 要做什么`），再评论 `/answer`。',
  'The issue proposes something and asks what others think, but names no task. Once it is known what is to be done, write it here. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.':
    '此议题提出建议并征求意见，但没有任务。确定要做什么之后，请写在这里。请在议题中写一个任务列表（`- [ ] T1: 要做什么`），再评论 `/answer`。',
  'The issue is a collection, but names no task. Once it is known what is to be done, write it here. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.':
    '此议题是一个汇总，但没有任务。确定要做什么之后，请写在这里。请在议题中写一个任务列表（`- [ ] T1: 要做什么`），再评论 `/answer`。',
  '{lines} only names another issue: it is planned by itself, with the label there. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.':
    '{lines}只是指向另一个议题：在那里加上标签即可单独制定计划。如果这里有要做的事，请写明。请在议题中写一个任务列表（`- [ ] T1: 要做什么`），再评论 `/answer`。',
  '{lines} only name other issues: each is planned by itself, with the label there. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.':
    '{lines}只是指向其他议题：在那里加上标签即可分别制定计划。如果这里有要做的事，请写明。请在议题中写一个任务列表（`- [ ] T1: 要做什么`），再评论 `/answer`。',
  'The issue says "{said}": what would somebody look at to see that it is so?':
    '议题写道「{said}」：查看什么才能知道确实如此？',
  'What should be so when this is done? If each item of its list is to be done ({lines}), put a box before it (`- [ ] …`) and comment `/answer`. Else say it: `/answer It should …`.':
    '完成时应当如何？如果列表的每一项都要做（{lines}），请在每项之前加上复选框（`- [ ] …`），再评论 `/answer`。否则请说明：`/answer 应当……`。',
  'This is a template for issues, by its title. Whoever wants something done fills in one of their own.':
    '从标题看，这是议题模板。需要做什么，请另填一份。',
  'This reads like a question. If something is to be changed, what should be so when it is done?':
    '这读起来像一个问题。如果要修改什么，完成时应当如何？',
  'All boxes are ticked ({lines}), so nothing is left to be done. Open those that are not done, or write what is missing as a new box.':
    '所有复选框都已勾选（{lines}），没有剩余要做的。请取消勾选未完成的，或把缺少的写成新的复选框。',
  'The issue has no text, and its title does not say what should be so when it is done.':
    '议题没有正文，标题也没有说明完成时应当如何。',
  'The issue has no text of its own, and its title does not say what should be so when it is done.':
    '议题没有自己的正文，标题也没有说明完成时应当如何。',
  'What should be so when this is done? The table on line {line} is not read: write each row that is to be so as an item.':
    '完成时应当如何？第 {line} 行的表格没有读取：请把每一行要求写成一项。',
  'What should be so when this is done? {rest}': '完成时应当如何？{rest}',
  'What should be so when this is done? {boxes} If it is something else:': '完成时应当如何？{boxes}如果是别的：',
  'HTML as on line {line} is not read: what it says counts once it is written in words.':
    '第 {line} 行那样的 HTML 没有读取：写成文字之后才算数。',
  'What nobody else should know of yet is better reported in private, as the security policy of the repository says.':
    '尚不宜公开的内容，请按仓库的安全策略私下报告。',
  'Pictures are not read: what one shows counts once it is said in words, such as the text of an error.':
    '图片没有读取：把图中的内容写成文字（例如错误文本）之后才算数。',
  'Say what must hold when it is done, in a sentence or in items: `/answer It should …`. If it was read right, say `/answer yes`.':
    '请用一句话或逐项说明完成时须成立什么：`/answer 应当……`。如果理解正确，请回复 `/answer yes`。',
  'Say what must hold when it is done, in a sentence or in items: `/answer It should …`.':
    '请用一句话或逐项说明完成时须成立什么：`/answer 应当……`。',
  'Line {line_number}': '第 {line_number} 行',
  'This reads like an advertisement, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.':
    '这看起来是广告，因此没有可计划的内容。如果需要修改，请说明完成时应当如何：`/answer 应当……`。',
  'This asks for an answer, not for a change, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.':
    '这是在提问，而不是要求变更，因此没有需要列入计划的内容。如果要修改什么，请说明完成时应当如何：`/answer 应当……`。',
  'This says thanks and asks for no change, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.':
    '这是在致谢，没有要求变更，因此没有需要列入计划的内容。如果要修改什么，请说明完成时应当如何：`/answer 应当……`。',
  '{said} is to be found out or decided first.': '{said}须先查明或决定。',
  '{said} is to be found out or decided first, as is {lines}.': '{said}须先查明或决定，{lines}也是。',
  '{said} is to be found out or decided first, as are {lines}.': '{said}须先查明或决定，{lines}也是。',
  '{first} What should be so when this is done?': '{first}完成时应当如何？',
  '{first} {lines} may hang on what comes of it. What should be so when this is done?':
    '{first}{lines}可能取决于其结果。完成时应当如何？',
  '{lines} changes no file (a tag, a release, an announcement), so it is left to people, and nothing else is to be done. If something in the repository is to change, say it: `/answer It should …`.':
    '{lines}不修改文件（打标签、发布、公告），因此留给人做，没有别的要做。如果要修改仓库中的内容，请说明：`/answer 应当……`。',
  '{lines} changes no file (a tag, a release, an announcement), so it is left to people, and nothing else is to be done. The other boxes are ticked ({ticked}). If something in the repository is to change, say it: `/answer It should …`.':
    '{lines}不修改文件（打标签、发布、公告），因此留给人做，没有别的要做。其余复选框已勾选（{ticked}）。如果要修改仓库中的内容，请说明：`/answer 应当……`。',
  '{lines} change no file (a tag, a release, an announcement), so they are left to people, and nothing else is to be done. If something in the repository is to change, say it: `/answer It should …`.':
    '{lines}不修改文件（打标签、发布、公告），因此留给人做，没有别的要做。如果要修改仓库中的内容，请说明：`/answer 应当……`。',
  '{lines} change no file (a tag, a release, an announcement), so they are left to people, and nothing else is to be done. The other boxes are ticked ({ticked}). If something in the repository is to change, say it: `/answer It should …`.':
    '{lines}不修改文件（打标签、发布、公告），因此留给人做，没有别的要做。其余复选框已勾选（{ticked}）。如果要修改仓库中的内容，请说明：`/answer 应当……`。',
  'the title': '标题',
  'When it is done was read from the text of the issue, and {who} said yes to that: {words}.':
    '完成标准取自议题的文本，并由 {who} 确认：{words}。',
  'When it is done was read from the text of the issue, and {who} said yes to that on {at} UTC: {words}.':
    '完成标准取自议题的文本，并由 {who} 于 {at} UTC 确认：{words}。',
} as const satisfies Record<string, TranslatedText>
