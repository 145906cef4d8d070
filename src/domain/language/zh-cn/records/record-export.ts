import type { TranslatedText } from '../../translation.ts'

/** What an export lacks. */
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
} as const satisfies Record<string, TranslatedText>
