import { recordText } from '../../language/message.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { workBranch } from '../../records/iss-record.ts'
import type { NodeState } from '../../records/node-state.ts'
import type { Plan } from '../../plan/plan.ts'
import { findCheckFaults } from '../../plan/rules/find-check-faults.ts'
import { broken, lookAtHistory, type Looked } from '../looked.ts'

/** Each ACTION has exactly one CHECK and the other way round (spec 003 §1.2); plan and record have the same nodes. */
export function checkGraph(looked: Looked, plan: Plan, execution: ExecutionRecord | null): void {
  const faults = findCheckFaults(plan)
  looked.things += plan.tasks.length + plan.checks.length
  for (const { code, nodes, message } of faults) {
    if (code === 'action_without_one_check' || code === 'check_without_one_action')
      looked.findings.push(
        broken(code, nodes, recordText('In {id} {what}', { id: plan.id, what: message }), lookAtHistory),
      )
  }
  if (execution === null) return
  const wanted = expectedNodes(plan)
  for (const [id, expected] of wanted) {
    const node = execution.nodes[id]
    looked.expect(node !== undefined, () =>
      broken(
        'node_missing',
        [id],
        recordText('{plan} has {id}, its execution record does not', { plan: plan.id, id }),
        lookAtHistory,
      ),
    )
    if (node === undefined) continue
    const found = describeNode(node)
    looked.expect(found === expected, () =>
      broken(
        'node_differs',
        [id],
        recordText('{id} is “{found}” in the record and “{expected}” in the plan', { id, found, expected }),
        lookAtHistory,
      ),
    )
  }
  for (const id of Object.keys(execution.nodes)) {
    looked.expect(wanted.has(id), () =>
      broken(
        'node_unknown',
        [id],
        recordText('The record of {plan} has {id}, which is not in the plan', { plan: plan.id, id }),
        lookAtHistory,
      ),
    )
  }
}

/** What has to be the same of a node in plan and record, by short id. */
function expectedNodes(plan: Plan): Map<string, string> {
  const byTaskId = new Map(plan.tasks.map((task) => [task.task_id, task.id]))
  return new Map([
    ...plan.goals.map(({ id, task_id }): [string, string] => [id, `GOAL ${task_id}`]),
    ...plan.tasks.map(({ id, task_id }): [string, string] => [id, `ACTION ${task_id} on ${workBranch(plan.id, id)}`]),
    ...plan.checks.map(({ id, task_id, review_target_task_id }): [string, string] => [
      id,
      `CHECK ${task_id} of ${byTaskId.get(review_target_task_id) ?? ''}`,
    ]),
  ])
}

function describeNode(node: NodeState): string {
  switch (node.kind) {
    case 'GOAL':
      return `GOAL ${node.task_id}`
    case 'ACTION':
      return `ACTION ${node.task_id} on ${node.branch}`
    case 'CHECK':
      return `CHECK ${node.task_id} of ${node.target}`
  }
}
