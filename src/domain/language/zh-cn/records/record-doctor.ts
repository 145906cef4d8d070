import type { TranslatedText } from '../../translation.ts'

/** What the doctor finds, and what puts it right. */
export const recordDoctorZhCn = {
  'push {sha} from a clone that still has it': '请从仍有 {sha} 的克隆中推送它',
  'push {sha} from a clone that still has it, then `/resume`': '请从仍有 {sha} 的克隆中推送它，然后 `/resume`',
  'push it from a clone that still has it': '请从仍有它的克隆中推送它',
  '`/doctor fix` sets it back': '`/doctor fix` 将其恢复',
  '`/doctor fix` sets it back, then `/resume`': '`/doctor fix` 将其恢复，然后 `/resume`',
  '{branch} is not there; {sha} was recorded on it': '{branch} 不存在；记录中它位于 {sha}',
  '{branch} is at {head}, which does not contain {sha}': '{branch} 位于 {head}，其中不包含 {sha}',
  'the integration branch': '集成分支',
  'version {version} of {task}': '{task} 的版本 {version}',
  'Commit {sha} of {name} is not there': '{name} 的提交 {sha} 不存在',
  'Commit {sha} of {name} has the tree {tree}, not {wanted}': '{name} 的提交 {sha} 的树为 {tree}，而不是 {wanted}',
  '`/reject {task} why` has it done again': '`/reject {task} 原因` 让它重做',
  '{branch} belongs to no plan of {id}': '{branch} 不属于 {id} 的任何计划',
  'delete it if nobody needs it': '如果没有人需要，请删除',
  '{path} of {name} is not at {place}': '{name} 的 {path} 不在 {place}',
  '{path} of {name} has other bytes at {place}': '{name} 的 {path} 在 {place} 的内容不同',
  '{path} of {name} has another mode at {place}': '{name} 的 {path} 在 {place} 的文件模式不同',
  '{path} of {name} has another sha256 at {place}': '{name} 的 {path} 在 {place} 的 sha256 不同',
  'The verdict on {task} is not at {path}': '{task} 的裁定不在 {path}',
  '{file} is recorded at {path}': '{file} 被记录在 {path}',
  '{file} was changed after it was written': '{file} 在写入之后被改动过',
  '{file} has a front matter that can’t be read': '{file} 的头部（front matter）无法读取',
  '{file} has another {keys} than the record': '{file} 的 {keys} 与记录不同',
  '{folder} has a file that no record names': '{folder} 中有一个没有任何记录指名的文件',
  '{folder} has {n} files that no record names': '{folder} 中有 {n} 个没有任何记录指名的文件',
  'nothing uses them; leave them, they are part of the history': '没有被使用；请保留，它们是历史的一部分',
  'nothing uses it; leave it, it is part of the history': '没有被使用；请保留，它是历史的一部分',
  'In {id} {what}': '{id} 中：{what}',
  '{plan} has {id}, its execution record does not': '{plan} 有 {id}，其执行记录却没有',
  '{id} is “{found}” in the record and “{expected}” in the plan':
    '{id} 在记录中为「{found}」，在计划中为「{expected}」',
  'The record of {plan} has {id}, which is not in the plan': '{plan} 的记录中有 {id}，计划中却没有',
  'a push that takes it back has it made anew': '推送撤销它的提交即可重新完成',
  '{code_lines} has it made anew': '{code_lines} 重新完成它',
  '`/doctor fix` puts it back where it was recorded': '`/doctor fix` 将其恢复到记录的位置',
  '`/doctor fix` puts it back where it was recorded, then `/resume`':
    '`/doctor fix` 将其恢复到记录的位置，然后 `/resume`',
  '{branch} holds what nobody approved: {paths}': '{branch} 上有未经批准的内容：{paths}',
  '{path}, which is not as approved in version {version} of {task}': '{path}（与 {task} 已批准的版本 {version} 不同）',
  '{op} ({what})': '{op}（{what}）',
  '{name} is owed twice': '{name} 两次列为待执行',
  '{name} is owed and does not follow from the state': '{name} 待执行，但与当前状态不符',
  'any command, such as `/status`, drops it': '任一命令（例如 `/status`）会将其去掉',
  '{name} is owed since {at} UTC': '{name} 自 {at} UTC 起一直待执行',
  'any command, such as `/status`, makes the bot try it again; see the server’s log':
    '任一命令（例如 `/status`）会让机器人再试一次；请查看服务器的日志',
  '{id} works on {plan}, but there is no execution record': '{id} 正在执行 {plan}，但没有执行记录',
  '{id} works on {plan}, but its execution record is about {found}': '{id} 正在执行 {plan}，但其执行记录属于 {found}',
  '{id} names the loop {loop}, but that file is missing': '{id} 指向循环 {loop}，但该文件不存在',
  '{id} names the loop {loop}, but the file is about {found}': '{id} 指向循环 {loop}，但该文件属于 {found}',
  '{id} names the plan {plan}, but there is no plan file': '{id} 指向计划 {plan}，但没有计划文件',
  '{id} names the plan {plan}, but the plan file is about {found}': '{id} 指向计划 {plan}，但计划文件属于 {found}',
  'The hash of {id} is not the same everywhere: its content {content}, its file {file}, the record {kept}':
    '{id} 的哈希不一致：内容 {content}，文件 {file}，记录 {kept}',
  'The hash of {id} is not the same everywhere: its content {content}, its file {file}, the record {kept}, the approval {approved}':
    '{id} 的哈希不一致：内容 {content}，文件 {file}，记录 {kept}，批准 {approved}',
  'session {session}': '会话 {session}',
  'the queue of session {session}': '会话 {session} 的队列',
  'loop {loop}': '循环 {loop}',
  '{id} is {phase}, but {where} says {found}, not {status}':
    '{id} 为 {phase}，但 {where} 记为 {found}，而不是 {status}',
  'nothing of it': '没有记录',
  '{name} is not there': '{name} 不存在',
  '`/retry {task}` opens another': '`/retry {task}` 另开一个',
  '{task} {standing} and has no open pull request': '{task} {standing}，却没有打开的拉取请求',
  '`/doctor fix` opens it': '`/doctor fix` 将其打开',
  'Pull request {pull} of {task}': '{task} 的拉取请求 {pull}',
  '{name} goes from {head} into {base}, not from {branch} into {integration}':
    '{name} 从 {head} 合入 {base}，而不是从 {branch} 合入 {integration}',
  'set its base back on its page': '请在其页面上改回目标分支',
  '{name} is recorded as closed, and is open': '{name} 记录为已关闭，实际为打开',
  'close it': '请关闭它',
  '{name} is recorded as open, and is merged': '{name} 记录为打开，实际已合并',
  '{name} is recorded as open, and is closed': '{name} 记录为打开，实际已关闭',
  'have GitHub deliver that webhook again': '请让 GitHub 重新投递该 webhook',
  '`/doctor fix` opens it again': '`/doctor fix` 将其重新打开',
  'open it again, or `/reject {task} why`': '请重新打开，或回复 `/reject {task} 原因`',
  'The final pull request {pull} conflicts with {branch} in {paths}':
    '最终的拉取请求 {pull} 与 {branch} 在 {paths} 处有冲突',
  '`/replan` makes the plan anew on {branch} as it is now': '`/replan` 在 {branch} 的当前状态上重新制定计划',
  'The final pull request {pull} is recorded as {state}, and is {found}':
    '最终的拉取请求 {pull} 记录为 {state}，实际为 {found}',
  'not there': '不存在',
  'have GitHub deliver that webhook again, or set it back on its page':
    '请让 GitHub 重新投递该 webhook，或在其页面上改回',
  'Version {version} of {task} ({id}) stands there twice': '{task} 的版本 {version}（{id}）出现了两次',
  'Version {version} of {task} ({id}) is number {number} in the list':
    '{task} 的版本 {version}（{id}）在列表中排第 {number}',
  'Version {version} of {task} ({id}) belongs to no task of the plan':
    '{task} 的版本 {version}（{id}）不属于计划中的任何任务',
  'Review {review} of {task} is of version {version}, which is not recorded':
    '{task} 的评审 {review} 针对版本 {version}，而该版本没有记录',
  'Review {review} of {task} names another reviewer node than the version it reviewed':
    '{task} 的评审 {review} 所记的评审节点与其评审的版本不符',
  'Review {review} of {task} names another {keys} than the version it reviewed':
    '{task} 的评审 {review} 所记的 {keys} 与其评审的版本不符',
  'active version': '当前版本',
  'approved version': '已批准的版本',
  'reviewed version': '所评审的版本',
  'input from {task}': '来自 {task} 的输入',
  '{id} points to review {review}, which is not recorded for it': '{id} 指向评审 {review}，但它没有这条评审记录',
  'The {what} of {node} is {id}, which is not recorded': '{node} 的{what}为 {id}，但没有该版本的记录',
  'The {what} of {node} is {id}, which is a version of {task}': '{node} 的{what}为 {id}，而那是 {task} 的版本',
  '{task} is recorded as at work, but nothing works on it': '{task} 记录为进行中，但没有任何运行',
  'Something works on {task}, which {standing}': '有运行在执行 {task}，而它{standing}',
  '`/retry {task}` has it done again': '`/retry {task}` 重新完成它',
  'The work on {task} has not been heard of since {at} (run {run})': '自 {at} 起没有 {task} 的消息（运行 {run}）',
  '{task} waits, and not for anybody': '{task} 在等待，却不是在等任何人',
  '`/retry {task}` goes on': '`/retry {task}` 继续',
  '{task} is recorded as done, but nothing of it is approved and merged':
    '{task} 记录为已完成，但没有已批准并合并的内容',
  '{task} is about to be merged, and these bytes are not approved': '{task} 即将合并，但其内容未经批准',
  '`/reject {task} why` takes it back': '`/reject {task} 原因` 将其撤回',
  'any command, such as `/status`, makes the bot look at what it still owes':
    '任一命令（例如 `/status`）会让机器人检查尚未完成的动作',
  'The review of {task} is recorded as under way, but no version is looked at':
    '{task} 的评审记录为进行中，但没有在看的版本',
  'The review of {task} waits, and not for anybody': '{task} 的评审在等待，却不是在等任何人',
  '`/retry {task}` has it looked at again': '`/retry {task}` 重新评审',
  '{task} {standing} on {id} as of version {version}, of which {approved} is approved':
    '{task} {standing}，依据的是 {id} 的版本 {version}，而已批准的是 {approved}',
  '{id} is DONE while {tasks} is not': '{id} 为 DONE，而 {tasks} 不是',
  '{id} is {state} with all below it DONE': '{id} 为 {state}，而其下全部为 DONE',
  '{id} is {phase} while {tasks} is not': '{id} 为 {phase}，而 {tasks} 不是',
  '{id} is {phase} while {tasks} are not': '{id} 为 {phase}，而 {tasks} 不是',
  'The comment with {id} is gone': '{id} 的评论不见了',
  'The comment with the status is gone': '状态评论不见了',
  '`/doctor fix` posts it again': '`/doctor fix` 重新发布',
  'Issue {issue} is closed, and its work goes on': '议题 {issue} 已关闭，而其工作仍在进行',
  'reopen it, or `/stop`': '请重新打开，或 `/stop`',
  'Issue {issue} lacks its label, `{label}`': '议题 {issue} 缺少标签 `{label}`',
  'Issue {issue} has the label {labels}, and should have none': '议题 {issue} 有标签 {labels}，而不应有标签',
  'Issue {issue} has the label {labels}, not `{label}`': '议题 {issue} 的标签为 {labels}，而不是 `{label}`',
  '`/doctor fix` sets it': '`/doctor fix` 将其改正',
  'Commit {sha} on the workflow branch {why}': '工作流分支上的提交 {sha} {why}',
  '{branch} belongs to no issue': '{branch} 不属于任何议题',
  '{folder} belongs to no task of any plan': '{folder} 不属于任何计划的任务',
  'look at the newest commits of `countersign/workflow`, and move it back to the last one that was right':
    '请查看 `countersign/workflow` 最新的提交，并将它移回最后一个正确的提交',
  'is not on a straight line of the App’s commits': '不在 App 提交的单一历史线上',
  'was not made by this App': '不是由此 App 作出的',
  'changes something else than its Countersign-Changes says': '改动的内容与其 Countersign-Changes 不符',
  'makes a link or a program of a file': '把文件变成了链接或可执行程序',
  'has a signature that does not hold': '签名无效',
  'is not Verified by GitHub': '没有 GitHub 的 Verified 标记',
  'names another repository': '指名的是另一个仓库',
  'waits for a person': '等待有人处理',
  'Could not {what}: {why}': '未能{what}：{why}',
  'restore branch': '恢复分支',
  'reopen pull request': '重新打开拉取请求',
  'open task pull request': '打开任务的拉取请求',
  'set label': '设置标签',
  'show plan': '发布计划',
  'show status': '发布状态',
  'post the plan': '发布计划',
  'post the status': '发布状态',
  '{branch} is no branch of this issue’s work': '{branch} 不是此议题工作的分支',
  '{branch} is at {sha} again': '{branch} 已恢复到 {sha}',
  '{branch} is at {sha} again; it was at {head}': '{branch} 已恢复到 {sha}；此前位于 {head}',
  '{branch} moved meanwhile, so it was left as it is': '{branch} 期间有移动，因此保持不变',
  'Pull request {pull} is open again': '拉取请求 {pull} 已重新打开',
  'Pull request {pull} of {task} is open': '{task} 的拉取请求 {pull} 已打开',
  '{task} is no task of the plan': '{task} 不是计划的任务',
  'The issue is not registered': '议题没有登记',
  '{id} is history': '{id} 已成为历史',
  'The label was taken off': '标签已去掉',
  'The label is `{label}` again': '标签已恢复为 `{label}`',
  'The comment with the plan is there again': '计划评论已恢复',
  'The comment with the status is there again': '状态评论已恢复',
  'no answer': '没有应答',
  'A second reader ({by}) found, and it was not mended: {what}': '第二位审阅者（{by}）发现以下问题，尚未修复：{what}',
  'Rules alone judged here: {why}': '此处只由规则判断：{why}',
  'Nothing was changed, and nothing of this goes on until it can be read. Where a newer version of the App wrote it, run that one; otherwise move the branch `countersign/workflow` back to the commit before':
    '没有任何改动，在能够读取之前不会继续。如果状态由更新版本的 App 写入，请运行该版本；否则请将分支 `countersign/workflow` 移回前一个提交',
  'Nothing was changed; ask for it again': '没有任何改动；请再说一次',
  'Nothing was changed, and asking again comes to the same until that is mended':
    '没有任何改动；在修复之前，再说一次结果也相同',
  'The recorded state can’t be read': '无法读取所记录的状态',
  'What was asked for here could not be recorded': '此处的请求无法记录',
  'To go on, {way}. It is tried again for three days, so nothing has to be said once more':
    '如要继续，{way}。三天之内会自动重试，无需再说一次',
  'commit {sha} on the workflow branch has this App’s MAC, but GitHub did not sign it':
    '工作流分支上的提交 {sha} 有此 App 的 MAC，但没有 GitHub 的签名',
  'On GitHub Enterprise Server an administrator switches web commit signing on. Where that can’t be, `UNSIGNED_COMMITS=allowed` on the server lets the MAC alone decide (docs/security.md says what that gives up). `/doctor fix` can’t help.':
    '在 GitHub Enterprise Server 上请管理员启用网页提交签名。如果做不到，服务器上的 `UNSIGNED_COMMITS=allowed` 让 MAC 单独决定（docs/security.md 说明由此放弃了什么）。`/doctor fix` 无法解决。',
  'commit {sha} on the workflow branch does not say which repository it is for, and its issues are not this one’s':
    '工作流分支上的提交 {sha} 没有写明属于哪个仓库，且其中的议题不是此仓库的',
  'Where it was brought here from another repository, delete all branches below `countersign/`: work starts afresh then.':
    '如果它来自另一个仓库，请删除 `countersign/` 之下的所有分支：工作将重新开始。',
  '{branch} was moved back: it was at {sha} and is at {head}, which does not contain it':
    '{branch} 被移回：原位于 {sha}，现位于 {head}，其中不包含前者',
  'A maintainer’s `/doctor fix` puts it at {sha} again.': '维护者的 `/doctor fix` 将其恢复到 {sha}。',
  'Where the older state is meant, see “Everything is on hold” in docs/operations.md.':
    '如果确实要用较早的状态，请参阅 docs/operations.md 的「Everything is on hold」一节。',
  'Push its last commit again from a clone that has it: {code_lines}.':
    '请从仍有其最后提交的克隆中重新推送：{code_lines}。',
  'the branch {branch}, which holds all state, is gone': '存放全部状态的分支 {branch} 不见了',
  'the record of {id} is of another repository (GitHub’s id {number}) than {repository}':
    '{id} 的记录属于另一个仓库（GitHub 编号 {number}），而不是 {repository}',
  'Where the workflow branch was brought here from elsewhere, delete all branches below `countersign/`: work starts afresh then.':
    '如果工作流分支来自别处，请删除 `countersign/` 之下的所有分支：工作将重新开始。',
  'the branch {branch} is gone, and its last commit is not known here':
    '分支 {branch} 不见了，且这里不知道它的最后提交',
  'none of the newest {n} commits of {branch} was made by this App for this repository':
    '{branch} 最新的 {n} 个提交都不是由此 App 为此仓库作出的',
  'Push the last commit of the App from a clone that has it: {code_lines}.':
    '请从仍有 App 最后提交的克隆中推送：{code_lines}。',
  'commit {sha} on the workflow branch was made by this App for another repository':
    '工作流分支上的提交 {sha} 是此 App 为另一个仓库作出的',
  'In a fork, a copy or a repository made anew, delete all branches below `countersign/`: work starts afresh then. Else a maintainer’s `/doctor fix` moves the branch back to the last commit that belongs here.':
    '如果这是复刻、副本或重建的仓库，请删除 `countersign/` 之下的所有分支：工作将重新开始。否则维护者的 `/doctor fix` 将分支移回最后一个属于这里的提交。',
  'commit {sha} on the workflow branch {why}, so it was not made by this App':
    '工作流分支上的提交 {sha} {why}，因此不是由此 App 作出的',
  'Look at it. A maintainer’s `/doctor fix` moves the branch back to the last commit of the App, without it.':
    '请查看它。维护者的 `/doctor fix` 将分支移回 App 的最后一个提交，去掉它。',
  'is not Verified': '没有 Verified 标记',
  'lacks a valid Countersign-Mac': '没有有效的 Countersign-Mac',
  'changes something else than its Countersign-Mac is over': '改动的内容与其 Countersign-Mac 所涵盖的不符',
} as const satisfies Record<string, TranslatedText>
