import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import { allowSelf } from '../draft/lonely-judge.ts'
import type { Validation } from '../../records/loop/validation.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'
import type { Task } from '../../plan/task.ts'
import { isOptional } from './optional-criteria.ts'
import { criteriaOf, describeUndone, undoesId, undoneTask } from '../draft/version-criteria.ts'
import { concludeReview, findOpinion } from './conclude-review.ts'
import { decideVerdict } from './decide-verdict.ts'
import {
  findArtifact,
  type GateDraft,
  getCheck,
  getTask,
  isSameLogin,
  refuse,
  refuseSilently,
  whoJudges,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { mergeResults, withWaivers } from './known-results.ts'
import { askForBetterPush, recordOwnTests } from '../draft/own-tests.ts'

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
    keepOwnTests(draft, getReviewed(draft, check, check.reviewed_artifact_id), event.validation)
  check.attempts += 1
  check.reason = event.reason
  check.review_id = null
  check.deadline = null
  if (check.attempts < draft.rules.maxAttempts) {
    check.state = 'READY'
    return undefined
  }
  const what = `the reviewer failed ${check.attempts} times: ${event.reason}`
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
    waitForJudgement(draft, action, check, event.review_id, forPerson, event.may_judge)
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
  const artifact = getReviewed(draft, check, check.reviewed_artifact_id)
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
  const artifact = getReviewed(draft, check, artifactId)
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

function getReviewed(draft: GateDraft, check: CheckNode, artifactId: string | null): Artifact {
  const artifact = findArtifact(draft, artifactId)
  if (artifact === undefined) throw new Error(`${check.id} has lost the version it looks at`)
  return artifact
}

/** CHECK → WAITING_EXTERNAL until somebody with the role judges the named criteria. */
export function waitForJudgement(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  reviewId: string,
  criteria: readonly string[],
  mayJudge?: readonly string[],
): void {
  const artifact = getReviewed(draft, check, check.reviewed_artifact_id)
  const who = whoJudges(draft, check, artifact, mayJudge)
  const but = describeWhoMayNot(draft, artifact, who, mayJudge)
  check.state = 'WAITING_EXTERNAL'
  check.deadline = null
  check.waiting_for = {
    kind: 'judgement',
    who: but.asked,
    what: `${describeJudging(getTask(draft, action.id), criteria, artifact)}${describeWhyMinor(draft, action, criteria)}${but.words}`,
  }
  draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: reviewId, who })
}

/** What the plan calls minor is asked for where the score decides, which nobody would guess. */
function describeWhyMinor(draft: GateDraft, { id }: ActionNode, criteria: readonly string[]): string {
  const asked = getTask(draft, id).acceptance_criteria.filter((one) => criteria.includes(one.id))
  if (asked.length < criteria.length || asked.some((one) => !isOptional(one))) return ''
  const [is, them] = asked.length === 1 ? ['it is', 'it'] : ['they are', 'them']
  return `; ${is} minor, but without ${them} the version scores less than ${draft.rules.minScore}`
}

/** Whom nobody else can stand in for is asked to change that; who would be refused is named where anybody else may. */
function describeWhoMayNot(
  { rules }: GateDraft,
  { by }: Artifact,
  who: string[],
  mayJudge: readonly string[] | undefined,
): { asked: string[]; words: string } {
  if (rules.allowSelf || by.kind !== 'person') return { asked: who, words: '' }
  if (by.id === unknownPerson.id) {
    const words = "; GitHub doesn't say who pushed it, so push to its branch again first, an empty commit will do"
    return { asked: [], words }
  }
  if (who.length > 0) return { asked: who, words: '' }
  if (mayJudge === undefined || mayJudge.some((one) => !isSameLogin(one, by.login)))
    return { asked: [], words: `; not @${by.login}, who pushed it` }
  const words = `; only @${by.login} may review here and pushed it: ${allowSelf}, or give somebody else write access`
  return { asked: [by.login], words }
}

/** `judge AC-2 “It reads well” of T3, and whether it may undo approved work of T1 (UNDOES-T1): b.js (…)`. */
function describeJudging(
  { id: task, acceptance_criteria: known }: Task,
  criteria: readonly string[],
  { undoes }: Artifact,
): string {
  const stated = criteria.filter((id) => undoneTask(id) === undefined)
  const undoing = criteria.filter((id) => undoneTask(id) !== undefined)
  const undone = undoing.flatMap((id) => undoneTask(id) ?? []).join(', ')
  const parts = [
    ...(stated.length > 0 ? [`${nameCriteria(stated, known)} of ${task}`] : []),
    ...(undoing.length > 0
      ? [
          `whether ${stated.length > 0 ? 'it' : task} may undo approved work of ${undone} (${undoing.join(', ')}): ${describeUndone(undoes.filter((one) => undoing.includes(undoesId(one.task))))}`,
        ]
      : []),
  ]
  return `judge ${parts.join(', and ')}`
}

/**
 * CI finished something on the commit under review, in time or late: the review looks again, under the same review id;
 * one that is looking right now does so once it has reported, since it may have looked too early.
 */
export function reportCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_reported'>): Refusal | undefined {
  const check = getCheck(draft, action)
  const artifact = findArtifact(draft, check.reviewed_artifact_id)
  const concerned = check.review_id !== null && artifact?.commit_sha === event.commit_sha
  const busy = check.state === 'RUNNING' && check.deadline === null
  const asksCi = getTask(draft, action.id).acceptance_criteria.some((one) => one.check_method === 'ci_check')
  if (concerned && busy && asksCi && !check.ci_news) {
    check.ci_news = true
    return undefined
  }
  const waits = check.state === 'RUNNING' ? !busy : check.waiting_for?.kind === 'ci'
  if (!waits || !concerned) return refuseSilently('no review waits for CI on that commit')
  check.state = 'RUNNING'
  check.waiting_for = null
  lookOnceMore(draft, action, check)
  return undefined
}

/** The same review of the same version, since CI has news. */
function lookOnceMore(draft: GateDraft, action: ActionNode, check: CheckNode): void {
  const { review_id, reviewed_artifact_id: artifact_id } = check
  if (review_id === null || artifact_id === null) throw new Error(`${check.id} has no review under way`)
  check.ci_news = false
  draft.effects.push({ kind: 'review_version', task: action.id, review_id, artifact_id })
}

/** CI did not report in time: a person is asked (it may not run for pull requests into this base). */
export function overdueCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_overdue'>): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id || check.deadline === null) {
    return refuseSilently('no review waits for CI')
  }
  const who = whoJudges(draft, check, getReviewed(draft, check, check.reviewed_artifact_id))
  const what = `CI did not report on ${action.branch} in time; it may not run for pull requests into this base`
  check.deadline = null
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = { kind: 'ci', who, what }
  draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: event.review_id, who })
  return undefined
}
