import { type Artifact, sameContent } from '../artifact.ts'
import type { ActionNode } from '../node-state.ts'
import { fence, findArtifact, type GateDraft, getCheck } from './gate-draft.ts'
import type { NewArtifact } from './gate-event.ts'

/**
 * Adds a version and moves `active_artifact_id`. Returns true when its bytes are those of the standing approval:
 * then the approval holds and the merge is tried again (design 2, "conflict").
 */
export function recordVersion(draft: GateDraft, action: ActionNode, incoming: NewArtifact): boolean {
  const versions = draft.execution.artifacts.filter((artifact) => artifact.task === action.id)
  const artifact: Artifact = { ...incoming, task: action.id, task_id: action.task_id, version: versions.length + 1 }
  const approved = findArtifact(draft, action.approved_artifact_id)
  draft.execution.artifacts.push(artifact)
  fence(action)
  action.active_artifact_id = artifact.artifact_id
  action.waiting_for = null
  action.reason = null
  action.lost_leases = 0
  action.merge = 'none'
  draft.trail.push(
    `${action.id}: version ${artifact.version} by ${artifact.by.kind === 'person' ? `@${artifact.by.login}` : artifact.by.name}`,
  )
  if (approved === undefined || action.approval_stale || !sameContent(approved, artifact)) return false
  action.state = 'READY_TO_CHECK'
  action.merge = 'pending'
  const check = getCheck(draft, action)
  check.state = 'DONE'
  check.waiting_for = null
  draft.effects.push({ kind: 'merge_task', task: action.id, artifact_id: artifact.artifact_id })
  return true
}

/** READY_TO_CHECK with the CHECK READY for the newest version; a review still under way keeps the version it locked. */
export function startCheck(draft: GateDraft, action: ActionNode): void {
  const check = getCheck(draft, action)
  action.state = 'READY_TO_CHECK'
  action.merge = 'none'
  if (check.state === 'RUNNING' && check.review_id !== null && check.reviewed_artifact_id !== null) {
    check.superseded_review = { review_id: check.review_id, artifact_id: check.reviewed_artifact_id }
  }
  check.state = 'READY'
  check.attempts = 0
  check.waiting_for = null
  check.reason = null
  check.review_id = null
  check.partial = []
  check.deadline = null
}
