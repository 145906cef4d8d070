import type { ActionNode } from '../../records/node-state.ts'
import { concludeReview } from '../check/conclude-review.ts'
import {
  countAttempt,
  closePullRequest,
  fence,
  findArtifact,
  type GateDraft,
  getCheck,
  isRejected,
  refuseSilently,
  waitForAssignment,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { recordText } from '../../language/message.ts'

/**
 * Closing a task's pull request unmerged is a rejection of its newest version, unless that is rejected already. Of
 * somebody whose review would not count it is none: the pull request is opened again.
 */
export function closeByHand(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_closed'>,
): Refusal | undefined {
  if (action.pull_request?.number !== event.number || !action.pull_request.open || action.state === 'DONE') {
    return refuseSilently(`pull request ${event.number} is not the open one of ${action.id}`)
  }
  const who = `@${event.by.login}`
  if (!event.may_review) {
    draft.effects.push({ kind: 'reopen_task_pull_request', task: action.id, number: event.number })
    draft.trail.push(`${action.id}: ${recordText('{who} closed its pull request, which is opened again', { who })}`)
    return undefined
  }
  const isDraft = action.pull_request.draft !== undefined
  closePullRequest(action)
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (action.state === 'PENDING' || (artifact !== undefined && isRejected(draft, artifact.artifact_id))) {
    return undefined
  }
  action.attempts = 0
  if (artifact === undefined) {
    fence(action)
    // Nothing was delivered in it: that is no attempt, but somebody else is to do it.
    if (isDraft)
      waitForAssignment(
        action,
        recordText('{who} closed the draft of {task} before anything was pushed', { who, task: action.id }),
      )
    else countAttempt(draft, action, recordText('{who} closed its pull request', { who }))
    return undefined
  }
  concludeReview(draft, action, getCheck(draft, action), {
    reviewId: event.review_id,
    artifact,
    verdict: 'REJECTED',
    score: 0,
    reviewer: `@${event.by.login}`,
    results: [],
    said: recordText('{who} closed the pull request without merging it.', { who }),
  })
  return undefined
}
