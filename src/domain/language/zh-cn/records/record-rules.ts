import type { TranslatedText } from '../../translation.ts'

/** What of a repository stands in the way, and what helps. */
export const recordRulesZhCn = {
  'the rule “{rule}” forbids it. GitHub says: {says}': '规则「{rule}」禁止这样做。GitHub 的说明：{says}',
  'the rule “{rule}” of the ruleset {rulesets} forbids it. GitHub says: {says}':
    '规则集 {rulesets} 的规则「{rule}」禁止这样做。GitHub 的说明：{says}',
  'the rule “{rule}” of the rulesets {rulesets} forbids it. GitHub says: {says}':
    '规则集 {rulesets} 的规则「{rule}」禁止这样做。GitHub 的说明：{says}',
  'approve its pull request on GitHub, or {way}': '请在 GitHub 上批准它的拉取请求，或者{way}',
  'have those checks run for `{branches}`, too, or {way}': '请让这些检查也在 `{branches}` 上运行，或者{way}',
  'exclude `{branches}` from the ruleset that holds it (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list; classic branch protection has no exclusions, so let its pattern leave those out':
    '把 `{branches}` 从有此规则的规则集中排除（Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern），或把此 App 加入其绕过列表；经典分支保护没有排除项，请让它的模式不包括这些分支',
  'exclude `{branches}` from that ruleset (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list':
    '把 `{branches}` 从该规则集中排除（Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern），或把此 App 加入其绕过列表',
  'exclude `{branches}` from those rulesets (Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern), or put this App on its bypass list':
    '把 `{branches}` 从这些规则集中排除（Settings → Rules → Rulesets → Target branches → Add target → Exclude by pattern），或把此 App 加入其绕过列表',
  'this repository is archived, so nothing in it can be changed': '此仓库已归档，其中的内容无法更改',
  'issues are switched off in this repository': '此仓库已关闭议题功能',
  'this repository has no commit yet, so there is nothing that a branch could begin at':
    '此仓库还没有提交，分支没有可以开始的位置',
  'releases are immutable here, and that one is out. GitHub says: {says}':
    '这里的发布不可更改，而该发布已发出。GitHub 的说明：{says}',
  'this App may not do that here. GitHub says: {says}': '此 App 在这里没有这样做的权限。GitHub 的说明：{says}',
  'the branch `{branch}` is in the way: git can’t have a branch and others below its name':
    '分支 `{branch}` 造成冲突：git 不能同时有一个分支和以其名称开头的下级分支',
  'whoever administers the repository unarchives it': '请仓库管理员取消归档',
  'whoever administers the repository switches issues on again (Settings → General → Features)':
    '请仓库管理员重新打开议题功能（Settings → General → Features）',
  'push a first commit to the default branch': '请向默认分支推送第一个提交',
  'a release under another tag can be made': '可以用另一个标签发布',
  'an owner accepts the permissions that the App asks for (Settings → GitHub Apps → Review request)':
    '请所有者接受 App 请求的权限（Settings → GitHub Apps → Review request）',
  'rename or delete the branch `{branch}`': '请重命名或删除分支 `{branch}`',
  'take the secret out of what was made, or allow it on GitHub’s page of push protection':
    '请从成果中去掉密钥，或在 GitHub 的推送保护页面上允许它',
  'A ruleset “{ruleset}” stops this work, by {rules}: {way}':
    '规则集「{ruleset}」会使此工作停下，规则为 {rules}：{way}',
  'A ruleset that this App can’t read may stop this work, by {rules}: {way}':
    '此 App 无法读取的一个规则集可能使此工作停下，规则为 {rules}：{way}',
  'No branch for this work: {why}; {way}': '此工作无法建立分支：{why}；{way}',
  'Kept in Git LFS: {paths}. Only a person can push such a file, with git-lfs: give the task to one, `/assign {task} @login`, or take the path out of `.gitattributes`':
    '保存在 Git LFS 中：{paths}。只有人能用 git-lfs 推送这样的文件：用 `/assign {task} @用户名` 把任务交给一个人，或把此路径从 `.gitattributes` 中去掉',
} as const satisfies Record<string, TranslatedText>
