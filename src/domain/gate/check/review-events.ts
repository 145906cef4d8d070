import type { Artifact } from '../../records/artifact.ts'
import type { Validation } from '../../records/loop/validation.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'
import { criteriaOf } from '../draft/version-criteria.ts'
import { lookOnceMore } from './ci-events.ts'
import { concludeReview, findOpinion } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import { type GateDraft, getCheck, getLockedVersion, getTask, refuse, refuseSilently } from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { mergeResults, withWaivers } from './known-results.ts'
import { waitForJudgement } from './wait-for-judgement.ts'
import { askForBetterPush, recordOwnTests } from '../draft/own-tests.ts'
import { recordText } from '../../language/message.ts'

/** CHECK READY → RUNNING; locks the version it looks at (spec 003 §4). It never waits for its ACTION to be DONE. */
export function startReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_started'>,
): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.state !== 'READY' || action.active_artifact_id === null) {
    return refuse(`${check.id} is ${check.state}, a review starts from READY with a version to look at`)
  }
  check.state = 'RUNNING'
  check.review_id = event.review_id
  check.reviewed_artifact_id = action.active_artifact_id
  check.deadline = null
  check.ci_news = false
  draft.effects.push({
    kind: 'review_version',
    task: action.id,
    review_id: event.review_id,
    artifact_id: action.active_artifact_id,
  })
  return undefined
}

/** The reviewer itself failed or timed out: READY again, at the limit a person decides. */
export function failReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_failed'>,
): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.superseded_review?.review_id === event.review_id) {
    check.superseded_review = null
    keepReceipt(draft, event)
    return undefined
  }
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id) {
    return refuseSilently(`review ${event.review_id} is not the one under way`)
  }
  keepReceipt(draft, event)
  if (event.validation?.passed === true)
    keepOwnTests(draft, getLockedVersion(draft, check, check.reviewed_artifact_id), event.validation)
  check.attempts += 1
  check.reason = event.reason
  check.review_id = null
  check.deadline = null
  if (check.attempts < draft.rules.maxAttempts) {
    check.state = 'READY'
    return undefined
  }
  const what = recordText('the reviewer failed {n} times: {reason}', { n: check.attempts, reason: event.reason })
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = { kind: 'decision', who: [], what }
  return undefined
}

/** What it spent counts, whatever comes of it. */
function keepReceipt(draft: GateDraft, { receipt }: GateEventOf<'review_reported' | 'review_failed'>): void {
  if (receipt !== undefined) draft.execution.receipts.push(receipt)
}

/** Results of a review: a verdict when it is complete, else it waits for a person or for CI. */
export function reportReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_reported'>,
): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.superseded_review?.review_id === event.review_id) return reportSuperseded(draft, action, check, event)
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id) {
    return refuseSilently(`review ${event.review_id} is not the one under way`)
  }
  keepReceipt(draft, event)
  if (takeOwnTests(draft, action, check, event) === 'failed') return undefined
  const results = withWaivers(action, mergeResults(check.partial, event.results))
  const missing = concludeWhenComplete(draft, action, check, event, results, check.reviewed_artifact_id)
  if (missing.length === 0) return undefined
  check.partial = results
  const forPerson = missing.filter((id) => event.waiting.some((one) => one.for === 'person' && one.criterion === id))
  if (forPerson.length > 0) {
    waitForJudgement(draft, action, check, event.review_id, forPerson, event.judges)
    return undefined
  }
  check.deadline = event.deadline
  if (check.ci_news) lookOnceMore(draft, action, check)
  return undefined
}

/** Tests of a version that a person pushed come before any verdict (spec 003 §4). */
function takeOwnTests(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  { validation }: GateEventOf<'review_reported'>,
): 'failed' | 'held' {
  if (validation === null) return 'held'
  const artifact = getLockedVersion(draft, check, check.reviewed_artifact_id)
  if (keepOwnTests(draft, artifact, validation) === 'held' || validation.passed) return 'held'
  askForBetterPush(draft, action, check, artifact, validation)
  return 'failed'
}

/** `held`: a report before said that they pass. CI is waited for, or couldn't be read, and the version is looked at again. */
function keepOwnTests(draft: GateDraft, artifact: Artifact, validation: Validation): 'held' | 'kept' {
  const { artifact_id: id } = artifact
  if (draft.execution.validations.some((one) => one.artifact_id === id && one.passed)) return 'held'
  recordOwnTests(draft, artifact, validation, draft.rules.at)
  return 'kept'
}

/** The verdict on a version that was locked before a newer one came; incomplete results are dropped. */
function reportSuperseded(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  event: GateEventOf<'review_reported'>,
): Refusal | undefined {
  const artifactId = check.superseded_review?.artifact_id ?? null
  check.superseded_review = null
  keepReceipt(draft, event)
  if (event.validation?.passed === false) return undefined
  concludeWhenComplete(draft, action, check, event, withWaivers(action, event.results), artifactId)
  return undefined
}

/** Concludes the review; where blockers or majors lack a result it does nothing and returns them. */
function concludeWhenComplete(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  event: GateEventOf<'review_reported'>,
  results: readonly CriterionResult[],
  artifactId: string | null,
): string[] {
  const artifact = getLockedVersion(draft, check, artifactId)
  const decision = decideVerdict(criteriaOf(getTask(draft, action.id), artifact), results, draft.rules.minScore)
  if (decision.kind === 'incomplete') return decision.missing
  const judges = results.flatMap((result) => (result.judge === undefined ? [] : [`@${result.judge}`]))
  const model = findOpinion(draft, artifact)?.by
  concludeReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: decision.verdict,
    score: decision.score,
    reviewer: [event.reviewer, ...(model === undefined ? [] : [model]), ...new Set(judges)].join(', '),
    results,
    said: null,
  })
  return []
}
