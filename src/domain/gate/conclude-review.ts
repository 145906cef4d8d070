import type { Artifact } from '../artifact.ts'
import type { CheckNode } from '../node-state.ts'
import type { ActionNode } from '../node-state.ts'
import type { CriterionResult, Review, Verdict } from '../review.ts'
import { countAttempt, fence, type GateDraft, getTask } from './gate-draft.ts'
import { leaveDone } from './leave-done.ts'

export interface Conclusion {
  reviewId: string
  artifact: Artifact
  verdict: Verdict
  score: number
  reviewer: string
  results: readonly CriterionResult[]
  /** Said by a person; put first in the grounds. */
  said: string | null
}

/** Writes the review record and moves ACTION and CHECK by its verdict (design 2, rows "APPROVED" and "REJECTED"). */
export function concludeReview(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): void {
  const review = makeReview(draft, action, check, conclusion)
  draft.execution.reviews.push(review)
  draft.effects.push({ kind: 'post_verdict', task: action.id, review_id: review.review_id })
  const word = review.verdict === 'APPROVED' ? 'approved' : 'rejected'
  draft.trail.push(`${action.id}: version ${review.version} ${word} by ${review.reviewer}`)
  if (action.active_artifact_id !== conclusion.artifact.artifact_id) {
    concludeOlder(draft, action, check, conclusion)
    return
  }
  check.state = 'DONE'
  check.waiting_for = null
  check.partial = []
  check.deadline = null
  check.review_id = review.review_id
  check.reviewed_artifact_id = review.reviewed_artifact_id
  action.waiting_for = null
  fence(action)
  if (conclusion.verdict === 'REJECTED') {
    if (action.approved_artifact_id === conclusion.artifact.artifact_id) action.approval_stale = true
    const failed = review.criteria.filter((criterion) => criterion.result === 'fail').map((criterion) => criterion.id)
    action.merge = 'none'
    if (action.state === 'DONE') leaveDone(draft, action)
    const reason = failed.length > 0 ? `${failed.join(', ')} failed` : (conclusion.said ?? 'the score is too low')
    countAttempt(draft, action, `version ${review.version} was rejected (${reason})`)
    return
  }
  action.approved_artifact_id = review.reviewed_artifact_id
  action.approval_stale = false
  action.reason = null
  action.state = 'READY_TO_CHECK'
  action.merge = 'pending'
  draft.effects.push({ kind: 'merge_task', task: action.id, artifact_id: review.reviewed_artifact_id })
}

/** A newer version exists: an approval is noted, the newer one still needs its own review (spec 003 §4). */
function concludeOlder(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): void {
  check.superseded_review = null
  if (conclusion.verdict === 'REJECTED') return
  const known = draft.execution.artifacts.find((one) => one.artifact_id === action.approved_artifact_id)
  if (known !== undefined && known.version > conclusion.artifact.version) return
  action.approved_artifact_id = conclusion.artifact.artifact_id
  action.approval_stale = false
}

function makeReview(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): Review {
  const task = getTask(draft, action.id)
  const criteria = task.acceptance_criteria.map(
    (criterion): CriterionResult =>
      conclusion.results.find((result) => result.id === criterion.id) ?? {
        id: criterion.id,
        result: 'none',
        evidence: '',
      },
  )
  const failed = criteria.filter((criterion) => criterion.result === 'fail')
  const statement = (id: string) => task.acceptance_criteria.find((criterion) => criterion.id === id)?.statement ?? id
  const why = failed.map(
    (criterion) => `${criterion.id} does not hold: ${criterion.evidence || statement(criterion.id)}`,
  )
  return {
    review_id: conclusion.reviewId,
    check: check.id,
    check_task_id: check.task_id,
    task: action.id,
    task_id: action.task_id,
    reviewed_artifact_id: conclusion.artifact.artifact_id,
    version: conclusion.artifact.version,
    commit_sha: conclusion.artifact.commit_sha,
    tree_sha: conclusion.artifact.tree_sha,
    plan_hash: draft.plan.hash,
    verdict: conclusion.verdict,
    score: conclusion.score,
    reviewer: conclusion.reviewer,
    submitted_at: draft.rules.at,
    criteria,
    why: conclusion.said ? [conclusion.said, ...why] : why,
    to_change:
      conclusion.verdict === 'REJECTED'
        ? failed.map((criterion) => `Make ${criterion.id} hold: ${statement(criterion.id)}`)
        : [],
    file: null,
  }
}
