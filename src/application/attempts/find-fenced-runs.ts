import type { OwedEffect } from '../../domain/effects/effect.ts'
import { decideUnderPause, ruleOf } from '../../domain/work/effects/effect-rules.ts'
import type { Work } from '../../domain/records/work.ts'

/**
 * Operations of runs that the state no longer waits for: paused, stopped, fenced by a push. What was owed `before` and
 * isn't any more is among them, as a review of a task that was cancelled; `reported` are those that ended by themselves.
 */
export function findFencedRuns(before: Work, work: Work, reported: ReadonlySet<string>): string[] {
  const outbox = work.record?.outbox ?? []
  const owed = new Set(outbox.map(({ op }) => op))
  const dropped = (before.record?.outbox ?? []).filter((one) => isAgentWork(one) && !owed.has(one.op))
  const fenced = outbox.filter((one) => isFenced(work, one))
  return [...dropped.filter(({ op }) => !reported.has(op)), ...fenced].map(({ op }) => op)
}

function isAgentWork({ action }: OwedEffect): boolean {
  const rule = ruleOf(action)
  return rule.performed === 'as_run' && rule.ends
}

/** The control signal, for work that is owed still: paused, or not the live run of its task (spec 002 §3, I11). */
export function isFenced({ record, execution }: Work, { action }: OwedEffect): boolean {
  const rule = ruleOf(action)
  if (rule.performed !== 'as_run' || !rule.ends) return false
  if (record?.paused != null && decideUnderPause(action) !== 'go') return true
  return rule.isLive !== null && !rule.isLive(execution, action)
}
