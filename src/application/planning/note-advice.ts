import type { PlanRound } from '../../domain/plan/plan-round.ts'
import type { Advised } from '../ports/roles/plan-advice.ts'

/** Keeps in a round what advice took, and why there was none; gives what there is to take. */
export function noteAdvice<T>(round: PlanRound, advised: Advised<T>): { value: T; by: string } | undefined {
  const { receipt } = advised
  if (receipt !== null) round.models = [...(round.models ?? []), receipt]
  if (advised.kind === 'advised') return advised
  round.unadvised = [...(round.unadvised ?? []), advised.why]
  return undefined
}
