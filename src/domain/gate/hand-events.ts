import type { Artifact } from '../artifact.ts'
import { judgedCriteria } from '../delivery.ts'
import type { ActionNode, CheckNode } from '../node-state.ts'
import type { CriterionResult } from '../review.ts'
import { criteriaOf } from '../version-criteria.ts'
import { concludeReview, recordReview } from './conclude-review.ts'
import {
  closePullRequest,
  countAttempt,
  fence,
  findArtifact,
  findInputs,
  type GateDraft,
  getCheck,
  getTask,
  isRejected,
  refuseSilently,
} from './gate-draft.ts'
import type { GateEventOf, Person, Refusal } from './gate-event.ts'
import { knownResults } from './known-results.ts'
import { finishMerge } from './merge-events.ts'
import { clearCheck, recordVersion } from './record-version.ts'

/**
 * A person merged by hand: the head is recorded, then approved by them with failing criteria as their waivers. Before
 * the inputs are approved it counts as a version that was pushed (I5).
 */
export function mergeByHand(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_merged'>,
): Refusal | undefined {
  if (action.state === 'DONE') return refuseSilently(`${action.id} is DONE`)
  const known = draft.rows.versionsByTask.of(action.id).find((one) => one.commit_sha === event.artifact.commit_sha)
  if (action.state === 'PENDING') {
    if (known === undefined) recordVersion(draft, action, event.artifact)
    action.inputs = {}
    action.merge = 'merged'
    closePullRequest(action)
    draft.trail.push(`${action.id}: merged by hand by @${event.by.login}, counts once its inputs are approved`)
    return undefined
  }
  const artifact = known ?? recordVersion(draft, action, event.artifact)
  const check = getCheck(draft, action)
  action.inputs = findInputs(draft, getTask(draft, action.id).depends_on) ?? {}
  const results = waiveWhatFails(draft, action, check, artifact, event.by)
  action.active_artifact_id = artifact.artifact_id
  action.approved_artifact_id = artifact.artifact_id
  action.approval_stale = false
  action.waiting_for = null
  action.attempts = 0
  fence(action)
  recordReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: 'APPROVED',
    score: 1,
    reviewer: `@${event.by.login}`,
    results,
    said: `@${event.by.login} merged the pull request by hand.`,
  })
  clearCheck(check)
  check.state = 'DONE'
  check.review_id = event.review_id
  check.reviewed_artifact_id = artifact.artifact_id
  finishMerge(draft, action, event.merge_sha)
  return undefined
}

function waiveWhatFails(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  artifact: Artifact,
  by: Person,
): CriterionResult[] {
  const found = knownResults(draft, check, artifact)
  const why = 'merged by hand'
  const task = getTask(draft, action.id)
  const own = new Set(judgedCriteria(task).map(({ id }) => id))
  return criteriaOf(task, artifact).map(({ id }): CriterionResult => {
    const result = found.find((one) => one.id === id)
    if (result?.result === 'pass') return result
    // A waiver holds for later versions too: they may undo something else.
    if (own.has(id) && !action.waivers.some((waiver) => waiver.criterion === id)) {
      action.waivers = [...action.waivers, { criterion: id, by: by.login, why }]
    }
    return { id, result: 'waived', evidence: `waived by @${by.login}: ${why}`, judge: by.login }
  })
}

/** Closing a task's pull request unmerged is a rejection of its newest version, unless that is rejected already. */
export function closeByHand(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'pull_request_closed'>,
): Refusal | undefined {
  if (action.pull_request?.number !== event.number || !action.pull_request.open || action.state === 'DONE') {
    return refuseSilently(`pull request ${event.number} is not the open one of ${action.id}`)
  }
  closePullRequest(action)
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (action.state === 'PENDING' || (artifact !== undefined && isRejected(draft, artifact.artifact_id))) {
    return undefined
  }
  action.attempts = 0
  if (artifact === undefined) {
    fence(action)
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
