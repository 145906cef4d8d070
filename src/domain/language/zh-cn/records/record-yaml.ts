import type { TranslatedText } from '../../translation.ts'

/** What the readers of issues say of what is written there: YAML, the plan's schema, outlines. */
export const recordYamlZhCn = {
  'Line {n}: {fault}.': '第 {n} 行：{fault}。',
  'Line {n}: {fault}': '第 {n} 行：{fault}',
  'Line {n}, column {column}: {fault}.': '第 {n} 行第 {column} 列：{fault}。',
  'Line {n}, column {column}: {question}': '第 {n} 行第 {column} 列：{question}',
  "Line {n}, in the plan's YAML: {fault}": '第 {n} 行，计划的 YAML：{fault}',
  "Line {n}, column {column}, in the plan's YAML: {fault}": '第 {n} 行第 {column} 列，计划的 YAML：{fault}',
  '{code_lines} of {id}': '{id} 的 {code_lines}',
  '{key_place} is not known here': '{key_place} 在这里无效',
  '{key_place} is not known here; did you mean `{suggestion}`?': '{key_place} 在这里无效；是否想写 `{suggestion}`？',
  'the whole': '整个内容',
  '{key_place} is missing': '缺少 {key_place}',
  '{key_place} is {seen}': '{key_place} 为 {seen}',
  '{problem}; it may be {allowed}': '{problem}；可用的值有 {allowed}',
  '{problem}; it must be {type}': '{problem}；必须是{type}',
  '{problem}; it must be more than {size}': '{problem}；必须大于 {size}',
  '{problem}; it must be at least {size}': '{problem}；至少为 {size}',
  '{problem}; it may be at most {size}': '{problem}；最多为 {size}',
  '{n} characters long': '{n} 个字符',
  '{n} entries long': '{n} 项',
  'a list': '列表',
  'a mapping': '映射',
  text: '文本',
  'a whole number': '整数',
  'true or false': 'true 或 false',
  'a number': '数字',
  'more than {n} KB of YAML.': 'YAML 超过 {n} KB。',
  'nested more than {n} deep.': '嵌套超过 {n} 层。',
  '{what} not read here; write out what is meant.': '这里不支持{what}；请直接写出内容。',
  'merge keys (`<<`) are': '合并键（`<<`）',
  'aliases (`*name`) are': '别名（`*name`）',
  'anchors (`&name`) are': '锚点（`&name`）',
  'tags are': '标签',
  'this `{opening}` is never closed; write `{closing}` where what it holds ends.':
    '此处的 `{opening}` 没有闭合；请在其内容结束处写 `{closing}`。',
  'Map keys must be unique.': '映射的键不得重复。',
  'All mapping items must start at the same column.': '映射的各项必须从同一列开始。',
  'All sequence items must start at the same column.': '列表的各项必须从同一列开始。',
  'Implicit keys need to be on a single line.': '键必须写在同一行内。',
  'Implicit map keys need to be followed by map values.': '键之后必须有值（缺少 `:`）。',
  'Nested mappings are not allowed in compact mappings.': '同一行内不能嵌套映射（含有 `: ` 的文本请加引号）。',
  'A block sequence may not be used as an implicit map key.': '列表不能用作键。',
  "Missing closing 'quote.": "缺少结尾的单引号（'）。",
  'Missing closing "quote.': '缺少结尾的双引号（"）。',
  'Missing , between flow map items.': '`{ }` 的各项之间缺少 `,`。',
  'Missing , or : between flow map items.': '`{ }` 的各项之间缺少 `,` 或 `:`。',
  'Missing , between flow sequence items.': '`[ ]` 的各项之间缺少 `,`。',
  'Missing , or : between flow sequence items.': '`[ ]` 的各项之间缺少 `,` 或 `:`。',
  'Missing space after : in flow map.': '`{ }` 中的 `:` 之后缺少空格。',
  'Tabs are not allowed as indentation.': '不能用制表符缩进。',
  'Unexpected scalar at node end.': '值的末尾有多余的文本。',
  'Comments must be separated from other tokens by white space characters.': '注释之前必须有空格。',
  'Plain value cannot start with a tab character.': '不带引号的值不能以制表符开头。',
  'Plain value cannot start with reserved character `.': '不带引号的值不能以反引号开头。',
  'Plain value cannot start with reserved character @.': '不带引号的值不能以 @ 开头。',
  'Block scalar lines must not be less indented than their first line.': '文本块各行的缩进不能少于首行。',
  'Line {n}: the plan must be a mapping with `tasks:`.': '第 {n} 行：计划必须是含有 `tasks:` 的映射。',
  'Line {n}: a second YAML plan; an issue may hold one (the first is on line {line_number}).':
    '第 {n} 行：第二个 YAML 计划；一个议题只能有一个（第一个在第 {line_number} 行）。',
  'The plan in YAML has no task.': 'YAML 计划中没有任务。',
  '{first} (And {n} more like this.)': '{first}（另有 {n} 处类似。）',
  '{first} The same holds for {lines}.': '{first}{lines}同样如此。',
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
  '{problem}; Invalid string: must match pattern {regex}': '{problem}；必须匹配 {regex}',
  '`_extends: {extended}` names a repository of somebody else; only those of {owner} are read':
    '`_extends: {extended}` 指向别人的仓库；只读取 {owner} 的',
  '`_extends: {extended}` goes in a circle: `{place}` builds on this file':
    '`_extends: {extended}` 形成循环：`{place}` 以此文件为基础',
  '`_extends: {extended}` is one too many: {n} files may build on each other':
    '`_extends: {extended}` 超出上限：最多 {n} 个文件逐个以下一个为基础',
  '`_extends: {extended}` is not there: `{place}` does not exist on the default branch, or this App may not read it. Where the repository is private, install the App there too':
    '`_extends: {extended}` 不存在：默认分支上没有 `{place}`，或此 App 无权读取。如果仓库是私有的，请在那里也安装 App',
  'it must name a repository, as policy or acme/policy, and may name a file there, as policy:strict.yml':
    '必须指名一个仓库，如 policy 或 acme/policy，还可以指名其中的文件，如 policy:strict.yml',
  'it must be an executor that runs programs: shell, model or {executor}':
    '必须是能运行程序的执行者：shell、model 或 {executor}',
  'it must be the name of a file in .github/workflows, such as countersign-task.yml':
    '必须是 .github/workflows 中的文件名，如 countersign-task.yml',
  'it must be a name such as codex': '必须是执行者的名称，如 codex',
  'it must be a name such as {executors}, or a person as @login':
    '必须是执行者的名称，如 {executors}，或以 @用户名 指名的人',
  'it must be a name from `MODELS`': '必须是 `MODELS` 中的名称',
  'there is no {unknown_word}': '没有 {unknown_word}',
  'there are {known_words}': '可用的有 {known_words}',
  'it needs {issue_word} or {number_word}, or all issues would share one tag':
    '需要 {issue_word} 或 {number_word}，否则所有议题会共用一个标签',
  'a tag takes letters, digits, and . _ + - between them, without slashes':
    '标签只能含字母、数字，以及它们之间的 . _ + -，不能有斜杠',
  'a release needs a name': '发布需要名称',
  '{file} is not valid': '{file} 无效',
  '{file} contradicts itself': '{file} 自相矛盾',
  '{file} is not JSON': '{file} 不是 JSON',
  'completed, but validation has not passed': '状态为已完成，但验证没有通过',
  '{code} is {n}, the list has {listed}': '{code} 为 {n}，而列表中有 {listed} 项',
  'debug.confirmed_hypothesis is {id}, the list has no such confirmed one':
    'debug.confirmed_hypothesis 为 {id}，而列表中没有这个已证实的假设',
  'validation has passed, but no test ran': '验证已通过，但没有运行任何测试',
  'must be empty or end in "/"': '必须为空或以「/」结尾',
} as const satisfies Record<string, TranslatedText>
