import type { TranslatedText } from '../../translation.ts'

/** What pages alone show of records, and of a look of the doctor, which is kept for all languages. */
export const recordDashboardZhCn = {
  'The doctor looks for who has the role write or more in the repository.':
    '只有在仓库中有 write 以上角色的人才能诊断。',
  'It could not look: {what}. {details}': '无法检查：{what}。{details}',
  'It could not look: GitHub or the repository could not be asked. Try again in a minute.':
    '无法检查：GitHub 或仓库没有应答。请一分钟后重试。',
  'The approved version of each included task, with a manifest': '所含各任务的已批准版本，附清单',
  'who made the commits (they are not signed, and STATE_SECRET is not set)':
    '提交由谁作出（提交未签名，且未设置 STATE_SECRET）',
  'whether the key that signed the commits is the App’s (give --public-key)':
    '签署提交的密钥是否属于 App（请提供 --public-key）',
  'pull requests': '拉取请求',
  'the issue’s label': '议题的标签',
  comments: '评论',
  'a push': '一次推送',
  'a merge': '一次合并',
  '{command}, commit and push': '{command}，然后提交并推送',
  '/approve {task}, or /reject {task} <why>': '/approve {task}，或 /reject {task} <原因>',
  'a review of #{pull}, or /approve {task}, or /reject {task} <why>':
    '评审 #{pull}，或 /approve {task}，或 /reject {task} <原因>',
  '/assign {task} @login, or /assign {task} human': '/assign {task} @用户名，或 /assign {task} human',
  '/assign {task} @login, or /replan <what to change>': '/assign {task} @用户名，或 /replan <要修改什么>',
  '/retry {task}, /assign {task} @login, or /replan <what to change>':
    '/retry {task}、/assign {task} @用户名，或 /replan <要修改什么>',
  'an answer to what planning asks': '回答制定计划时提出的问题',
  'approval of the plan': '批准计划',
  'somebody who can do {task}, then approval': '先找到能完成 {task} 的人，再批准',
  '/assign {task} …, then {command}': '/assign {task} …，然后 {command}',
  'the conflict of {pull} with {branch} in {paths}': '{pull} 与 {branch} 在 {paths} 处的冲突',
  'merge of #{pull}': '合并 #{pull}',
  'who may merge into `{branch}` opens #{pull} and presses “Merge pull request” there; nothing merges it by itself':
    '有权合并到 `{branch}` 的人打开 #{pull}，点击其中的“Merge pull request”；它不会自动合并',
  'the end of the pause': '结束暂停',
} as const satisfies Record<string, TranslatedText>
