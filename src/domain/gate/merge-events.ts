import type { ActionNode } from '../node-state.ts'
import { type CriterionResult } from '../review.ts'
import { mergeResults } from './check-events.ts'
import { concludeReview } from './conclude-review.ts'
import { countAttempt, fence, findArtifact, type GateDraft, getCheck, getTask, refuseSilently } from './gate-draft.ts'
import type { GateEventOf, Refusal } from './gate-event.ts'
import { recordVersion, startCheck } from './record-version.ts'
import { leaveDone } from './leave-done.ts'

export function confirmMerge(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'merge_confirmed'>,
): Refusal | undefined {
  if (action.merge !== 'pending' || action.active_artifact_id !== event.artifact_id) {
    return refuseSilently(`${action.id} has no merge pending for that version`)
  }
  action.state = 'DONE'
  action.merge = 'merged'
  action.reason = null
  if (action.pull_request) action.pull_request = { ...action.pull_request, open: false }
  draft.trail.push(`${action.id}: merged into the integration branch`)
  return undefined
}

/** The integration branch moved under it: redone on the new base; the same bytes keep their approval. */
export function conflictMerge(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'merge_conflicted'>,
): Refusal | undefined {
  if (action.merge !== 'pending' || action.active_artifact_id !== event.artifact_id) {
    return refuseSilently(`${action.id} has no merge pending for that version`)
  }
  action.merge = 'none'
  action.state = 'TO_BE_MODIFY'
  action.reason = event.reason
  draft.trail.push(`${action.id}: to be redone on the new base, ${event.reason}`)
  return undefined
}

/** A person pushed to the task's branch: any running run is fenced, the head is a version of theirs. */
export function pushVersion(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'version_pushed'>,
): Refusal | undefined {
  if (draft.execution.artifacts.some((one) => one.task === action.id && one.commit_sha === event.artifact.commit_sha)) {
    return refuseSilently(`${event.artifact.commit_sha} is known already`)
  }
  if (action.state === 'CANCELLED') return refuseSilently(`${action.id} was cancelled`)
  fence(action)
  action.attempts = 0
  const wasDone = action.state === 'DONE'
  if (wasDone) leaveDone(draft, action)
  const held = recordVersion(draft, action, event.artifact)
  if (wasDone) action.pull_request = null
  if (action.pull_request === null || !action.pull_request.open) {
    draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: event.artifact.artifact_id })
  }
  if (!held) startCheck(draft, action)
  return undefined
}

/** A person merged by hand: the head is recorded, then approved by them with failing criteria as their waivers. */
export function mergeByHand(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_merged'>,
): Refusal | undefined {
  if (action.state === 'DONE' || action.state === 'CANCELLED') return refuseSilently(`${action.id} is ${action.state}`)
  const known = draft.execution.artifacts.find(
    (one) => one.task === action.id && one.commit_sha === event.artifact.commit_sha,
  )
  if (known === undefined) recordVersion(draft, action, event.artifact)
  else action.active_artifact_id = known.artifact_id
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined) return refuseSilently('the merged head is unknown')
  const check = getCheck(draft, action)
  const last = draft.execution.reviews.findLast((review) => review.reviewed_artifact_id === artifact.artifact_id)
  const found = mergeResults(
    last?.criteria ?? [],
    check.reviewed_artifact_id === artifact.artifact_id ? check.partial : [],
  )
  const results = getTask(draft, action.id).acceptance_criteria.map((criterion): CriterionResult => {
    const result = found.find((one) => one.id === criterion.id)
    if (result?.result === 'pass') return result
    const evidence = `waived by @${event.by.login}: merged by hand`
    action.waivers.push({ criterion: criterion.id, by: event.by.login, why: 'merged by hand' })
    return { id: criterion.id, result: 'waived', evidence, judge: event.by.login }
  })
  const said = `@${event.by.login} merged the pull request by hand.`
  concludeReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: 'APPROVED',
    score: 1,
    reviewer: `@${event.by.login}`,
    results,
    said,
  })
  const owed = draft.effects.findIndex((effect) => effect.kind === 'merge_task' && effect.task === action.id)
  if (owed >= 0) draft.effects.splice(owed, 1)
  action.state = 'DONE'
  action.merge = 'merged'
  if (action.pull_request) action.pull_request = { ...action.pull_request, open: false }
  return undefined
}

/** Closing a task's pull request unmerged is a rejection. */
export function closeByHand(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_closed'>,
): Refusal | undefined {
  if (action.pull_request?.number !== event.number || !action.pull_request.open || action.state === 'DONE') {
    return refuseSilently(`pull request ${event.number} is not the open one of ${action.id}`)
  }
  action.pull_request = { ...action.pull_request, open: false }
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined) {
    countAttempt(draft, action, `@${event.by.login} closed its pull request`)
    return undefined
  }
  concludeReview(draft, action, getCheck(draft, action), {
    reviewId: event.review_id,
    artifact,
    verdict: 'REJECTED',
    score: 0,
    reviewer: `@${event.by.login}`,
    results: [],
    said: `@${event.by.login} closed the pull request without merging it.`,
  })
  return undefined
}
