import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import { deliveryId } from '../../plan/assemble/delivery.ts'
import type { CriterionResult, Verdict } from '../../records/review.ts'

const weights = { blocker: 3, major: 2, minor: 1 } as const

export type VerdictDecision =
  | { kind: 'incomplete'; missing: string[] }
  | { kind: 'verdict'; verdict: Verdict; score: number }

/**
 * A verdict exists once every blocker and major has a result, or one of them has failed: nothing that is still to be
 * said lifts that (decision 50). APPROVED: all of these passed or waived and the weighted share passed (weights 3, 2, 1)
 * is at least `minScore` (design 2.6). Its deliverable has no weight beside what the task asks for; a version
 * without it comes to 0. A minor one without a result is waited for where it decides. What is not waited for is left out
 * of the score.
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
  const failed = needed.some((criterion) => resultOf.get(criterion.id) === 'fail')
  if (missing.length > 0 && !failed) return { kind: 'incomplete', missing: missing.map((criterion) => criterion.id) }
  const weigh = (list: readonly AcceptanceCriterion[]) =>
    list.reduce((sum, criterion) => sum + weights[criterion.severity], 0)
  const stated = criteria.filter((criterion) => criterion.id !== deliveryId)
  const delivers = resultOf.get(deliveryId) !== 'fail'
  const open = stated.filter((criterion) => (resultOf.get(criterion.id) ?? 'none') === 'none')
  const held = weigh(stated.filter((criterion) => holds(criterion.id)))
  const share = (part: number, total: number) => (total === 0 || !delivers ? 0 : part / total)
  const isHeld = needed.every((criterion) => holds(criterion.id)) && criteria.length > 0
  const passes = (score: number) => isHeld && score >= minScore
  const [worst, best] = [share(held, weigh(stated)), share(held + weigh(open), weigh(stated))]
  if (passes(worst) !== passes(best)) return { kind: 'incomplete', missing: open.map((criterion) => criterion.id) }
  const score = share(held, weigh(stated) - weigh(open))
  const approved = passes(best)
  return { kind: 'verdict', verdict: approved ? 'APPROVED' : 'REJECTED', score: Math.round(score * 1000) / 1000 }
}
