import type { TranslatedText } from '../translation.ts'

/** What the trail of an issue says. */
export const storedWorkZhCn = {
  'a plan is being made': '正在制定计划',
  'another plan is being made': '正在制定另一个计划',
  'plan `{hash}` proposed': '已提出计划 `{hash}`',
  'plan `{hash}` approved': '计划 `{hash}` 已批准',
  'final pull request opened': '最终的拉取请求已打开',
  'final pull request merged': '最终的拉取请求已合并',
  'final pull request closed unmerged': '最终的拉取请求已关闭而未合并',
  'all tasks approved, final pull request open': '所有任务均已批准，最终的拉取请求已打开',
} as const satisfies Record<string, TranslatedText>
