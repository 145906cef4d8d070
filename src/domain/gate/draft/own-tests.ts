import type { Artifact } from '../../records/artifact.ts'
import { isFlaky, nameCause } from '../../records/loop/analysis.ts'
import { recordValidation } from '../../loop/record-validation.ts'
import type { Validation } from '../../records/loop/validation.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import { countAttempt, type GateDraft, waitForDecision } from './gate-draft.ts'
import { clearCheck } from './record-version.ts'
import { recordText } from '../../language/message.ts'

/** Keeps what a version's own tests came to; where they failed, its check run is owed (spec 002 §4). */
export function recordOwnTests(
  draft: GateDraft,
  { artifact_id, task, commit_sha, tree_sha }: Artifact,
  validation: Validation,
  at: string,
): void {
  const tested = { at, task, artifact_id, commit_sha, tree_sha }
  Object.assign(draft.execution, recordValidation(draft.execution, tested, validation, draft.rules.at))
  if (!validation.passed)
    draft.effects.push({ kind: 'post_failed_tests', task, validation_id: validation.validation_id })
}

/** The newest validation of this version failed. */
export function hasFailedTests({ execution }: GateDraft, { artifact_id: id }: Artifact): boolean {
  return execution.validations.findLast((one) => one.artifact_id === id)?.passed === false
}

/** A run's version: back to work with what debugging found; a person decides at either limit. `rounds`: before it failed. */
export function failOwnTests(draft: GateDraft, action: ActionNode, rounds: number, validation: Validation): void {
  const reason = describeFailedTests(validation)
  draft.trail.push(`${action.id}: ${reason}`)
  countAttempt(draft, action, reason, `tests: ${validation.failed_tests.toSorted().join(', ')}`)
  if (action.state !== 'TO_BE_MODIFY' || rounds < draft.rules.maxIterations) return
  waitForDecision(
    action,
    rounds === 1
      ? recordText('the loop went through 1 iteration, the most that is allowed: {reason}', { reason })
      : recordText('the loop went through {n} iterations, the most that is allowed: {reason}', { n: rounds, reason }),
  )
}

function describeFailedTests({ summary, hypotheses }: Validation): string {
  const cause = nameCause(hypotheses)
  return cause === undefined
    ? recordText('its own tests failed: {summary}', { summary })
    : recordText('its own tests failed (cause found: {cause}): {summary}', { cause, summary })
}

function describeFailedPush(n: number, { summary, hypotheses }: Validation): string {
  const cause = nameCause(hypotheses)
  return cause === undefined
    ? recordText('its own tests failed on version {n}: {summary}', { n, summary })
    : recordText('its own tests failed on version {n} (cause found: {cause}): {summary}', { n, cause, summary })
}

/**
 * A person's version: no verdict, and no agent that would write over what they made. Whoever pushed it is asked for a
 * better one.
 */
export function askForBetterPush(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  { version, by }: Artifact,
  validation: Validation,
): void {
  const superseded = check.superseded_review
  clearCheck(check)
  check.state = 'PENDING'
  check.superseded_review = superseded
  const why = describeFailedPush(version, validation)
  action.state = 'WAITING_EXTERNAL'
  action.attempts += 1
  action.reason = why
  const who = by.kind === 'person' ? [by.login] : []
  const branch = `\`${action.branch}\``
  const ask = isFlaky(validation)
    ? recordText('push to {branch} again, an empty commit will do, so that its tests run anew', { branch })
    : recordText('push a better version to {branch}', { branch })
  action.waiting_for = { kind: 'push', who, what: `${ask}; ${why}` }
  draft.trail.push(`${action.id}: ${why}`)
}
