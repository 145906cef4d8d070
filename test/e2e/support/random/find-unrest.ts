import type { ActionNode, CheckNode } from '../../../../src/domain/records/node-state.ts'
import { findRestFaults } from '../replay/find-relation-faults.ts'
import type { IssueState } from './scene.ts'

/**
 * I13: nothing happens any more. Then nothing is owed, and each open task waits for somebody or something that is
 * named, unless the work is paused, over, or not begun.
 */
export function findUnrest({ record, plan, execution }: IssueState): string[] {
  if (record === undefined) return []
  const faults = findRestFaults(record)
  if (record.phase !== 'working' || record.paused !== null || execution === undefined) return faults
  const nodes = Object.values(execution.nodes)
  for (const action of nodes) {
    if (action.kind !== 'ACTION') continue
    const check = nodes.find((one) => one.kind === 'CHECK' && one.target === action.id)
    const missing = plan?.tasks
      .find((one) => one.id === action.id)
      ?.depends_on.filter((id) => execution.nodes[id]?.state !== 'DONE')
    const why = check?.kind === 'CHECK' ? explainUnrest(action, check, missing ?? []) : 'it has no CHECK'
    if (why !== null) faults.push(`${action.id} is ${action.state} at rest: ${why}`)
  }
  if (execution.nodes['G0']?.state === 'DONE') faults.push('all is done, and the work is not complete')
  return faults
}

function explainUnrest(action: ActionNode, check: CheckNode, missing: readonly string[]): string | null {
  switch (action.state) {
    case 'DONE':
      return null
    case 'PENDING':
      return missing.length > 0 ? null : 'its inputs are there'
    case 'WAITING_EXTERNAL':
      return action.waiting_for === null ? 'nobody is named' : null
    case 'READY_TO_CHECK':
      if (action.merge === 'pending') return 'its merge is pending'
      if (check.state === 'WAITING_EXTERNAL') return check.waiting_for === null ? 'its CHECK names nobody' : null
      if (check.state === 'RUNNING') return check.deadline === null ? 'its review does not end' : null
      return `its CHECK is ${check.state}`
    case 'READY':
    case 'RUNNING':
    case 'TO_BE_MODIFY':
    case 'CANCELLED':
      return 'nothing moves it'
  }
}
