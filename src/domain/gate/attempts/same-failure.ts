import type { Configuration } from '../../configuration/configuration.ts'
import { isRepeatable } from '../../configuration/is-repeatable.ts'
import type { SameFailure } from '../../records/same-failure.ts'

/** What is done once a failure came so often (configuration `run.same_failure`). */
export interface SameFailureRule {
  times: number
  approach: Configuration['run']['same_failure']['approach']
  /** Agents to be tried in this order; only those that can work here. */
  agents: readonly string[]
}

export type Approach =
  | { kind: 'again' }
  | { kind: 'other_agent'; executor: string }
  | { kind: 'smaller_task' }
  | { kind: 'question' }

/** The row with one more failure, or a new one. `attempts`: before it. */
export function addFailure(
  before: SameFailure | undefined,
  { key, attempts, executor }: { key: string; attempts: number; executor: string },
): SameFailure {
  const isSame = before !== undefined && before.key === key && before.attempts === attempts
  return {
    key,
    times: isSame ? before.times + 1 : 1,
    attempts: attempts + 1,
    by: isSame ? [...new Set([...before.by, executor])] : [executor],
  }
}

/** How it goes on after a failure. What people push, and a patch, is nobody else's to try. */
export function decideApproach(rule: SameFailureRule, failure: SameFailure, executor: string): Approach {
  if (failure.times < rule.times || !isRepeatable(executor)) return { kind: 'again' }
  switch (rule.approach) {
    case 'go_on':
      return { kind: 'again' }
    case 'smaller_task':
    case 'question':
      return { kind: rule.approach }
    case 'other_agent': {
      const next = rule.agents.find((one) => one !== executor && !failure.by.includes(one))
      return next === undefined ? { kind: 'question' } : { kind: 'other_agent', executor: next }
    }
  }
}

/** The same words with other numbers in them, such as times and sizes, are the same failure. */
export function keyOfReason(reason: string): string {
  return `run: ${reason.replaceAll(/\d+/g, '#').slice(0, 300)}`
}
