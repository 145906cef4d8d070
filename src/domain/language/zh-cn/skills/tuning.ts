import type { TranslatedText } from '../../translation.ts'

/** What is wrong with a skill, as plans and pages show it. */
export const tuningZhCn = {
  '{title}: {message}': '{title}：{message}',
  '{remedy} ({strategies})': '{remedy}（{strategies}）',
  pattern: '模式',
  'what, and what mends it': '问题与修复方法',
  '{n} more are in `state.json`.': '另有 {n} 项在 `state.json` 中。',
  Questions: '问题',
  '**What was asked for** · {rate} % covered ({status})': '**提出的要求** · 已覆盖 {rate} %（{status}）',
  satisfied: '已满足',
  partial: '部分满足',
  unsatisfied: '未满足',
  category: '类别',
  sure: '把握',
  patterns: '模式',
  'No model was heard': '没有模型的意见',
  'What a model adds: {findings}': '模型补充：{findings}',
  '**No model was heard**: {why}. What rules found stands by itself.':
    '**没有模型的意见**：{why}。规则的发现不受影响。',
  'What `{by}` adds': '`{by}` 的补充',
  'Nothing.': '没有。',
  'By its own word: the lines are there, and what it says of them counts in no score, gate or CHECK.':
    '仅为模型自己的说法：所指的行确实存在，但其意见不计入得分、关卡或检查。',
  '{dimension}, it says {severity}': '{dimension}，模型认为 {severity}',
  'what, and what would mend it': '问题与可能的修复方法',
} as const satisfies Record<string, TranslatedText>
