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
} as const satisfies Record<string, TranslatedText>
