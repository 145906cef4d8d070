import type { TranslatedText } from '../translation.ts'

/** Progress of the loop, debugging, and notices. */
export const loopProgressZhCn = {
  '{n} of {all}': '{n} / {all}',
  overall: '总体',
  develop: '开发',
  validate: '验证',
  debug: '调试',
  loop: '循环',
  'iteration {n} of {most}': '第 {n} 轮，上限 {most}',
  ', {percent} % covered': '，覆盖率 {percent} %',
  'flaky, no change is to blame': '不稳定，与变更无关',
  'no cause confirmed': '未确认原因',
  '{debuggings} in `debug.log`.': '{debuggings}见 `debug.log`。',
  'Debug of the plan, iteration {n}: {lead}': '计划的调试，第 {n} 轮：{lead}',
  'Debug of {task}, iteration {n}: {lead}': '{task} 的调试，第 {n} 轮：{lead}',
  '**{id}** {description} ({place})': '**{id}** {description}（{place}）',
  'not tried': '未尝试',
  '{status}: {why}': '{status}：{why}',
  '{hypotheses} not looked into': '{hypotheses}未查',
  '{n} of {hypotheses} {status}': '{hypotheses}中 {n} 个{status}',
  '{n} {status}': '{n} 个{status}',
  'Plan ready': '计划就绪',
  'Waits for you': '等待您处理',
  Rejected: '已拒绝',
  'Stands still': '已停下',
  Released: '已发布',
} as const satisfies Record<string, TranslatedText>
