import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import type { Artifact } from '../artifact.ts'
import { deliveryId, judgedCriteria } from '../delivery.ts'
import type { ActionNode, CheckNode } from '../node-state.ts'
import type { CriterionResult } from '../review.ts'
import { criteriaOf } from '../version-criteria.ts'
import { concludeReview } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import {
  fence,
  findArtifact,
  findInputs,
  type GateDraft,
  getCheck,
  getTask,
  isRejected,
  refuse,
  refuseSilently,
  sameInputs,
} from './gate-draft.ts'
import type { GateEventOf, Person, Refusal } from './gate-event.ts'
import { knownResults, mergeResults, withWaivers } from './known-results.ts'
import { hasFailedTests } from './own-tests.ts'
import { refuseOwnWork } from './own-work.ts'
import { failByPerson, onGitHub, passByPerson } from './person-results.ts'
import { holdsApproval, startCheck, wasMerged } from './record-version.ts'

/** The version a person's review is about: it must be the newest (design 2 "People's reviews"). */
function findReviewable(draft: GateDraft, action: ActionNode, headSha: string): Artifact | Refusal {
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined)
    return refuse(`${action.id} has no version to judge yet`, '`/status` shows where it stands')
  if (action.state === 'PENDING') {
    const missing = getTask(draft, action.id).depends_on.filter((id) => draft.execution.nodes[id]?.state !== 'DONE')
    return refuse(`${action.id} waits for ${missing.join(', ')}`, 'it can be judged once its inputs are approved')
  }
  if (artifact.commit_sha === headSha) return artifact
  return refuse(
    `that review is on ${headSha.slice(0, 7)}, the newest version of ${action.id} is ${artifact.commit_sha.slice(0, 7)}`,
    'look at the newest version and review it',
  )
}

/** APPROVE settles what people judge; a failed machine criterion stays failed (that takes a waiver). */
export function approveByPerson(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'approved_by_person'>,
): Refusal | undefined {
  const artifact = findReviewable(draft, action, event.head_sha)
  if ('kind' in artifact) return artifact
  const own = refuseOwnWork(draft, artifact, event.by)
  if (own !== undefined) return own
  if (action.state === 'DONE' || holdsApproval(draft, action, artifact)) {
    return refuseSilently(`${action.id} is approved already`)
  }
  if (!isMadeFromApproved(draft, action)) {
    return refuse(
      `version ${artifact.version} of ${action.id} was made before its inputs changed`,
      'another version is due; judge that one',
    )
  }
  // Under CHECK again, its tests are the CHECK's business.
  if (action.state !== 'READY_TO_CHECK' && hasFailedTests(draft, artifact)) {
    return refuse(
      `the tests of version ${artifact.version} of ${action.id} failed, and an approval does not lift that`,
      'push a better version',
    )
  }
  const check = getCheck(draft, action)
  const criteria = criteriaOf(getTask(draft, action.id), artifact)
  const known = knownResults(draft, check, artifact)
  const results = withWaivers(action, mergeResults(known, passByPerson(criteria, known, event)))
  return concludeByPerson(draft, action, check, artifact, results, event)
}

/** A machine looks at the version right now, or is about to: what it finds is added to what people said. */
function isBusy(check: CheckNode): boolean {
  return check.state === 'READY' || (check.state === 'RUNNING' && check.deadline === null)
}

function concludeByPerson(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  artifact: Artifact,
  results: CriterionResult[],
  event: GateEventOf<'approved_by_person'>,
): Refusal | undefined {
  const decision = decideVerdict(criteriaOf(getTask(draft, action.id), artifact), results, draft.rules.minScore)
  const finished = action.state !== 'READY_TO_CHECK'
  if (finished && decision.kind === 'incomplete') {
    return refuse(
      `${decision.missing.join(', ')} of ${action.id} has no result for that version`,
      'another version is due; judge that one',
    )
  }
  if (finished && decision.kind === 'verdict' && decision.verdict === 'REJECTED') {
    const failing = results.filter((result) => result.result === 'fail').map((result) => result.id)
    return refuse(
      `${failing.join(', ')} of ${action.id} failed by machine, and an approval does not lift that`,
      'a maintainer can waive a criterion; or push a better version',
    )
  }
  if (decision.kind === 'incomplete' || isBusy(check)) {
    keepJudgement(check, artifact, results)
    return undefined
  }
  concludeReview(draft, action, check, {
    reviewId: finished || check.review_id === null ? event.review_id : check.review_id,
    artifact,
    verdict: decision.verdict,
    score: decision.score,
    reviewer: `@${event.by.login}`,
    results,
    said: null,
    ...onGitHub(event),
  })
  if (decision.verdict === 'APPROVED') action.attempts = 0
  return undefined
}

/** People have said their part; a CHECK that waited for them alone looks again for the rest. */
function keepJudgement(check: CheckNode, artifact: Artifact, results: CriterionResult[]): void {
  check.partial = results
  check.reviewed_artifact_id = artifact.artifact_id
  if (check.waiting_for?.kind === 'judgement') lookAgain(check)
}

function lookAgain(check: CheckNode): void {
  check.state = 'READY'
  check.review_id = null
  check.attempts = 0
  check.waiting_for = null
  check.deadline = null
}

function isMadeFromApproved(draft: GateDraft, action: ActionNode): boolean {
  const inputs = findInputs(draft, getTask(draft, action.id).depends_on)
  return inputs !== undefined && sameInputs(action.inputs, inputs)
}

/** REQUEST_CHANGES rejects, also what was approved before. */
export function rejectByPerson(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'rejected_by_person'>,
): Refusal | undefined {
  const artifact = findReviewable(draft, action, event.head_sha)
  if ('kind' in artifact) return artifact
  const rejected = isRejected(draft, artifact.artifact_id)
  if (rejected && action.state !== 'READY_TO_CHECK' && action.state !== 'DONE') {
    return refuseSilently(`version ${artifact.version} of ${action.id} is rejected already`)
  }
  const check = getCheck(draft, action)
  const criteria = criteriaOf(getTask(draft, action.id), artifact)
  const results = withWaivers(action, mergeResults(knownResults(draft, check, artifact), failByPerson(criteria, event)))
  action.attempts = 0
  concludeReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: 'REJECTED',
    // Rejected as a whole, whatever machines found.
    score: results.some(({ result }) => result === 'fail') ? shareHeld(draft, criteria, results) : 0,
    reviewer: `@${event.by.login}`,
    results,
    said: event.why === '' ? `@${event.by.login} asked for changes.` : event.why,
    ...onGitHub(event),
  })
  return undefined
}

/** The score, where a criterion without a result counts as not held. */
function shareHeld(
  draft: GateDraft,
  criteria: readonly AcceptanceCriterion[],
  results: readonly CriterionResult[],
): number {
  const found = results.filter((result) => result.result !== 'none')
  const all = criteria.map(({ id }): CriterionResult => {
    const silent = id === deliveryId ? ('pass' as const) : ('fail' as const)
    return found.find((result) => result.id === id) ?? { id, result: silent, evidence: '' }
  })
  const decision = decideVerdict(criteria, all, draft.rules.minScore)
  return decision.kind === 'verdict' ? decision.score : 0
}

/** `/waive`: the criterion counts as waived by that person, and the review is concluded anew. */
export function waiveCriterion(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'waived'>,
): Refusal | undefined {
  const criteria = judgedCriteria(getTask(draft, action.id))
  if (!criteria.some((one) => one.id === event.criterion)) {
    const ids = criteria.map((one) => one.id).join(', ')
    return refuse(`${action.id} has no criterion ${event.criterion}`, `it has ${ids}`)
  }
  if (action.waivers.some((waiver) => waiver.criterion === event.criterion)) {
    return refuseSilently(`${event.criterion} is waived already`)
  }
  if (action.state === 'DONE')
    return refuse(`${action.id} is approved and merged`, 'nothing is held up by that criterion')
  const { login } = event.by
  action.waivers = [...action.waivers, { criterion: event.criterion, by: login, why: event.why }]
  action.attempts = 0
  draft.trail.push(`${action.id}: ${event.criterion} waived by @${login}`)
  concludeWithWaiver(draft, action, event)
  return undefined
}

function concludeWithWaiver(draft: GateDraft, action: ActionNode, event: { by: Person; review_id: string }): void {
  const artifact = findArtifact(draft, action.active_artifact_id)
  const check = getCheck(draft, action)
  if (artifact === undefined || action.merge === 'pending' || isBusy(check)) return
  const underCheck = action.state === 'READY_TO_CHECK'
  if (!underCheck && !(isRejected(draft, artifact.artifact_id) && isMadeFromApproved(draft, action))) return
  const results = withWaivers(action, knownResults(draft, check, artifact))
  const decision = decideVerdict(criteriaOf(getTask(draft, action.id), artifact), results, draft.rules.minScore)
  if (decision.kind === 'incomplete' && !underCheck) {
    takeUpAgain(draft, action, artifact, results)
    return
  }
  if (decision.kind === 'incomplete' || decision.verdict === 'REJECTED') {
    if (check.state === 'WAITING_EXTERNAL') lookAgain(check)
    return
  }
  concludeReview(draft, action, check, {
    reviewId: underCheck && check.review_id !== null ? check.review_id : event.review_id,
    artifact,
    verdict: decision.verdict,
    score: decision.score,
    reviewer: `@${event.by.login}`,
    results,
    said: null,
  })
}

/** It was rejected before all was judged, and what it was rejected for is waived: its CHECK goes on with the rest. */
function takeUpAgain(draft: GateDraft, action: ActionNode, artifact: Artifact, results: CriterionResult[]): void {
  fence(action)
  if (!action.pull_request?.open && !wasMerged(draft, artifact)) {
    action.pull_request = null
    draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: artifact.artifact_id })
  }
  startCheck(draft, action)
  const check = getCheck(draft, action)
  check.partial = results
  check.reviewed_artifact_id = artifact.artifact_id
}
