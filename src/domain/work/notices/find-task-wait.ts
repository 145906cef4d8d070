import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { WaitingFor } from '../../records/node-state.ts'

/** What a task waits for from people, be it for the work or for its review; null while it can move by itself. */
export function findTaskWait({ nodes }: ExecutionRecord, task: string): WaitingFor | null {
  const node = nodes[task]
  if (node?.kind !== 'ACTION') return null
  if (node.state === 'WAITING_EXTERNAL') return node.waiting_for
  if (node.state !== 'READY_TO_CHECK') return null
  const check = nodes[task.replace(/^T/, 'C')]
  return check?.kind === 'CHECK' && check.state === 'WAITING_EXTERNAL' ? check.waiting_for : null
}
