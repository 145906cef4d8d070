import type { GateEvent } from '../../gate/draft/gate-event.ts'
import type { WorkEventBody } from '../draft/work-event.ts'

/** What an effect came to, where that is the gate's business. */
export function gateAnswer(op: string, gate: GateEvent): WorkEventBody {
  return { kind: 'gate', op, by: null, on: null, gate }
}
