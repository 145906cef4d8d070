import type { ScorePart } from '../domain/planning/score-part.ts'
import { renderScore } from './amounts.ts'
import { neutraliseInline } from './neutralise.ts'
import { shorten } from './shorten.ts'
import { renderTable } from './table.ts'

const names: Record<ScorePart['name'], string> = {
  completeness: 'tasks complete',
  dependencies: 'dependencies',
  testability: 'testable',
  complexity: 'complexity',
}

/** The parts of a plan's score with their weights, and under it why each isn't full (design 2 "Score"). */
export function renderScoreTable(parts: readonly ScorePart[], reasonLimit = 5): string {
  const table = renderTable(
    [{ head: 'part' }, { head: 'weight', align: 'right' }, { head: 'score', align: 'right' }],
    parts.map(({ name, weight, score }) => [names[name], `${Math.round(weight * 100)} %`, renderScore(score)]),
  )
  const reasons = parts.flatMap((part) => renderReasons(part, reasonLimit))
  return reasons.length === 0 ? table : `${table}\n\n${reasons.join('\n')}`
}

function renderReasons({ name, reasons }: ScorePart, limit: number): string[] {
  const shown = reasons.slice(0, limit).map((reason) => `- ${names[name]}: ${neutraliseInline(shorten(reason, 300))}`)
  return reasons.length > limit ? [...shown, `- ${names[name]}: ${reasons.length - limit} more`] : shown
}
