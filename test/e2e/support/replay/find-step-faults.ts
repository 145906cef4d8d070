import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import type { NodeState } from '../../../../src/domain/records/node-state.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { allowedSteps, canReach, type ToldEvent } from './allowed-steps.ts'

/**
 * Nodes move along the table only (I4); versions and verdicts are added, never changed or removed, nor are receipts but for
 * those that are counted as left out.
 */
export function findStepFaults(
  before: ExecutionRecord | undefined,
  now: ExecutionRecord,
  events: readonly ToldEvent[],
): string[] {
  const faults = (['artifacts', 'reviews'] as const).flatMap((list) =>
    (before?.[list] ?? []).flatMap((row, index) =>
      JSON.stringify(row) === JSON.stringify(now[list][index]) ? [] : [`${list}[${index}] was changed or removed`],
    ),
  )
  if (before !== undefined) {
    const standing = new Set(now.receipts.map((row) => JSON.stringify(row)))
    const missing = before.receipts.filter((row) => !standing.has(JSON.stringify(row))).length
    const leftOut = now.receipts_left_out.runs - before.receipts_left_out.runs
    if (missing !== leftOut) faults.push(`${missing} receipts were changed or removed, ${leftOut} of them left out`)
  }
  for (const node of Object.values(now.nodes)) {
    const from = before === undefined ? 'PENDING' : before.nodes[node.id]?.state
    if (from === undefined) faults.push(`${node.id} was added to a plan that is being worked on`)
    else if (!canReach(from, node.state, allowedSteps(node, events))) {
      const told = events.map((event) => `${event.task ?? ''} ${event.what}`.trim()).join(', ')
      faults.push(`${node.id} went from ${from} to ${node.state} by ${told}`)
    }
  }
  for (const id of Object.keys(before?.nodes ?? {})) if (!(id in now.nodes)) faults.push(`${id} is gone`)
  return faults
}

/** A run has all its inputs approved (I5), and what is DONE or merged was approved (I6). */
export function findGateFaults(plan: Plan, execution: ExecutionRecord): string[] {
  return Object.values(execution.nodes).flatMap((node) => findNodeFaults(plan, execution, node))
}

function findNodeFaults(plan: Plan, execution: ExecutionRecord, node: NodeState): string[] {
  if (node.kind !== 'ACTION') return []
  const faults: string[] = []
  const dependsOn = plan.tasks.find((task) => task.id === node.id)?.depends_on ?? []
  if (node.state === 'RUNNING' || node.state === 'READY_TO_CHECK') {
    for (const id of dependsOn) {
      const input = execution.nodes[id]
      if (input?.kind !== 'ACTION' || input.state !== 'DONE' || node.inputs[id] !== input.approved_artifact_id)
        faults.push(`${node.id} is ${node.state} with ${id} not approved`)
    }
  }
  if ((node.run !== null) !== (node.state === 'RUNNING')) faults.push(`${node.id} is ${node.state}, its run says else`)
  const approved = execution.reviews.some(
    (review) => review.verdict === 'APPROVED' && review.reviewed_artifact_id === node.approved_artifact_id,
  )
  if ((node.state === 'DONE' || node.merge === 'pending') && !approved)
    faults.push(`${node.id} is ${node.state} and nothing of it was approved`)
  if (node.state === 'WAITING_EXTERNAL' && node.waiting_for === null) faults.push(`${node.id} waits for nobody`)
  return faults
}

/** Every accepted event exactly once (I3): keys are new, and none of the earlier ones is gone. */
export function findAppliedFaults(before: IssRecord | undefined, now: IssRecord, seen: Set<string>): string[] {
  const keys = now.applied.map((one) => one.key)
  const known = before?.applied.map((one) => one.key) ?? []
  const faults = known.filter((key) => !keys.includes(key)).map((key) => `${key} was forgotten`)
  for (const key of keys.slice(known.length)) {
    if (seen.has(key)) faults.push(`${key} was applied twice`)
    seen.add(key)
  }
  if (before !== undefined && now.next_op < before.next_op) faults.push('operation ids went backwards')
  const ops = now.outbox.map((one) => one.op)
  if (new Set(ops).size !== ops.length) faults.push(`an operation is owed twice: ${ops.join(', ')}`)
  return faults
}
