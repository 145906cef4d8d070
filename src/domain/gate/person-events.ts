import type { Artifact } from '../artifact.ts'
import type { ActionNode, CheckNode } from '../node-state.ts'
import type { CriterionResult } from '../review.ts'
import { mergeResults, withWaivers } from './check-events.ts'
import { concludeReview } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import { fence, findArtifact, type GateDraft, getCheck, getTask, refuse, refuseSilently } from './gate-draft.ts'
import type { GateEventOf, Person, Refusal } from './gate-event.ts'
import { leaveDone } from './leave-done.ts'
import { startCheck } from './record-version.ts'

/** The version a person's review is about: it must be the newest, and not their own (design 2 "People's reviews"). */
function findReviewable(draft: GateDraft, action: ActionNode, headSha: string, by: Person): Artifact | Refusal {
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined || action.state === 'CANCELLED') {
    return refuse(`${action.id} has no version to judge yet`, '`/status` shows where it stands')
  }
  if (artifact.commit_sha !== headSha) {
    return refuse(
      `that review is on ${headSha.slice(0, 7)}, the newest version of ${action.id} is ${artifact.commit_sha.slice(0, 7)}`,
      'look at the newest version and review it',
    )
  }
  const own = artifact.by.kind === 'person' && artifact.by.id === by.id
  if (own && !draft.rules.allowSelf) {
    return refuse(
      `@${by.login} pushed that version, and nobody approves their own work here`,
      'ask somebody else to review it',
    )
  }
  return artifact
}

/** What is known of the version: results of its last review or of the one under way. */
function knownResults(draft: GateDraft, check: CheckNode, artifact: Artifact): CriterionResult[] {
  const last = draft.execution.reviews.findLast((review) => review.reviewed_artifact_id === artifact.artifact_id)
  const partial = check.reviewed_artifact_id === artifact.artifact_id ? check.partial : []
  return mergeResults(last?.criteria.filter((criterion) => criterion.result !== 'none') ?? [], partial)
}

/** APPROVE settles what people judge; a failed machine criterion stays failed (that takes a waiver). */
export function approveByPerson(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'approved_by_person'>,
): Refusal | undefined {
  const artifact = findReviewable(draft, action, event.head_sha, event.by)
  if ('kind' in artifact) return artifact
  if (action.approved_artifact_id === artifact.artifact_id && !action.approval_stale) {
    return refuseSilently(`${action.id} is approved already`)
  }
  const check = getCheck(draft, action)
  const judged = getTask(draft, action.id)
    .acceptance_criteria.filter((one) => one.check_method === 'manual_review' || one.check_method === 'model_review')
    .map((one): CriterionResult => ({
      id: one.id,
      result: 'pass',
      evidence: event.why === '' ? `judged by @${event.by.login}` : `judged by @${event.by.login}: ${event.why}`,
      judge: event.by.login,
    }))
  const results = mergeResults(knownResults(draft, check, artifact), judged)
  return concludeAnew(draft, action, check, {
    artifact,
    results,
    by: event.by,
    reviewId: event.review_id,
    reportFailure: true,
  })
}

interface Anew {
  artifact: Artifact
  results: CriterionResult[]
  by: Person
  reviewId: string
  /** Says so when a machine criterion still fails, instead of rejecting the version once more. */
  reportFailure: boolean
}

function concludeAnew(draft: GateDraft, action: ActionNode, check: CheckNode, anew: Anew): Refusal | undefined {
  const criteria = getTask(draft, action.id).acceptance_criteria
  const results = withWaivers(action, anew.results)
  const decision = decideVerdict(criteria, results, draft.rules.minScore)
  const busy = check.state === 'READY' || (check.state === 'RUNNING' && check.deadline === null)
  if (decision.kind === 'incomplete' || busy) {
    check.partial = results
    if (check.state === 'READY') check.reviewed_artifact_id = anew.artifact.artifact_id
    return undefined
  }
  if (decision.verdict === 'REJECTED' && anew.reportFailure && check.state === 'DONE') {
    const failing = results.filter((result) => result.result === 'fail').map((result) => result.id)
    return refuse(
      `${failing.join(', ')} of ${action.id} failed by machine, and an approval does not lift that`,
      'a maintainer can waive a criterion; or push a better version',
    )
  }
  const reviewId = check.state === 'DONE' || check.review_id === null ? anew.reviewId : check.review_id
  concludeReview(draft, action, check, {
    reviewId,
    artifact: anew.artifact,
    verdict: decision.verdict,
    score: decision.score,
    reviewer: `@${anew.by.login}`,
    results,
    said: null,
  })
  if (decision.verdict === 'APPROVED') action.attempts = 0
  return undefined
}

/** REQUEST_CHANGES rejects, also what was approved before. */
export function rejectByPerson(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'rejected_by_person'>,
): Refusal | undefined {
  const artifact = findReviewable(draft, action, event.head_sha, { ...event.by, id: -1 })
  if ('kind' in artifact) return artifact
  const check = getCheck(draft, action)
  const last = draft.execution.reviews.findLast((review) => review.reviewed_artifact_id === artifact.artifact_id)
  if (last?.verdict === 'REJECTED' && action.state !== 'READY_TO_CHECK' && action.state !== 'DONE') {
    return refuseSilently(`version ${artifact.version} of ${action.id} is rejected already`)
  }
  const judged = getTask(draft, action.id)
    .acceptance_criteria.filter((one) => one.check_method === 'manual_review')
    .map((one): CriterionResult => ({ id: one.id, result: 'fail', evidence: event.why, judge: event.by.login }))
  const results = withWaivers(action, mergeResults(knownResults(draft, check, artifact), judged))
  action.attempts = 0
  concludeReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: 'REJECTED',
    score: shareHeld(draft, action, results),
    reviewer: `@${event.by.login}`,
    results,
    said: event.why === '' ? `@${event.by.login} asked for changes.` : event.why,
  })
  return undefined
}

function shareHeld(draft: GateDraft, action: ActionNode, results: readonly CriterionResult[]): number {
  const all = getTask(draft, action.id).acceptance_criteria.map(
    (one): CriterionResult =>
      results.find((result) => result.id === one.id) ?? { id: one.id, result: 'fail', evidence: '' },
  )
  const decision = decideVerdict(getTask(draft, action.id).acceptance_criteria, all, draft.rules.minScore)
  return decision.kind === 'verdict' ? decision.score : 0
}

/** The review that approved a merged version was dismissed: the approval no longer stands. */
export function dismissReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_dismissed'>,
): Refusal | undefined {
  if (
    action.approved_artifact_id === null ||
    action.approval_stale ||
    (action.state !== 'DONE' && action.merge !== 'pending')
  ) {
    return refuseSilently(`${action.id} has no approval to dismiss`)
  }
  if (action.state === 'DONE') leaveDone(draft, action)
  action.approval_stale = true
  action.merge = 'none'
  action.attempts = 0
  action.state = 'TO_BE_MODIFY'
  action.reason = `@${event.by.login} dismissed the review that approved it`
  draft.trail.push(`${action.id}: ${action.reason}`)
  return undefined
}

/** `/retry`: from waiting to READY with attempts 0; a CHECK that waits looks again; a DONE task is done anew. */
export function retryTask(draft: GateDraft, action: ActionNode, event: GateEventOf<'retried'>): Refusal | undefined {
  const check = getCheck(draft, action)
  if (action.state === 'READY_TO_CHECK' && check.state === 'WAITING_EXTERNAL') {
    const partial = check.partial
    startCheck(draft, action)
    check.partial = partial.filter((result) => result.judge !== undefined)
    check.reviewed_artifact_id = action.active_artifact_id
    return undefined
  }
  if (action.state === 'DONE') {
    leaveDone(draft, action)
    action.approval_stale = true
    action.state = 'TO_BE_MODIFY'
    action.reason = `@${event.by.login} asked for another version`
  } else if (action.state === 'WAITING_EXTERNAL') {
    action.state = 'READY'
    action.waiting_for = null
  } else if (action.state !== 'TO_BE_MODIFY') {
    return refuse(
      `${action.id} is ${action.state}, there is nothing to try again`,
      '`/status` shows what each task waits for',
    )
  }
  action.attempts = 0
  action.lost_leases = 0
  draft.trail.push(`${action.id}: to be tried again, asked by @${event.by.login}`)
  return undefined
}

/** `/waive`: the criterion counts as waived by that person, and the review is concluded anew. */
export function waiveCriterion(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'waived'>,
): Refusal | undefined {
  const task = getTask(draft, action.id)
  if (!task.acceptance_criteria.some((one) => one.id === event.criterion)) {
    return refuse(
      `${action.id} has no criterion ${event.criterion}`,
      `it has ${task.acceptance_criteria.map((one) => one.id).join(', ')}`,
    )
  }
  if (action.waivers.some((waiver) => waiver.criterion === event.criterion)) {
    return refuseSilently(`${event.criterion} is waived already`)
  }
  if (action.state === 'DONE' || action.state === 'CANCELLED') {
    return refuse(`${action.id} is ${action.state}`, 'nothing is held up by that criterion')
  }
  action.waivers.push({ criterion: event.criterion, by: event.by.login, why: event.why })
  action.attempts = 0
  draft.trail.push(`${action.id}: ${event.criterion} waived by @${event.by.login}`)
  const artifact = findArtifact(draft, action.active_artifact_id)
  const check = getCheck(draft, action)
  if (artifact === undefined || action.merge === 'pending') return undefined
  const results = knownResults(draft, check, artifact)
  const enough = decideVerdict(task.acceptance_criteria, withWaivers(action, results), draft.rules.minScore)
  if (enough.kind === 'incomplete' || enough.verdict === 'REJECTED') return undefined
  fence(action)
  return concludeAnew(draft, action, check, {
    artifact,
    results,
    by: event.by,
    reviewId: event.review_id,
    reportFailure: false,
  })
}

/** `/assign`: another executor; what waited can run again. */
export function assignTask(draft: GateDraft, action: ActionNode, event: GateEventOf<'assigned'>): Refusal | undefined {
  if (action.state === 'DONE' || action.state === 'CANCELLED') return refuse(`${action.id} is ${action.state}`)
  action.executor = event.executor
  action.attempts = 0
  draft.trail.push(`${action.id}: given to ${event.executor} by @${event.by.login}`)
  if (action.state === 'WAITING_EXTERNAL' || action.state === 'RUNNING') {
    fence(action)
    action.waiting_for = null
    action.state = 'READY'
  }
  return undefined
}

/** `/stop`, a re-plan, the issue closed or transferred: everything not DONE is cancelled, live runs are fenced. */
export function cancelAll(draft: GateDraft): void {
  for (const node of Object.values(draft.execution.nodes)) {
    if (node.state === 'DONE') continue
    if (node.kind === 'ACTION') {
      fence(node)
      if (node.pull_request?.open) {
        draft.effects.push({
          kind: 'close_task_pull_request',
          task: node.id,
          number: node.pull_request.number,
          why: 'cancelled',
        })
        node.pull_request = { ...node.pull_request, open: false }
      }
      node.merge = 'none'
    }
    if (node.kind !== 'GOAL') node.waiting_for = null
    node.state = 'CANCELLED'
  }
}
