import type { ExecutionRecord } from '../records/execution-record.ts'
import type { GateDraft } from './draft/gate-draft.ts'
import type { GateEvent } from './draft/gate-event.ts'
import { gateTable, otherSteps } from './gate-table.ts'

/** A decision takes only steps of the table (I4). Throws where it took another: then what decides is wrong, not who asked. */
export function keepToTable(before: ExecutionRecord, { copied, execution }: GateDraft, event: GateEvent): void {
  for (const id of copied) {
    const [was, is] = [before.nodes[id], execution.nodes[id]]
    if (was === undefined || is === undefined || is.kind === 'GOAL' || was.state === is.state) continue
    const own = (is.kind === 'ACTION' ? is.id : is.target) === event.task ? gateTable[event.kind] : otherSteps
    const steps: readonly string[] = is.kind === 'ACTION' ? own.action : own.check
    const step = `${was.state} → ${is.state}`
    if (!steps.includes(step)) throw new Error(`${event.kind} took ${id} ${step}, which no row of the gate allows`)
  }
}
