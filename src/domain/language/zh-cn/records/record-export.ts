import type { TranslatedText } from '../../translation.ts'

/** What an export lacks, why there is none; and what a repository has that the App was installed on. */
export const recordExportZhCn = {
  '{n} of {all} tasks have no approved version yet': '{all} 个任务中有 {n} 个尚无已批准的版本',
  'nothing is approved yet': '尚无已批准的内容',
  "paths that can't be written: {paths}": '无法写入的路径：{paths}',
  'has no state': '没有状态',
  'is done without a standing approval': '已完成，但没有有效的批准',
  'its approved version is not recorded': '其已批准的版本没有记录',
  'a file of its approved version is recorded without its bytes': '其已批准的版本中有文件缺少内容记录',
  'its approved version has no approving review': '其已批准的版本没有批准的评审',
  '{path} was changed since by {task}, which is being done anew': '{path} 此后被 {task} 变更，而后者正在重做',
  'its approval is not final': '其批准尚未最终生效',
  'without the versions that were not approved (include-candidates)': '不含未获批准的版本（include-candidates）',
  'without what only supports the deliverable (include-supporting: false, or /export no-supporting)':
    '不含只起支持作用的内容（include-supporting: false，或 /export no-supporting）',
  'in plans that deliver less each (/split, or another issue)': '拆成交付内容较少的计划（/split，或另开议题）',
  'the archive would have {size} GiB, and GitHub takes less than 2 GiB a file; export it {ways}':
    '归档将达 {size} GiB，而 GitHub 的单个文件须小于 2 GiB；可以这样导出：{ways}',
  'the repository has no branch {branch}': '仓库没有分支 {branch}',
  'there is no integration commit to put the tag on': '没有可以打标签的集成提交',
  'it can’t be seen whether the integration branch holds what was approved: its commit {sha} is not in the repository, or has no history in common with {branch}; /doctor tells more':
    '无法判断集成分支是否是已批准的内容：其提交 {sha} 不在仓库中，或与 {branch} 没有共同的历史；/doctor 说明详情',
  'the integration branch is not what was approved: {paths}': '集成分支与已批准的内容不符：{paths}',
  'The branch moved {n} times while the bundle was written. Try again.': '写入成果包期间分支移动了 {n} 次。请重试。',
  '{branch} is busy': '{branch} 正忙',
  'no tag is free': '没有可用的标签',
  'All up to {tag} have other content. Delete some.': '直到 {tag} 的标签都已有其他内容。请删除一些。',
  'the uploaded files are not those that were sent': '上传后的文件与发送的不符',
  "See Settings → Rules, or protected tags. Let this App or the workflow's token pass the rule for `countersign-*`, or allow such tags; then export again.":
    '请查看 Settings → Rules 或受保护的标签，让此 App 或工作流的令牌通过针对 `countersign-*` 的规则，或允许此类标签；然后重新导出。',
  "a rule of the repository doesn't let the tag {tag} be made": '仓库的规则不允许创建标签 {tag}',
  '{file} could not be uploaded': '{file} 无法上传',
  '{id} is not registered': '{id} 没有登记',
  '{id} has no plan yet': '{id} 还没有计划',
  '{id} was never worked on': '{id} 从未执行过',
  'there is no plan {id}': '没有计划 {id}',
  'tests by {code_lines} ({why})': '测试命令 {code_lines}（{why}）',
  'owners in {code_lines}: one of them is asked for a judgement': '{code_lines} 中的负责人：请其中一位作判断',
  'a label `countersign`, which starts planning': '标签 `countersign`，加上即开始计划',
} as const satisfies Record<string, TranslatedText>
