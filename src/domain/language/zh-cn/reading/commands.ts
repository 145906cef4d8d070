/** Names of commands; the first of each is the one that help names. */
export const commandsZhCn = {
  plan: ['计划', '规划', '制定计划'],
  tune: ['调优'],
  answer: ['回答', '答复'],
  replan: ['重新计划', '重新规划'],
  split: ['拆分'],
  approve: ['批准', '通过', '同意'],
  reject: ['拒绝', '驳回'],
  retry: ['重试'],
  waive: ['豁免'],
  assign: ['指派', '分配'],
  pause: ['暂停'],
  resume: ['继续', '恢复'],
  stop: ['停止', '终止'],
  status: ['状态', '进度'],
  list: ['列表'],
  config: ['配置'],
  doctor: ['诊断'],
  export: ['导出', '发布'],
  help: ['帮助'],
} as const

/** Words that a command may begin its arguments with, by what they are in English. */
export const argumentsZhCn = { plan: '计划', tests: '测试', fix: '修复', fresh: '全新', partial: '部分' } as const
