import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { deliveryId } from '../delivery.ts'
import type { CriterionResult, Verdict } from '../review.ts'

const weights = { blocker: 3, major: 2, minor: 1 } as const

export type VerdictDecision =
  | { kind: 'incomplete'; missing: string[] }
  | { kind: 'verdict'; verdict: Verdict; score: number }

/**
 * A verdict exists once every blocker and major has a result. APPROVED: all of these passed or waived and the
 * weighted share passed (weights 3, 2, 1) is at least `minScore` (design 2 "Criteria"). Its deliverable has no weight
 * beside what the task asks for; a version without it comes to 0.
 */
export function decideVerdict(
  criteria: readonly AcceptanceCriterion[],
  results: readonly CriterionResult[],
  minScore: number,
): VerdictDecision {
  const resultOf = new Map(results.map((result) => [result.id, result.result]))
  const holds = (id: string) => resultOf.get(id) === 'pass' || resultOf.get(id) === 'waived'
  const needed = criteria.filter((criterion) => criterion.severity !== 'minor')
  const missing = needed.filter((criterion) => (resultOf.get(criterion.id) ?? 'none') === 'none')
  if (missing.length > 0) return { kind: 'incomplete', missing: missing.map((criterion) => criterion.id) }
  const weigh = (list: readonly AcceptanceCriterion[]) =>
    list.reduce((sum, criterion) => sum + weights[criterion.severity], 0)
  const stated = criteria.filter((criterion) => criterion.id !== deliveryId)
  const delivers = resultOf.get(deliveryId) !== 'fail'
  const total = weigh(stated)
  const score = total === 0 || !delivers ? 0 : weigh(stated.filter((criterion) => holds(criterion.id))) / total
  const approved = needed.every((criterion) => holds(criterion.id)) && score >= minScore && criteria.length > 0
  return { kind: 'verdict', verdict: approved ? 'APPROVED' : 'REJECTED', score: Math.round(score * 1000) / 1000 }
}
