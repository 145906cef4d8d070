import { nextFallback } from '../../configuration/next-fallback.ts'
import type { ActionNode } from '../../records/node-state.ts'
import { askToMerge } from '../merge/ask-to-merge.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { recordOwnTests } from '../draft/own-tests.ts'
import { recordText } from '../../language/message.ts'
import { refuseOtherRun } from './refuse-other-run.ts'
import {
  type GateDraft,
  countAttempt,
  fence,
  findArtifact,
  refuseSilently,
  waitForAssignment,
  waitForDecision,
} from '../draft/gate-draft.ts'

/** The run came to nothing: an attempt, a person's matter where another run can't do better, or nobody's task yet. */
export function failRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_failed'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  if (event.receipt) draft.execution.receipts.push(event.receipt)
  fence(action)
  action.carry = null
  draft.trail.push(`${action.id}: ${recordText('a try failed: {reason}', { reason: event.reason })}`)
  recordAgain(draft, event)
  if ((event.unassigned === true || event.absent === true) && fallBack(draft, action, event.reason)) return undefined
  if (event.unassigned === true) {
    action.reason = event.reason
    waitForAssignment(action, event.reason)
    return undefined
  }
  if (!event.stuck) {
    countAttempt(draft, action, event.reason)
    return undefined
  }
  action.attempts += 1
  action.reason = event.reason
  if (action.conflict === null) waitForDecision(action, event.reason)
  else askToMerge(draft, action, action.conflict)
  return undefined
}

/** No attempt is counted for who wasn't there: the task goes to the next of `run.fallback`; false where there is none. */
function fallBack(draft: GateDraft, action: ActionNode, reason: string): boolean {
  const next = nextFallback(draft.rules.fallback, action.executor, () => true)
  if (next === undefined) return false
  draft.trail.push(
    `${action.id}: ${recordText('given to {next}, as {executor} could not begin', { next, executor: action.executor })}`,
  )
  action.executor = next
  action.state = 'READY'
  action.reason = reason
  action.waiting_for = null
  return true
}

/** Whom it was given to by name may not push any more: somebody else does it, or it is to be given to somebody. */
export function loseExecutor(
  draft: GateDraft,
  action: ActionNode,
  { executor, reason, ask }: GateEventOf<'executor_left'>,
): Refusal | undefined {
  const waits = action.waiting_for?.kind === 'push' || action.waiting_for?.kind === 'conflict'
  if (action.executor !== executor || action.state !== 'WAITING_EXTERNAL' || !waits)
    return refuseSilently(`${action.id} does not wait for ${executor} to push`)
  draft.trail.push(`${action.id}: ${reason}`)
  if (fallBack(draft, action, reason)) return undefined
  action.reason = reason
  waitForAssignment(action, reason, ask)
  return undefined
}

/** The same bytes were tested once more: that is a validation of theirs, though no version came of it. */
function recordAgain(draft: GateDraft, { again }: GateEventOf<'run_failed'>): void {
  const version = again === undefined ? undefined : findArtifact(draft, again.artifact_id)
  if (again === undefined || version === undefined) return
  const before = draft.execution.validations.findLast((one) => one.artifact_id === version.artifact_id)
  recordOwnTests(draft, version, again.validation, draft.rules.at)
  // Nobody looked for the cause anew: what was found still goes with the redo.
  const added = draft.execution.validations.at(-1)
  if (added !== undefined) added.analysis_id = before?.analysis_id ?? null
}
