import type { ActionNode } from '../../records/node-state.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { doAnew } from './do-anew.ts'
import { recordText } from '../../language/message.ts'
import { type GateDraft, findArtifact, findInputs, getTask, refuse } from '../draft/gate-draft.ts'

/** READY or TO_BE_MODIFY → RUNNING, with inputs approved and nothing newer (I5, I11). */
export function startRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_started'>): Refusal | undefined {
  if (action.state !== 'READY' && action.state !== 'TO_BE_MODIFY') {
    return refuse(`${action.id} is ${action.state}, a run starts from READY or TO_BE_MODIFY`)
  }
  const inputs = findInputs(draft, getTask(draft, action.id).depends_on)
  if (inputs === undefined) return refuse(recordText('{task} needs inputs that are not approved', { task: action.id }))
  action.state = 'RUNNING'
  action.waiting_for = null
  action.inputs = inputs
  dropCarry(draft, action)
  action.run = {
    run_id: event.run_id,
    executor: action.executor,
    started_at: draft.rules.at,
    lease_until: event.lease_until,
  }
  draft.effects.push({ kind: 'run_task', task: action.id, run_id: event.run_id })
  return undefined
}

/** What was to be taken over was made from versions that were taken over, too: where one was made anew, so is this. */
function dropCarry(draft: GateDraft, action: ActionNode): void {
  if (action.carry === null) return
  const anew = Object.entries(action.inputs).flatMap(([task, input]) =>
    findArtifact(draft, input)?.carried_from == null ? [task] : [],
  )
  if (anew.length === 0) return
  doAnew(draft, action, { changed: [], tasks: anew })
}
