import type { FaultSeverity } from '../../domain/tuning/patterns/severity.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCount } from '../language/t.ts'
import { shorten } from '../markdown/shorten.ts'

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
const gateWords = { pass: 'passes', review: 'needs a review', fail: 'fails' } as const

/** The check run of a pull request that touches skills: a row for each, findings at their lines (GitHub takes fifty). */
export function renderSkillsCheck(skills: readonly ShownSkill[], more: number, mode: 'tell' | 'fail') {
  const failed = skills.filter((one) => one.kind === 'unreadable' || one.gate === 'fail').length
  const findings = skills.flatMap((one) => (one.kind === 'seen' ? one.findings : []))
  const rows = skills.map((one) => [
    inlineCode(shorten(one.path, 100)),
    one.kind === 'seen' ? gateWords[one.gate] : 'can’t be read',
    one.kind === 'seen' ? `${one.score}` : '',
    one.kind === 'seen' ? `${one.findings.length}` : neutraliseInline(shorten(one.why, 300)),
  ])
  const table = renderTable(
    [{ head: 'skill' }, { head: 'gate' }, { head: 'score', align: 'right' }, { head: 'findings', align: 'right' }],
    rows,
  )
  const rest =
    more === 0 ? '' : `\n\n${renderCount(more, 'more skill')} that this pull request touches were not looked at.`
  const conclusion: 'success' | 'failure' | 'neutral' =
    failed === 0 ? 'success' : mode === 'fail' ? 'failure' : 'neutral'
  return {
    conclusion,
    title:
      failed === 0
        ? `${renderCount(skills.length, 'skill')}, no gate fails`
        : `The gate of ${renderCount(failed, 'skill')} fails`,
    summary: `${table}${rest}\n\nA gate fails with a critical finding, more than five high ones or fewer than 60 points, and passes from 80 with two high ones at most. \`/tune <folder>\` in an issue plans the fixes.`,
    text: '',
    annotations: findings.map(({ path, line, pattern, severity, message }) => ({
      path,
      line,
      level: levels[severity],
      message: shorten(`${pattern} (${severity}): ${message}`, 1_000),
    })),
  }
}
