import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import type { Artifact } from '../../records/artifact.ts'
import { judgedCriteria } from '../../plan/assemble/delivery.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'
import { criteriaOf } from '../draft/version-criteria.ts'
import { waitForJudgement } from './wait-for-judgement.ts'
import { concludeReview } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import { findReviewable } from './find-reviewable.ts'
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
} from '../draft/gate-draft.ts'
import type { GateEventOf, JudgeFacts, Person, Refusal } from '../draft/gate-event.ts'
import { knownResults, mergeResults, withWaivers } from './known-results.ts'
import { hasFailedTests } from '../draft/own-tests.ts'
import { refuseOwnWork } from '../draft/own-work.ts'
import { failByPerson, onGitHub, passByPerson, refuseFailed, refuseUnknown } from './person-results.ts'
import { holdsApproval, startCheck, wasMerged } from '../draft/record-version.ts'
import { recordText } from '../../language/message.ts'

/** APPROVE settles what people judge; a failed machine criterion stays failed (that takes a waiver). */
export function approveByPerson(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'approved_by_person'>,
): Refusal | undefined {
  const artifact = findReviewable(draft, action, event.head_sha)
  if ('kind' in artifact) return artifact
  if (action.state === 'DONE' || holdsApproval(draft, action, artifact)) {
    return refuseSilently(`${action.id} is approved already`)
  }
  if (!isMadeFromApproved(draft, action)) {
    return refuse(
      recordText('what {task} builds on has changed since its version {n} was made', {
        task: action.id,
        n: artifact.version,
      }),
      recordText('another version is due; judge that one'),
    )
  }
  // Under CHECK again, its tests are the CHECK's business.
  if (action.state !== 'READY_TO_CHECK' && hasFailedTests(draft, artifact)) {
    return refuse(
      recordText('the tests of version {n} of {task} failed, and an approval does not change that', {
        n: artifact.version,
        task: action.id,
      }),
      recordText('push a better version'),
    )
  }
  const check = getCheck(draft, action)
  const criteria = criteriaOf(getTask(draft, action.id), artifact)
  const known = knownResults(draft, check, artifact)
  const judged = refuseUnknown(criteria, event) ?? passByPerson(criteria, known, event)
  if ('kind' in judged) return judged
  const results = withWaivers(action, mergeResults(known, judged))
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
  const criteria = criteriaOf(getTask(draft, action.id), artifact)
  const decision = decideVerdict(criteria, results, draft.rules.minScore)
  const finished = action.state !== 'READY_TO_CHECK'
  if (finished && decision.kind === 'incomplete') {
    return refuse(
      recordText('{criteria} of {task} has no result for that version', {
        criteria: nameCriteria(decision.missing, criteria),
        task: action.id,
      }),
      recordText('another version is due; judge that one'),
    )
  }
  const own = refuseOwnWork(draft, artifact, event.by)
  // What a machine found, nobody's approval lifts: there another version is due, whoever approves.
  const isMachines = results.some(({ result, judge }) => result === 'fail' && judge === undefined)
  if (finished && decision.kind === 'verdict' && decision.verdict === 'REJECTED' && (own === undefined || isMachines))
    return refuseFailed(action.id, results, criteria)
  if (own !== undefined) return own
  if (decision.kind === 'incomplete' || isBusy(check)) {
    check.partial = results
    check.reviewed_artifact_id = artifact.artifact_id
    askForRest(draft, action, check, decision.kind === 'incomplete' ? decision.missing : [])
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

/** What is still missing once people have said their part; where that is theirs too, they are asked for it. */
function askForRest(draft: GateDraft, action: ActionNode, check: CheckNode, missing: readonly string[]): void {
  if (check.waiting_for?.kind !== 'judgement') return
  const { who: asked } = check.waiting_for
  const { acceptance_criteria: stated } = getTask(draft, action.id)
  const isForMachine = missing.some((id) => stated.some((one) => one.id === id && one.check_method !== 'manual_review'))
  if (check.review_id === null || isForMachine) lookAgain(check)
  else waitForJudgement(draft, action, check, check.review_id, missing, stayWith(asked))
}

/** Who is asked already, and nobody else. */
function stayWith(asked: string[]): JudgeFacts {
  return asked.length === 0 ? {} : { may_judge: asked, owners: asked }
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
  const unknown = refuseUnknown(criteria, event)
  if (unknown !== undefined) return unknown
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
    said: event.why === '' ? recordText('{who} asked for changes.', { who: `@${event.by.login}` }) : event.why,
    ...onGitHub(event),
  })
  return undefined
}

/** The share of what has a result; what nobody judged is left out, as in any score (decision 50). */
function shareHeld(
  draft: GateDraft,
  criteria: readonly AcceptanceCriterion[],
  results: readonly CriterionResult[],
): number {
  const found = new Set(results.flatMap(({ id, result }) => (result === 'none' ? [] : [id])))
  const known = criteria.filter(({ id }) => found.has(id))
  const decision = decideVerdict(known, results, draft.rules.minScore)
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
    const ids = criteria.map((one) => one.id)
    return refuse(
      recordText('{task} has no criterion {criteria}', { task: action.id, criteria: event.criterion }),
      recordText('it has {criteria}', { criteria: nameCriteria(ids, criteria) }),
    )
  }
  if (action.waivers.some((waiver) => waiver.criterion === event.criterion)) {
    return refuseSilently(`${event.criterion} is waived already`)
  }
  if (action.state === 'DONE')
    return refuse(
      recordText('{task} is approved and merged', { task: action.id }),
      recordText('nothing is held up by that criterion'),
    )
  const { login } = event.by
  action.waivers = [...action.waivers, { criterion: event.criterion, by: login, why: event.why }]
  action.attempts = 0
  draft.trail.push(
    `${action.id}: ${recordText('{criteria} waived by {who}', { criteria: nameCriteria([event.criterion], criteria), who: `@${login}` })}`,
  )
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
