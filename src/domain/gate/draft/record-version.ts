import { type Artifact, coversVersion } from '../../records/artifact.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import { fence, findArtifact, type GateDraft, getCheck } from './gate-draft.ts'
import type { NewArtifact } from './gate-event.ts'
import { recordText } from '../../language/message.ts'

/** Adds a version and moves `active_artifact_id`; what becomes of the state is the caller's. */
export function recordVersion(draft: GateDraft, action: ActionNode, incoming: NewArtifact): Artifact {
  const versions = draft.rows.versionsByTask.of(action.id)
  const artifact: Artifact = { ...incoming, task: action.id, task_id: action.task_id, version: versions.length + 1 }
  draft.execution.artifacts.push(artifact)
  fence(action)
  markReady(draft, action)
  action.active_artifact_id = artifact.artifact_id
  action.waiting_for = null
  action.reason = null
  action.lost_leases = 0
  action.merge = 'none'
  action.carry = null
  action.waivers = action.waivers.filter(({ carried }) => carried !== true)
  action.conflict = null
  const author = artifact.by.kind === 'person' ? `@${artifact.by.login}` : artifact.by.name
  draft.trail.push(`${action.id}: ${recordText('version {n} by {who}', { n: artifact.version, who: author })}`)
  return artifact
}

/** Something is delivered: its pull request is no draft any more. */
function markReady(draft: GateDraft, action: ActionNode): void {
  if (action.pull_request?.draft === undefined) return
  const { number, open } = action.pull_request
  action.pull_request = { number, open }
  if (open) draft.effects.push({ kind: 'ready_task_pull_request', task: action.id, number })
}

/** The newest version goes on to the gate; bytes that are approved already keep their approval (spec 003 §4). */
export function submitVersion(draft: GateDraft, action: ActionNode, artifact: Artifact): void {
  if (!holdsApproval(draft, action, artifact)) {
    startCheck(draft, action)
    return
  }
  settleCheck(getCheck(draft, action))
  oweMerge(draft, action, artifact)
}

/** Nothing is left to judge. */
export function settleCheck(check: CheckNode): void {
  if (check.state !== 'DONE') clearCheck(check)
  check.state = 'DONE'
}

/** READY_TO_CHECK with an approved version; without a pull request yet, the merge is owed as soon as it is opened. */
export function oweMerge(draft: GateDraft, action: ActionNode, artifact: Artifact): void {
  action.state = 'READY_TO_CHECK'
  action.merge = 'pending'
  action.conflict = null
  if (action.pull_request === null) return
  draft.effects.push({ kind: 'merge_task', task: action.id, artifact_id: artifact.artifact_id })
}

/** The integration branch has it, whatever was thought of it since. */
export function wasMerged(draft: GateDraft, { artifact_id: id }: Artifact): boolean {
  return draft.execution.merges.some((one) => one.artifact_id === id)
}

/** True when the standing approval covers these bytes, and what they undo. */
export function holdsApproval(draft: GateDraft, action: ActionNode, artifact: Artifact): boolean {
  const approved = findArtifact(draft, action.approved_artifact_id)
  return approved !== undefined && !action.approval_stale && coversVersion(approved, artifact)
}

/** READY_TO_CHECK with the CHECK READY for the newest version; a review still under way keeps the version it locked. */
export function startCheck(draft: GateDraft, action: ActionNode): void {
  const check = getCheck(draft, action)
  const isMerged = action.hand_merge !== null && action.hand_merge.artifact_id === action.active_artifact_id
  action.state = 'READY_TO_CHECK'
  action.merge = isMerged ? 'merged' : 'none'
  action.waiting_for = null
  const superseded =
    check.state === 'RUNNING' && check.review_id !== null && check.reviewed_artifact_id !== null
      ? { review_id: check.review_id, artifact_id: check.reviewed_artifact_id }
      : check.superseded_review
  clearCheck(check)
  check.state = 'READY'
  check.superseded_review = superseded
}

/** Forgets what an unfinished review had come to; the caller sets the state. */
export function clearCheck(check: CheckNode): void {
  check.review_id = null
  check.attempts = 0
  check.waiting_for = null
  check.reason = null
  check.partial = []
  check.superseded_review = null
  check.deadline = null
  check.ci_news = false
}
