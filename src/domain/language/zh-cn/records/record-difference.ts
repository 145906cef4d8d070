import type { TranslatedText } from '../../translation.ts'

/** What two plans differ in, and how a criterion is checked. */
export const recordDifferenceZhCn = {
  'runs a command': '运行命令',
  'runs {command}': '运行 {command}',
  'CI: {checks}': 'CI：{checks}',
  'all checks': '全部检查',
  'a model reads it': '由模型阅读',
  'a person judges': '由人判断',
  'the file': '该文件',
  '{path} exists': '{path} 存在',
  '{path} parses': '{path} 可以解析',
  '{path} contains "{text}"': '{path} 包含「{text}」',
  '{path} matches /{pattern}/': '{path} 匹配 /{pattern}/',
  '{path} fits its JSON Schema': '{path} 符合其 JSON Schema',
  '{path} is at most {n} bytes': '{path} 不超过 {n} 字节',
  '{path} passes its quality gate': '{path} 通过质量关卡',
  '{path} is free of {code}': '{path} 没有 {code}',
  'a machine reads {path}': '由机器读取 {path}',
  'any file': '任意文件',
  '{statement} ({severity})': '{statement}（{severity}）',
  '{statement} ({severity}, {how})': '{statement}（{severity}，{how}）',
  'writes {path} ({n} lines)': '写入 {path}（{n} 行）',
  'changes {paths}': '修改 {paths}',
  'what {tasks} delivers': '{tasks} 的交付物',
  'what {tasks} deliver': '{tasks} 的交付物',
  '{path}, assembled by {task} from {tasks}': '{path}，由 {task} 用 {tasks} 组装',
  '{after}, in other details': '{after}，其他细节不同',
  'Line {n}: a second `Final:`; the first is on line {line_number}.':
    '第 {n} 行：第二个 `Final:`；第一个在第 {line_number} 行。',
  'Line {n}: the code block says `{info}` but is empty.': '第 {n} 行：代码块标明 `{info}`，却是空的。',
  'No task is left. Write a task list (`- [ ] T1: what to do`), or a `yaml countersign` block.':
    '没有剩下任务。请写一个任务列表（`- [ ] T1: 要做什么`），或一个 `yaml countersign` 代码块。',
  'The template is not filled in: its title has a placeholder. Say there what is meant, and comment `/answer`.':
    '模板没有填写：标题中仍有占位符。请写明内容，再评论 `/answer`。',
  'The template is not filled in: its title and line {n} have placeholders. Say there what is meant, and comment `/answer`.':
    '模板没有填写：标题和第 {n} 行仍有占位符。请写明内容，再评论 `/answer`。',
  'there is no {id}': '没有 {id}',
  '{id} comes of splitting {task}, so say it of {whole}': '{id} 由拆分 {task} 得来，请针对 {whole} 来说',
  'nothing stands below it': '其下没有内容',
  'Say it as `{task}: what to do in docs/x.md`, or edit the issue and comment `/answer`.':
    '请写成 `{task}: 在 docs/x.md 中要做什么`，或编辑议题后评论 `/answer`。',
  'Say it as `{task}: what to do in docs/x.md, after {first}`, {code_lines} or `drop {last}`, or edit the issue and comment `/answer`.':
    '请写成 `{task}: 在 docs/x.md 中要做什么, after {first}`、{code_lines} 或 `drop {last}`，或编辑议题后评论 `/answer`。',
  '{lines} says that this waits for {issues}. Nothing here waits by itself: approve the plan once that is done.':
    '{lines}写明此议题等待 {issues}。这里不会自动等待：请在它完成后再批准计划。',
  '{lines} says that this waits for {issues}. Nothing here waits by itself: approve the plan once those are done.':
    '{lines}写明此议题等待 {issues}。这里不会自动等待：请在它们完成后再批准计划。',
  '{lines} say that this waits for {issues}. Nothing here waits by itself: approve the plan once that is done.':
    '{lines}写明此议题等待 {issues}。这里不会自动等待：请在它完成后再批准计划。',
  '{lines} say that this waits for {issues}. Nothing here waits by itself: approve the plan once those are done.':
    '{lines}写明此议题等待 {issues}。这里不会自动等待：请在它们完成后再批准计划。',
} as const satisfies Record<string, TranslatedText>
