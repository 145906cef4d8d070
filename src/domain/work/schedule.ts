import { decideStarts } from '../gate/decide-gate.ts'
import type { GateEventOf } from '../gate/draft/gate-event.ts'
import type { Task } from '../plan/task.ts'
import { gateRules, takeOver, type WorkDraft } from './draft/work-draft.ts'

/**
 * Starts what may start: all reviews, then runs by the priority of their tasks, in the plan's order where that is the
 * same, up to the configured number at once.
 */
export function schedule(draft: WorkDraft): void {
  const { plan, execution, record, context } = draft
  if (plan === null || execution === null || record.phase !== 'working' || record.paused !== null) return
  const { nodes } = execution
  const reviews: GateEventOf<'review_started'>[] = []
  for (const { id } of plan.checks) {
    const check = nodes[id]
    if (check?.kind !== 'CHECK' || check.state !== 'READY') continue
    reviews.push({ kind: 'review_started', task: check.target, review_id: context.newId() })
  }
  const { run } = context.configuration
  let running = 0
  const startable: Task[] = []
  for (const task of plan.tasks) {
    const state = nodes[task.id]?.state
    if (state === 'RUNNING') running += 1
    else if (state === 'READY' || state === 'TO_BE_MODIFY') startable.push(task)
  }
  startable.sort((one, other) => one.priority - other.priority)
  const leaseUntil = context.timeAfter(draft.at, run.timeout_minutes * 60_000)
  const runs = startable.slice(0, Math.max(0, run.parallel - running)).map(({ id }): GateEventOf<'run_started'> => ({
    kind: 'run_started',
    task: id,
    run_id: context.newId(),
    lease_until: leaseUntil,
  }))
  if (reviews.length + runs.length === 0) return
  const own = execution === draft.ownExecution
  takeOver(draft, decideStarts({ plan, execution }, [...reviews, ...runs], gateRules(draft), own))
}
