import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import { decideVerdict } from './decide-verdict.ts'

/** What a person may judge, and as a rule need not. */
export function isOptional({ check_method: method, severity }: AcceptanceCriterion): boolean {
  return method === 'manual_review' && severity === 'minor'
}

/** Those of a task without which no version would reach `minScore`, however much else holds: they are waited for. */
export function findDeciding(criteria: readonly AcceptanceCriterion[], minScore: number): Set<string> {
  const others = criteria.filter((one) => !isOptional(one))
  const held = others.map(({ id }) => ({ id, result: 'pass' as const, evidence: '' }))
  const decision = decideVerdict(criteria, held, minScore)
  return new Set(decision.kind === 'incomplete' ? decision.missing : [])
}
