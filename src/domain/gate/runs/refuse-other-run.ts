import type { ActionNode } from '../../records/node-state.ts'
import type { Refusal } from '../draft/gate-event.ts'
import { refuseSilently } from '../draft/gate-draft.ts'

/** The fence: results of any run but the live one are refused (I11). */
export function refuseOtherRun(action: ActionNode, runId: string): Refusal | undefined {
  if (action.state === 'RUNNING' && action.run?.run_id === runId) return undefined
  return refuseSilently(`run ${runId} is not the live run of ${action.id}`)
}
