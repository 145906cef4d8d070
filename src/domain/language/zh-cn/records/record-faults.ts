import type { TranslatedText } from '../../translation.ts'

/** Rules of a plan that are broken, each with the line that would be right. */
export const recordFaultsZhCn = {
  '{problem}; write {code_lines}': '{problem}；请写 {code_lines}',
  '{key} of {owner} is {seen}; it may be {words}': '{owner} 的 {key} 为 {seen}；可用的值有 {words}',
  '{check} has no reviewer': '{check} 没有评审者',
  'the reviewer of {check} is {reviewer}; it may be `rules`, or a person, as `@login`':
    '{check} 的评审者为 {reviewer}；可以是 `rules`，或以 `@用户名` 指名的人',
  '{check} names {who} as its reviewer, but no criterion of {task} is judged by a person; write {code_lines}, or give it a criterion with `check_method: manual_review`':
    '{check} 指定 {who} 评审，但 {task} 没有需要由人判断的验收标准；请写 {code_lines}，或为它加上一条 `check_method: manual_review` 的标准',
  'no CHECK reviews it': '没有检查评审它',
  '{checks} both review it': '{checks} 都在评审它',
  '{task} needs one CHECK; {found}; write {code_lines}, or leave `checks` out for one each':
    '{task} 需要恰好一个检查；{found}；请写 {code_lines}，或省略 `checks`，由系统各配一个',
  '{check} must review one task; its target is no task of this plan':
    '{check} 必须评审一个任务；它的目标不是此计划的任务',
  '{criterion_id} of {task}': '{task} 的 {criterion_id}',
  '{criterion_of} has no statement': '{criterion_of} 没有内容',
  '{criterion_of} is a {method} without {field}': '{criterion_of} 为 {method}，但缺少 {field}',
  'target, the path it looks at': 'target（要查看的路径）',
  'check, what it looks for': 'check（要查看什么）',
  "pattern of {criterion_of} can't be used: {why}": '{criterion_of} 的模式无法使用：{why}',
  'the deliverable of {task} needs format and filename': '{task} 的交付物需要 format 和 filename',
  'output_dir of {task} must be empty or end in "/"': '{task} 的 output_dir 必须为空或以「/」结尾',
  '{task} delivers several files: that takes `bundle_mode: MANIFEST` and `files`, the paths or globs expected':
    '{task} 交付多个文件：需要 `bundle_mode: MANIFEST` 和 `files`（预期的路径或通配符）',
  'files of {task} has an empty entry': '{task} 的 files 中有空项',
  "acceptance.criteria of {task} doesn't repeat the statements of its acceptance_criteria; leave `acceptance.criteria` out":
    '{task} 的 acceptance.criteria 与 acceptance_criteria 的内容不一致；请省略 `acceptance.criteria`',
  '{task} depends on itself': '{task} 依赖自身',
  '{task} depends on {on}, which is no task': '{task} 依赖的 {on} 不是任务',
  '{problem}; leave {task} out of its order': '{problem}；请从它的依赖中去掉 {task}',
  '{problem}; leave {task} out of its order, or name another task':
    '{problem}；请从它的依赖中去掉 {task}，或改为另一个任务',
  "an edge lets {to} wait for {from}, but its depends_on doesn't":
    '有一条边让 {to} 等待 {from}，但它的 depends_on 中没有',
  'a DEPENDS_ON edge leads from {from} to {to}; {names} is no task; leave `edges` out, they are made from `depends_on`':
    '有一条 DEPENDS_ON 边从 {from} 到 {to}；{names} 不是任务；请省略 `edges`，它们由 `depends_on` 生成',
  '{task} depends on {on}, but no edge says so; leave `edges` out, they are made from `depends_on`':
    '{task} 依赖 {on}，但没有对应的边；请省略 `edges`，它们由 `depends_on` 生成',
  '{to} is a part of itself; leave `edges` out': '{to} 是自身的一部分；请省略 `edges`',
  'a DECOMPOSE edge leads from {from} to {to}; it must lead from a goal to a node of the plan':
    '有一条 DECOMPOSE 边从 {from} 到 {to}；它必须从目标指向计划中的节点',
  '{id} must be part of exactly one goal by the DECOMPOSE edges': '按 DECOMPOSE 边，{id} 必须恰好属于一个目标',
  'these wait for each other in a circle: {circle}': '以下任务互相等待，形成循环：{circle}',
  '{problem}; take one of the orders out, as in {code_lines} of {task_id}':
    '{problem}；请去掉其中一个依赖，例如把 {task_id} 写成 {code_lines}',
  'score {score} is not between 0 and 1': '得分 {score} 不在 0 到 1 之间',
  '{task} has no acceptance criterion, so nothing says when it is done': '{task} 没有验收标准，无法判断何时完成',
  '{task} needs an estimate above 0 person-days': '{task} 的估算必须大于 0 人日',
  '{task} needs an estimate above 0 person-days, not {number}': '{task} 的估算必须大于 0 人日，而不是 {number}',
  "{task} is estimated at {number} person-days, which at 8 h a day isn't {minutes} minutes; write {code_lines} alone":
    '{task} 的估算为 {number} 人日，按每天 8 小时计算并不是 {minutes} 分钟；请只写 {code_lines}',
  '{owner} has no {key}': '{owner} 没有 {key}',
  'the plan': '计划',
  '`{id}` is no id; it should look like {like}': '`{id}` 不是有效的标识；应当类似 {like}',
  'T1 or T3.1': 'T1 或 T3.1',
  'C1 or C3.1': 'C1 或 C3.1',
  'G0, or the task that was split': 'G0，或被拆分的任务',
  '{n} entries of `checks` have the id {id}; give each its own': '`checks` 中有 {n} 项的标识都是 {id}；请各用各的',
  '{n} tasks have the id {id}; give each its own': '有 {n} 个任务的标识都是 {id}；请各用各的',
  'criterion `{id}` of {task} should have an id like AC-1; write {code_lines}, or leave it out':
    '{task} 的标准 `{id}` 应使用类似 AC-1 的标识；请写 {code_lines}，或省略标识',
  '{task} has {n} criteria {id}; leave their ids out, or give each its own':
    '{task} 有 {n} 条标准的标识都是 {id}；请省略标识，或各用各的',
  'the plan has no root goal G0': '计划没有根目标 G0',
  '{id} is the id of {n} root criteria': '有 {n} 条总体标准的标识都是 {id}',
  'outside its scope ({scope})': '超出它的范围（{scope}）',
  '{task} may not write `{path}`: {why}': '{task} 不得写入 `{path}`：{why}',
  'root criterion {id} has no statement': '总体标准 {id} 没有内容',
  'line {n} of the issue ({said})': '议题第 {n} 行（{said}）',
  '{said}, which was said in the thread': '讨论中所说的 {said}',
  'no task has a criterion for {where}, and nothing says whose it is; write {code_lines} there, or move it below its task':
    '没有任务的验收标准对应{where}，也没有写明它属于哪个任务；请在那里写 {code_lines}，或把它移到所属任务之下',
  '{where} is said to be covered by {names}, which no task has': '{where}写明由 {names} 覆盖，但没有任务有这些标准',
  'the plan has no final_deliverable_spec': '计划没有 final_deliverable_spec',
  'the final deliverable includes {id}, which is no task': '最终交付物包含 {id}，但它不是任务',
  'the final deliverable is made of no task; leave `include_children` out for all, or name one':
    '最终交付物不含任何任务；请省略 `include_children` 以包含全部，或至少指名一个',
  '`output` names {path}, but no task assembles it: what each task delivers is handed over as it is, with a manifest; leave `output` out, or let a task make that file':
    '`output` 指名 {path}，但没有任务组装它：各任务的交付物会原样连同清单一起移交；请省略 `output`，或让一个任务生成该文件',
  "the final deliverable is {path}, which {task} doesn't deliver; write {code_lines} for {assembling}, or leave `output` out":
    '最终交付物是 {path}，但 {task} 并不交付它；请为 {assembling} 写 {code_lines}，或省略 `output`',
  'the final deliverable is assembled by {who}; it must name a task of the plan':
    '最终交付物由 {who} 组装；这里必须是计划中的任务',
  'no task': '（无任务）',
  '{task} assembles the final deliverable from no task; name its inputs in `include_children`, or hand over what each task delivers with `mode: PASS_THROUGH`':
    '{task} 组装最终交付物，却没有输入任务；请在 `include_children` 中指名输入，或用 `mode: PASS_THROUGH` 直接移交各任务的交付物',
  "{task} assembles {input} but doesn't depend on it": '{task} 组装 {input}，却不依赖它',
  "line {n} of a diff of {task} begins a binary patch, which nobody can read; leave that file out and push it to the task's branch":
    '{task} 的 diff 第 {n} 行开始是二进制补丁，没有人能读；请去掉该文件，并把它推送到任务的分支',
  'it has {n} characters, at most {most}': '长 {n} 个字符，最多 {most} 个',
  'written out, its repetitions make {n} steps of it, at most {most}': '展开重复后有 {n} 步，最多 {most} 步',
  'written out, the patterns of the plan up to this one have {n} steps, at most {most}':
    '计划中到此为止的模式展开后共 {n} 步，最多 {most} 步',
  'no RE2 expression': '不是 RE2 表达式',
  "git's own files (.git*) can't be delivered": '不能交付 git 自身的文件（.git*）',
  'no task may touch this path': '任何任务都不得改动此路径',
  '{n} files changed, at most {most}': '修改了 {n} 个文件，最多 {most} 个',
  '{mode}, not a regular file': '{mode}，不是普通文件',
  "outside the task's scope ({scope})": '超出任务的范围（{scope}）',
  '{n} bytes, at most {most}': '{n} 字节，最多 {most}',
  'empty path': '路径为空',
  'path longer than {n} characters': '路径超过 {n} 个字符',
  'name is not valid Unicode': '名称不是有效的 Unicode',
  'control character in the name': '名称含有控制字符',
  'absolute path': '绝对路径',
  'drive letter': '含有盘符',
  'backslash in the name': '名称含有反斜杠',
  'climbs out with ".."': '用「..」越出目录',
  'empty or "." segment': '含有空的或「.」路径段',
  'reads as a short name of another file on Windows': '在 Windows 上会被当作另一个文件的短名称',
  'a name of dots, spaces or invisible characters': '名称只有点、空格或不可见字符',
  "the same name as {path} where letter case or accents don't count": '不区分大小写或重音时与 {path} 同名',
  'a symbolic link': '符号链接',
  'a submodule': '子模块',
  'a special file': '特殊文件',
  'mode {number}': '模式 {number}',
} as const satisfies Record<string, TranslatedText>
