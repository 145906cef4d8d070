import { decideStarts } from '../gate/decide-gate.ts'
import type { GateEventOf } from '../gate/gate-event.ts'
import { gateRules, takeOver, type WorkDraft } from './work-draft.ts'

/** Starts what may start: all reviews, then runs in the plan's order, up to the configured number at once. Linear. */
export function schedule(draft: WorkDraft): void {
  const { plan, execution, record, context } = draft
  if (plan === null || execution === null || record.phase !== 'working' || record.paused !== null) return
  const { nodes } = execution
  const reviews = plan.checks.flatMap((one): GateEventOf<'review_started'>[] => {
    const check = nodes[one.id]
    if (check?.kind !== 'CHECK' || check.state !== 'READY') return []
    return [{ kind: 'review_started', task: check.target, review_id: context.newId() }]
  })
  const { run } = context.configuration
  const running = plan.tasks.filter(({ id }) => nodes[id]?.state === 'RUNNING').length
  const leaseUntil = context.timeAfter(draft.at, run.timeout_minutes * 60_000)
  const runs = plan.tasks
    .filter(({ id }) => nodes[id]?.state === 'READY' || nodes[id]?.state === 'TO_BE_MODIFY')
    .slice(0, Math.max(0, run.parallel - running))
    .map(({ id }): GateEventOf<'run_started'> => ({
      kind: 'run_started',
      task: id,
      run_id: context.newId(),
      lease_until: leaseUntil,
    }))
  if (reviews.length + runs.length === 0) return
  const own = execution === draft.ownExecution
  takeOver(draft, decideStarts({ plan, execution }, [...reviews, ...runs], gateRules(draft), own))
}
