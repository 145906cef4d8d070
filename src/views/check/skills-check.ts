import type { FaultSeverity } from '../../domain/tuning/patterns/severity.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCount, t } from '../language/t.ts'
import { shorten } from '../markdown/shorten.ts'
import type { MessageKey } from '../../domain/language/message.ts'
import { translate } from '../language/translate.ts'

export const skillsCheckName = 'countersign/skills'

/** One finding at its line. */
export interface ShownFinding {
  path: string
  line: number
  pattern: string
  severity: FaultSeverity
  message: string
}

/** A skill as it was seen, or why it could not be. */
export type ShownSkill =
  | { kind: 'seen'; path: string; gate: 'pass' | 'review' | 'fail'; score: number; findings: ShownFinding[] }
  | { kind: 'unreadable'; path: string; why: string }

const levels: Record<FaultSeverity, 'failure' | 'warning' | 'notice'> = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
}
const gateWords = { pass: 'passes', review: 'needs a review', fail: 'fails' } as const satisfies Record<
  string,
  MessageKey
>

/** The check run of a pull request that touches skills: a row for each, findings at their lines (GitHub takes fifty). */
export function renderSkillsCheck(skills: readonly ShownSkill[], more: number, mode: 'tell' | 'fail') {
  const failed = skills.filter((one) => one.kind === 'unreadable' || one.gate === 'fail').length
  const findings = skills.flatMap((one) => (one.kind === 'seen' ? one.findings : []))
  const rows = skills.map((one) => [
    inlineCode(shorten(one.path, 100)),
    one.kind === 'seen' ? t(gateWords[one.gate]) : t('can’t be read'),
    one.kind === 'seen' ? `${one.score}` : '',
    one.kind === 'seen' ? `${one.findings.length}` : neutraliseInline(shorten(translate(one.why), 300)),
  ])
  const table = renderTable(
    [
      { head: t('skill') },
      { head: t('gate') },
      { head: t('score'), align: 'right' },
      { head: t('findings'), align: 'right' },
    ],
    rows,
  )
  const rest =
    more === 0
      ? ''
      : `\n\n${t('{skills} that this pull request touches were not looked at.', { skills: renderCount(more, 'more skill') })}`
  const conclusion: 'success' | 'failure' | 'neutral' =
    failed === 0 ? 'success' : mode === 'fail' ? 'failure' : 'neutral'
  return {
    conclusion,
    title:
      failed === 0
        ? t('{skills}, no gate fails', { skills: renderCount(skills.length, 'skill') })
        : t('The gate of {skills} fails', { skills: renderCount(failed, 'skill') }),
    summary: `${table}${rest}\n\n${t('A gate fails with a critical finding, more than five high ones or fewer than 60 points, and passes from 80 with two high ones at most. `/tune <folder>` in an issue plans the fixes.')}`,
    text: '',
    annotations: findings.map(({ path, line, pattern, severity, message }) => ({
      path,
      line,
      level: levels[severity],
      message: shorten(
        t('{pattern} ({severity}): {message}', { pattern, severity: t(severity), message: translate(message) }),
        1_000,
      ),
    })),
  }
}
