import type { ActionNode, CheckNode } from '../node-state.ts'
import type { CriterionResult } from '../review.ts'
import { concludeReview } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import { findArtifact, type GateDraft, getCheck, getTask, refuse, refuseSilently } from './gate-draft.ts'
import type { GateEventOf, Refusal } from './gate-event.ts'

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
  draft.effects.push({
    kind: 'review_version',
    task: action.id,
    review_id: event.review_id,
    artifact_id: action.active_artifact_id,
  })
  return undefined
}

export function failReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_failed'>,
): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.superseded_review?.review_id === event.review_id) {
    check.superseded_review = null
    return undefined
  }
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id) {
    return refuseSilently(`review ${event.review_id} is not the one under way`)
  }
  check.attempts += 1
  check.reason = event.reason
  check.review_id = null
  if (check.attempts < draft.rules.maxAttempts) {
    check.state = 'READY'
    return undefined
  }
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = {
    kind: 'decision',
    who: [],
    what: `the reviewer failed ${check.attempts} times: ${event.reason}`,
  }
  return undefined
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
  const artifact = findArtifact(draft, check.reviewed_artifact_id)
  if (artifact === undefined) return refuse(`${check.id} has lost the version it looks at`)
  const results = withWaivers(action, mergeResults(check.partial, event.results))
  const decision = decideVerdict(getTask(draft, action.id).acceptance_criteria, results, draft.rules.minScore)
  if (decision.kind === 'verdict') {
    const judges = results.flatMap((result) => (result.judge === undefined ? [] : [`@${result.judge}`]))
    concludeReview(draft, action, check, {
      reviewId: event.review_id,
      artifact,
      verdict: decision.verdict,
      score: decision.score,
      reviewer: [event.reviewer, ...new Set(judges)].join(', '),
      results,
      said: null,
    })
    return undefined
  }
  check.partial = results
  const forPerson = event.waiting.filter((one) => one.for === 'person' && decision.missing.includes(one.criterion))
  if (forPerson.length > 0)
    waitForJudgement(
      draft,
      action,
      check,
      forPerson.map((one) => one.criterion),
    )
  else check.deadline = event.deadline
  return undefined
}

function reportSuperseded(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  event: GateEventOf<'review_reported'>,
): Refusal | undefined {
  const artifact = findArtifact(draft, check.superseded_review?.artifact_id ?? null)
  const decision = decideVerdict(
    getTask(draft, action.id).acceptance_criteria,
    withWaivers(action, event.results),
    draft.rules.minScore,
  )
  if (artifact === undefined || decision.kind === 'incomplete') {
    check.superseded_review = null
    return undefined
  }
  const { verdict, score } = decision
  const results = withWaivers(action, event.results)
  concludeReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict,
    score,
    reviewer: event.reviewer,
    results,
    said: null,
  })
  return undefined
}

/** CHECK → WAITING_EXTERNAL until somebody with the role judges the named criteria. */
export function waitForJudgement(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  criteria: readonly string[],
): void {
  const who = [...draft.rules.reviewers]
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = { kind: 'judgement', who, what: `judge ${criteria.join(', ')} of ${action.id}` }
  if (check.review_id !== null) {
    draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: check.review_id, who })
  }
}

/** CI finished something on the commit under review: the review looks again, under the same review id. */
export function reportCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_reported'>): Refusal | undefined {
  const check = getCheck(draft, action)
  const artifact = findArtifact(draft, check.reviewed_artifact_id)
  if (
    check.state !== 'RUNNING' ||
    check.deadline === null ||
    check.review_id === null ||
    artifact?.commit_sha !== event.commit_sha
  ) {
    return refuseSilently('no review waits for CI on that commit')
  }
  draft.effects.push({
    kind: 'review_version',
    task: action.id,
    review_id: check.review_id,
    artifact_id: artifact.artifact_id,
  })
  return undefined
}

export function overdueCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_overdue'>): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id || check.deadline === null) {
    return refuseSilently('no review waits for CI')
  }
  check.deadline = null
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = {
    kind: 'ci',
    who: [...draft.rules.reviewers],
    what: `CI did not report on ${action.branch} in time; it may not run for pull requests into this base`,
  }
  draft.effects.push({
    kind: 'ask_reviewers',
    task: action.id,
    review_id: event.review_id,
    who: [...draft.rules.reviewers],
  })
  return undefined
}

/** Later results win, but a person's judgement stands against a machine's silence. */
export function mergeResults(known: readonly CriterionResult[], later: readonly CriterionResult[]): CriterionResult[] {
  const merged = new Map(known.map((result) => [result.id, result]))
  for (const result of later) if (result.result !== 'none' || !merged.has(result.id)) merged.set(result.id, result)
  return [...merged.values()]
}

/** A waived criterion counts as waived by that person, whatever else was found. */
export function withWaivers(action: ActionNode, results: readonly CriterionResult[]): CriterionResult[] {
  const waivers = new Map(action.waivers.map((waiver) => [waiver.criterion, waiver]))
  const rest = results.filter((result) => !waivers.has(result.id))
  const waived = action.waivers.map((waiver): CriterionResult => ({
    id: waiver.criterion,
    result: 'waived',
    evidence: `waived by @${waiver.by}: ${waiver.why}`,
  }))
  return [...rest, ...waived]
}
