import type { ActionNode } from '../../records/node-state.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import type { GateDraft } from '../draft/gate-draft.ts'
import { refuseOtherRun } from './refuse-other-run.ts'

/** Shown, and nothing else. */
export function noteProgress(
  _draft: GateDraft,
  action: ActionNode,
  { run_id, progress }: GateEventOf<'run_progressed'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, run_id)
  if (other) return other
  if (action.run !== null) action.run = { ...action.run, progress }
  return undefined
}
