import type { ActionNode } from '../../records/node-state.ts'
import { describeLeft } from '../draft/describe-left.ts'
import { doAnew } from './do-anew.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { recordText } from '../../language/message.ts'
import { refuseOtherRun } from './refuse-other-run.ts'
import { type GateDraft, fence, waitForDecision } from '../draft/gate-draft.ts'

const maxLostLeases = 3

/** The worker went away: no attempt, but the third time a person looks. */
export function loseLease(draft: GateDraft, action: ActionNode, event: GateEventOf<'lease_lost'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  fence(action)
  action.lost_leases += 1
  action.reason = event.why ?? recordText('the worker that ran it went away')
  draft.trail.push(`${action.id}: ${action.reason}`)
  const n = action.lost_leases
  if (n >= maxLostLeases)
    waitForDecision(
      action,
      event.why === undefined
        ? recordText('its worker went away {n} times', { n })
        : recordText('its worker went away {n} times: {why}', { n, why: event.why }),
    )
  else action.state = 'READY'
  return undefined
}

/** The run left without a result, at a pause or since nothing could be taken over; no attempt counted. */
export function recordLeftRun(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'run_left'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  if (event.left !== undefined) {
    draft.execution.receipts.push(event.left.receipt)
    draft.trail.push(describeLeft(event.left.receipt))
  } else if (event.receipt !== undefined) draft.execution.receipts.push(event.receipt)
  if (event.anew !== undefined) doAnew(draft, action, event.anew)
  fence(action)
  action.state = 'READY'
  return undefined
}
