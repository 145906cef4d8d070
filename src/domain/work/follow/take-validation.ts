import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { nameCause } from '../../records/loop/analysis.ts'
import { testsHold } from '../../loop/plan-tests-verdict.ts'
import { countIterations } from '../../loop/iterations.ts'
import { findValidation, isNoProgress, recordValidation } from '../../loop/record-validation.ts'
import { pauseWork } from '../draft/pause.ts'
import { applyGate, keepAct, note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { recordText } from '../../language/message.ts'

/**
 * The plan's tests ran on the integration branch (spec 002 §4). Where they failed, the task to blame goes back to
 * work with what debugging found. A person is asked once nothing moves any more: no task to blame, the same failures on
 * the same files, or the last round that is allowed.
 */
export function takeValidation(draft: WorkDraft, event: WorkEventOf<'plan_validated'>): Refusal | undefined {
  const { execution, record } = draft
  const head = execution?.execution_result.commit_hash
  if (execution === null || record.phase !== 'working' || head !== event.commit_sha)
    return refuseSilently('the integration branch has moved since its tests began')
  const { validation, commit_sha, tree_sha } = event
  const before = findValidation(execution, null)
  const tested = { at: draft.at, task: null, artifact_id: null, commit_sha, tree_sha }
  const recorded = recordValidation(execution, tested, validation, draft.at)
  draft.execution = { ...execution, ...recorded }
  delete draft.ownExecution
  if (testsHold(validation, execution.test_waivers)) {
    const { summary } = validation
    note(
      draft,
      validation.passed
        ? recordText('tests of the plan: {summary}', { summary })
        : recordText('tests of the plan, those left out that were waived: {summary}', { summary }),
    )
    return undefined
  }
  const rounds = countIterations(execution)
  const failed = describeFailedPlan(validation)
  const end = isNoProgress(before, { treeSha: tree_sha, failedTests: validation.failed_tests })
    ? recordText('no progress, the same tests fail on the same files as before')
    : rounds >= (draft.loop?.max_iterations ?? Infinity)
      ? describeLastRound(rounds)
      : null
  draft.errors.push({ action: 'action-validate-with-file', message: failed })
  keepAct(draft, { kind: 'failed', action: 'action-execute', message: failed, at: draft.at })
  if (event.guilty !== null) {
    const reason = end === null ? failed : `${end}; ${failed}`
    return applyGate(draft, { kind: 'validation_failed', task: event.guilty, reason, stuck: end !== null })
  }
  pauseWork(draft, 'countersign', recordText('paused: {why}', { why: failed }), 'tests')
  const last = draft.plan?.tasks.at(-1)?.id ?? 'T1'
  const next = recordText(
    '`/retry {task}` (or another task) has it done again, `/resume` runs the tests again, `/waive tests <why>` lets those that failed go',
    { task: last },
  )
  say(draft, {
    kind: 'work_failed',
    what: recordText('No task could be named for the failing tests'),
    why: failed,
    next,
  })
  return undefined
}

function describeFailedPlan({ hypotheses, summary }: WorkEventOf<'plan_validated'>['validation']): string {
  const cause = nameCause(hypotheses)
  return cause === undefined
    ? recordText("the plan's tests failed: {summary}", { summary })
    : recordText("the plan's tests failed (cause found: {cause}): {summary}", { cause, summary })
}

function describeLastRound(n: number): string {
  return n === 1
    ? recordText('the loop went through 1 iteration, the most that is allowed')
    : recordText('the loop went through {n} iterations, the most that is allowed', { n })
}
