import type { MessageKey } from '../../domain/language/message.ts'
import type { ScorePart } from '../../domain/plan/score-part.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderScore } from '../text/amounts.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'

const names = {
  completeness: 'tasks complete',
  dependencies: 'dependencies',
  testability: 'testable',
  complexity: 'complexity',
} as const satisfies Record<ScorePart['name'], MessageKey>

/** The parts of a plan's score with their weights, and under it why each isn't full (spec 000 §7). */
export function renderScoreTable(parts: readonly ScorePart[]): string {
  const reasons = renderScoreReasons(parts, 5)
  return reasons === '' ? renderShares(parts) : `${renderShares(parts)}\n\n${reasons}`
}

/** The parts, their weights and what the plan has of each. */
export function renderShares(parts: readonly ScorePart[]): string {
  return renderTable(
    [{ head: t('part') }, { head: t('weight'), align: 'right' }, { head: t('score'), align: 'right' }],
    parts.map(({ name, weight, score }) => [t(names[name]), `${Math.round(weight * 100)} %`, renderScore(score)]),
  )
}

/** Why parts aren't full, a line each; '' where all are. */
export function renderScoreReasons(parts: readonly ScorePart[], limitEach: number): string {
  return parts.flatMap((part) => renderReasons(part, limitEach)).join('\n')
}

function renderReasons({ name, reasons }: ScorePart, limit: number): string[] {
  const shown = reasons.slice(0, limit).map((reason) => {
    // A reason may begin with the part's own name.
    const about = reason.startsWith(`${names[name]} `) ? '' : `${t(names[name])}${t(': ')}`
    return `- ${about}${neutraliseInline(shorten(translate(reason), 300))}`
  })
  return reasons.length > limit
    ? [...shown, `- ${t(names[name])}${t(': ')}${t('{n} more', { n: reasons.length - limit })}`]
    : shown
}
