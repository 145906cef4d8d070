import { shortenOutput } from '../../content/output-block.ts'
import { type Artifact, sameContent } from '../../records/artifact.ts'
import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import { useOfRun } from '../../records/receipts/spent-on-models.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult, Opinion, Review, Verdict } from '../../records/review.ts'
import { criteriaOf } from '../draft/version-criteria.ts'
import { countAttempt, fence, findArtifact, type GateDraft, getTask, isRejected } from '../draft/gate-draft.ts'
import { leaveDone } from '../draft/leave-done.ts'
import { clearCheck, oweMerge, submitVersion, wasMerged } from '../draft/record-version.ts'
import { recordMergeTakenBack } from '../draft/take-back-merge.ts'
import { describeReviewer } from '../../plan/check-reviewer.ts'
import { recordText } from '../../language/message.ts'

export interface Conclusion extends Pick<Review, 'github_review'> {
  reviewId: string
  artifact: Artifact
  verdict: Verdict
  score: number
  reviewer: string
  results: readonly CriterionResult[]
  /** Said by a person; put first in the grounds. */
  said: string | null
  /** What was done to give it, where it was no review: `who merged it by hand`. */
  how?: string
}

/** Writes the review record and moves ACTION and CHECK by its verdict (spec 003 §4). */
export function concludeReview(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): void {
  const review = recordReview(draft, action, check, conclusion)
  if (action.active_artifact_id !== conclusion.artifact.artifact_id) {
    concludeOlder(draft, action, conclusion)
    return
  }
  const superseded = check.superseded_review
  clearCheck(check)
  check.state = 'DONE'
  check.superseded_review = superseded
  check.review_id = review.review_id
  check.reviewed_artifact_id = review.reviewed_artifact_id
  action.waiting_for = null
  fence(action)
  if (conclusion.verdict === 'APPROVED') passGate(draft, action, conclusion.artifact)
  else failGate(draft, action, conclusion.artifact, review, conclusion.said)
}

function passGate(draft: GateDraft, action: ActionNode, artifact: Artifact): void {
  action.approved_artifact_id = artifact.artifact_id
  action.approval_stale = false
  action.reason = null
  // Rejected once, its pull request was closed or taken out again; of what is under check one is being opened.
  if (action.state !== 'READY_TO_CHECK' && !action.pull_request?.open && !wasMerged(draft, artifact)) {
    action.pull_request = null
    draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: artifact.artifact_id })
  }
  oweMerge(draft, action, artifact)
}

function failGate(draft: GateDraft, action: ActionNode, artifact: Artifact, review: Review, said: string | null): void {
  const approved = findArtifact(draft, action.approved_artifact_id)
  if (approved !== undefined && sameContent(approved, artifact)) action.approval_stale = true
  const failed = review.criteria.filter((criterion) => criterion.result === 'fail').map((criterion) => criterion.id)
  action.merge = 'none'
  if (action.hand_merge !== null) recordMergeTakenBack(draft, action, action.hand_merge)
  if (action.state === 'DONE') leaveDone(draft, action)
  const criteria = criteriaOf(getTask(draft, action.id), artifact)
  const n = review.version
  const reason =
    failed.length > 0
      ? recordText('version {n} was rejected ({criteria} failed)', { n, criteria: nameCriteria(failed, criteria) })
      : said === null
        ? recordText('version {n} was rejected (the score is too low)', { n })
        : recordText('version {n} was rejected ({why})', { n, why: said })
  const key = failed.length > 0 ? `criteria: ${failed.toSorted().join(', ')}` : 'score'
  countAttempt(draft, action, reason, key)
}

/**
 * A newer version exists: an approval is noted, the newer one still needs its own review (spec 003 §4), unless it is
 * the same bytes; those may have been rejected meanwhile, then that stands.
 */
function concludeOlder(draft: GateDraft, action: ActionNode, conclusion: Conclusion): void {
  if (conclusion.verdict === 'REJECTED' || action.state === 'DONE') return
  const known = findArtifact(draft, action.approved_artifact_id)
  if (known !== undefined && known.version > conclusion.artifact.version) return
  const active = findArtifact(draft, action.active_artifact_id)
  const same = active !== undefined && sameContent(active, conclusion.artifact)
  if (same && isRejected(draft, active.artifact_id)) return
  action.approved_artifact_id = conclusion.artifact.artifact_id
  action.approval_stale = false
  if (same && action.state === 'READY_TO_CHECK') submitVersion(draft, action, active)
}

/** Adds the review record and owes its verdict to the pull request. */
export function recordReview(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): Review {
  const review = makeReview(draft, action, check, conclusion)
  draft.execution.reviews.push(review)
  draft.effects.push({ kind: 'post_verdict', task: action.id, review_id: review.review_id })
  const how = conclusion.how === undefined ? '' : `, ${conclusion.how}`
  const said = { n: review.version, who: `${describeReviewer(review.reviewer)}${how}` }
  const verdict =
    review.verdict === 'APPROVED'
      ? recordText('version {n} approved by {who}', said)
      : recordText('version {n} rejected by {who}', said)
  draft.trail.push(`${action.id}: ${verdict}`)
  return review
}

function makeReview(draft: GateDraft, action: ActionNode, check: CheckNode, conclusion: Conclusion): Review {
  const task = getTask(draft, action.id)
  const resultOf = new Map(conclusion.results.map((result) => [result.id, result]))
  const asked = criteriaOf(task, conclusion.artifact)
  const criteria = asked.map(({ id }): CriterionResult => resultOf.get(id) ?? { id, result: 'none', evidence: '' })
  const failed = asked.filter(({ id }) => resultOf.get(id)?.result === 'fail')
  const grounds = [
    ...(conclusion.said ? [conclusion.said] : []),
    ...failed.map(({ id }) => {
      const evidence = resultOf.get(id)?.evidence ?? ''
      const isSaid = evidence === '' || evidence === conclusion.said
      const named = nameCriteria([id], asked)
      return isSaid
        ? recordText('{criteria} does not hold.', { criteria: named })
        : recordText('{criteria} does not hold: {evidence}', { criteria: named, evidence: shortenOutput(evidence) })
    }),
    ...nameOpen(conclusion, criteria, asked),
  ]
  const toChange = failed.map(({ id, statement }) => recordText('Make {id} hold: {statement}', { id, statement }))
  const whatToChange =
    toChange.length > 0 ? toChange : [conclusion.said ?? recordText('Have more of the criteria hold.')]
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
    ...(conclusion.github_review && { github_review: conclusion.github_review }),
    submitted_at: draft.rules.at,
    criteria,
    why: [...grounds, ...nameHeld(conclusion, criteria, asked)],
    to_change: conclusion.verdict === 'REJECTED' ? whatToChange : [],
    ...findSpent(draft, conclusion),
    ...tellOpinion(draft, conclusion),
    file: null,
  }
}

function findSpent({ execution }: GateDraft, { artifact, reviewId }: Conclusion): Pick<Review, 'spent'> {
  const version = artifact.run_id === null ? null : useOfRun(execution, artifact.run_id)
  const review = useOfRun(execution, reviewId)
  return version === null && review === null ? {} : { spent: { version, review } }
}

function tellOpinion(draft: GateDraft, { artifact }: Conclusion): Pick<Review, 'opinion'> {
  const opinion = findOpinion(draft, artifact)
  return opinion === undefined ? {} : { opinion }
}

/** The newest that a model gave of the version. */
export function findOpinion({ execution }: GateDraft, { artifact_id: id }: Artifact): Opinion | undefined {
  return execution.receipts.findLast((one) => one.opinion?.artifact_id === id)?.opinion
}

/** What nobody judged: minor criteria, which count neither way; or anything, where a person rejects as a whole. */
function nameOpen(
  { verdict, said }: Conclusion,
  criteria: readonly CriterionResult[],
  asked: readonly AcceptanceCriterion[],
): string[] {
  const open = criteria.filter(({ result }) => result === 'none').map(({ id }) => id)
  if (open.length === 0) return []
  const isWhole = verdict === 'REJECTED' && said !== null
  const named = { criteria: nameCriteria(open, asked) }
  if (open.length === 1)
    return isWhole
      ? [recordText('{criteria} was not judged.', named)]
      : [recordText('{criteria} was not judged, and is left out of the score.', named)]
  return isWhole
    ? [recordText('{criteria} were not judged.', named)]
    : [recordText('{criteria} were not judged, and are left out of the score.', named)]
}

function nameHeld(
  { verdict, said }: Conclusion,
  criteria: readonly CriterionResult[],
  asked: readonly AcceptanceCriterion[],
): string[] {
  if (verdict === 'REJECTED')
    return said === null && criteria.every(({ result }) => result !== 'fail')
      ? [recordText('The score is too low.')]
      : []
  const ids = (result: CriterionResult['result']) => criteria.filter((one) => one.result === result).map(({ id }) => id)
  const [passed, waived] = [ids('pass'), ids('waived')]
  return [
    ...(passed.length > 0 ? [recordText('{criteria} held.', { criteria: nameCriteria(passed, asked) })] : []),
    ...(waived.length > 0 ? [tellWaived(waived.length, nameCriteria(waived, asked))] : []),
  ]
}

function tellWaived(count: number, criteria: string): string {
  return count === 1
    ? recordText('{criteria} was waived.', { criteria })
    : recordText('{criteria} were waived.', { criteria })
}
