import type { OwedEffect } from '../../domain/effects/effect.ts'
import { decideUnderPause } from '../../domain/work/effects/effect-stands.ts'
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

/** Agents and commands: all else is short, or to be finished once it was begun. */
function isAgentWork({ action }: OwedEffect): boolean {
  return action.kind === 'run_task' || action.kind === 'review_version' || action.kind === 'validate_plan'
}

/** The control signal, for work that is owed still: paused, or not the live run of its task (spec 002 §3, I11). */
export function isFenced({ record, execution }: Work, owed: OwedEffect): boolean {
  const { action } = owed
  if (!isAgentWork(owed)) return false
  if (record?.paused != null && decideUnderPause(action) !== 'go') return true
  if (action.kind !== 'run_task') return false
  const node = execution?.nodes[action.task]
  return node?.kind !== 'ACTION' || node.run?.run_id !== action.run_id
}
