import { applyGate, type WorkDraft } from './work-draft.ts'

/** Starts what may start: reviews first, then runs in the plan's order, up to the configured number at once. Linear. */
export function schedule(draft: WorkDraft): void {
  const { plan, record } = draft
  if (plan === null || draft.execution === null || record.phase !== 'working' || record.paused !== null) return
  for (const check of plan.checks) {
    const node = draft.execution.nodes[check.id]
    if (node?.kind !== 'CHECK' || node.state !== 'READY') continue
    const action = draft.execution.nodes[node.target]
    if (action?.kind !== 'ACTION' || action.state !== 'READY_TO_CHECK') continue
    applyGate(draft, { kind: 'review_started', task: node.target, review_id: draft.context.newId() })
  }
  const { run } = draft.context.configuration
  let running = Object.values(draft.execution.nodes).filter(
    (node) => node.kind === 'ACTION' && node.state === 'RUNNING',
  ).length
  const leaseUntil = draft.context.timeAfter(draft.at, run.timeout_minutes * 60_000)
  for (const task of plan.tasks) {
    if (running >= run.parallel) return
    const node = draft.execution.nodes[task.id]
    if (node?.kind !== 'ACTION' || (node.state !== 'READY' && node.state !== 'TO_BE_MODIFY')) continue
    const refused = applyGate(draft, {
      kind: 'run_started',
      task: task.id,
      run_id: draft.context.newId(),
      lease_until: leaseUntil,
    })
    if (refused === undefined) running += 1
  }
}
