import type { ScorePart } from '../../domain/plan/score-part.ts'
import { renderScore } from '../text/amounts.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'

const names: Record<ScorePart['name'], string> = {
  completeness: 'tasks complete',
  dependencies: 'dependencies',
  testability: 'testable',
  complexity: 'complexity',
}

/** The parts of a plan's score with their weights, and under it why each isn't full (spec 000 §7). */
export function renderScoreTable(parts: readonly ScorePart[]): string {
  const reasons = renderScoreReasons(parts, 5)
  return reasons === '' ? renderShares(parts) : `${renderShares(parts)}\n\n${reasons}`
}

/** The parts, their weights and what the plan has of each. */
export function renderShares(parts: readonly ScorePart[]): string {
  return renderTable(
    [{ head: 'part' }, { head: 'weight', align: 'right' }, { head: 'score', align: 'right' }],
    parts.map(({ name, weight, score }) => [names[name], `${Math.round(weight * 100)} %`, renderScore(score)]),
  )
}

/** Why parts aren't full, a line each; '' where all are. */
export function renderScoreReasons(parts: readonly ScorePart[], limitEach: number): string {
  return parts.flatMap((part) => renderReasons(part, limitEach)).join('\n')
}

function renderReasons({ name, reasons }: ScorePart, limit: number): string[] {
  const shown = reasons.slice(0, limit).map((reason) => {
    // A reason may begin with the part's own name.
    const about = reason.startsWith(`${names[name]} `) ? '' : `${names[name]}: `
    return `- ${about}${neutraliseInline(shorten(reason, 300))}`
  })
  return reasons.length > limit ? [...shown, `- ${names[name]}: ${reasons.length - limit} more`] : shown
}
