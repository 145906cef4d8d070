import type { ActionNode } from '../../records/node-state.ts'
import {
  countAttempt,
  closePullRequest,
  fence,
  findArtifact,
  findInputs,
  findLastReview,
  type GateDraft,
  getTask,
  refuseSilently,
  getCheck,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { leaveDone } from '../draft/leave-done.ts'
import { oweMerge, recordVersion, submitVersion, wasMerged } from '../draft/record-version.ts'
import { recordText } from '../../language/message.ts'

/** READY_TO_CHECK with an approved version → DONE, once the integration branch has it. */
export function confirmMerge(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'merge_confirmed'>,
): Refusal | undefined {
  if (action.merge !== 'pending' || action.active_artifact_id !== event.artifact_id) {
    return refuseSilently(`${action.id} has no merge pending for that version`)
  }
  finishMerge(draft, action, event.merge_sha)
  draft.trail.push(`${action.id}: ${recordText('merged into the integration branch')}`)
  return undefined
}

export function finishMerge(draft: GateDraft, action: ActionNode, mergeSha: string | null): void {
  action.state = 'DONE'
  action.merge = 'merged'
  action.hand_merge = null
  action.reason = null
  closePullRequest(action)
  if (mergeSha !== null) draft.execution.execution_result.commit_hash = mergeSha
  const merged = findArtifact(draft, action.active_artifact_id)
  // Approved again and never gone: what was merged since lies on top of it.
  if (merged === undefined || (mergeSha === null && wasMerged(draft, merged))) return
  const { task, artifact_id } = merged
  draft.execution.merges.push({ task, artifact_id, merge_sha: mergeSha, at: draft.rules.at })
}

/**
 * The integration branch moved under it: redone on the new base; the same bytes keep their approval where they undo
 * nothing. One that was redone on the same base before meets the same again: an attempt, so that it comes to a person (I13).
 */
export function conflictMerge(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'merge_conflicted'>,
): Refusal | undefined {
  if (action.merge !== 'pending' || action.active_artifact_id !== event.artifact_id) {
    return refuseSilently(`${action.id} has no merge pending for that version`)
  }
  action.merge = 'none'
  action.conflict = event.conflict === null ? null : { ...event.conflict, told: false }
  if (wasApprovedOnSameBase(draft, action)) {
    draft.trail.push(`${action.id}: ${recordText('redone on the same base, and {reason}', { reason: event.reason })}`)
    countAttempt(draft, action, event.reason)
    return undefined
  }
  action.state = 'TO_BE_MODIFY'
  action.reason = event.reason
  draft.trail.push(`${action.id}: ${recordText('to be redone on the new base, {reason}', { reason: event.reason })}`)
  return undefined
}

/** A version before the newest was made from the same base and approved: what kept it from being merged stands. */
function wasApprovedOnSameBase(draft: GateDraft, action: ActionNode): boolean {
  const newest = findArtifact(draft, action.active_artifact_id)
  return draft.rows.versionsByTask
    .of(action.id)
    .some(
      (one) =>
        one !== newest &&
        one.base_sha === newest?.base_sha &&
        findLastReview(draft, one.artifact_id)?.verdict === 'APPROVED',
    )
}

/**
 * A person pushed to the task's branch: any running run is fenced, the head is a version of theirs. While inputs are
 * missing it is only recorded; the check begins once they are approved (I5).
 */
export function pushVersion(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'version_pushed'>,
): Refusal | undefined {
  if (draft.rows.versionsByTask.of(action.id).some((one) => one.commit_sha === event.artifact.commit_sha)) {
    return refuseSilently(`${event.artifact.commit_sha} is known already`)
  }
  fence(action)
  action.attempts = 0
  if (action.state === 'DONE') {
    leaveDone(draft, action)
    action.pull_request = null
  }
  const artifact = recordVersion(draft, action, event.artifact)
  if (event.rewrites)
    draft.trail.push(
      `${action.id}: ${recordText('pushed by force; version {n} is not on the branch any more, and stays on record', { n: artifact.version - 1 })}`,
    )
  action.inputs = findInputs(draft, getTask(draft, action.id).depends_on) ?? {}
  if (!action.pull_request?.open) {
    draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: artifact.artifact_id })
  }
  if (action.state === 'PENDING') {
    draft.trail.push(`${action.id}: ${recordText('that version waits until what it builds on is approved')}`)
    return undefined
  }
  submitVersion(draft, action, artifact)
  return undefined
}

/** Its number is known; a version that was approved meanwhile is merged. */
export function openPullRequest(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_opened'>,
): Refusal | undefined {
  if (action.state === 'DONE' || (action.active_artifact_id !== event.artifact_id && action.pull_request?.open)) {
    return refuseSilently(`${action.id} has moved on`)
  }
  action.pull_request = { number: event.number, open: true }
  const approved = action.merge === 'pending' ? findArtifact(draft, action.active_artifact_id) : undefined
  if (approved !== undefined) oweMerge(draft, action, approved)
  askThereToo(draft, action)
  return undefined
}

/** Who judges was asked in the pull request before, which was closed with its branch. */
function askThereToo(draft: GateDraft, action: ActionNode): void {
  const check = getCheck(draft, action)
  const { review_id: reviewId, waiting_for: waiting } = check
  if (waiting?.kind !== 'judgement' || reviewId === null || check.reviewed_artifact_id !== action.active_artifact_id)
    return
  draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: reviewId, who: waiting.who })
}
