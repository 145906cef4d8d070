import { findValidation } from '../../loop/record-validation.ts'
import { planTests } from '../../loop/plan-tests.ts'
import { testsHold } from '../../loop/plan-tests-verdict.ts'
import { listModifiedFiles } from '../draft/modified-files.ts'
import { pauseWork } from '../draft/pause.ts'
import { note, say, type WorkDraft } from '../draft/work-draft.ts'
import { recordText } from '../../language/message.ts'

/**
 * GOAL G0 came to DONE or left it: the final pull request is opened and the work complete, or it goes back to draft and
 * the work goes on (spec 003 §4). A paused work completes once it is resumed.
 */
export function followRoot(draft: WorkDraft): void {
  const { record, execution, plan } = draft
  if (execution === null || plan === null) return
  const done = execution.nodes['G0']?.state === 'DONE'
  if (record.phase === 'completed' && !done) reopen(draft)
  if (record.phase !== 'working' || !done || !isValidated(draft) || !isDiagnosed(draft)) return
  const final = record.final_pull_request
  if (final === null) {
    const owed = record.outbox.some((one) => one.action.kind === 'open_final')
    if (!owed) draft.effects.push({ kind: 'open_final', plan_id: plan.id })
    return
  }
  if (record.paused !== null) return
  if (final.state === 'draft') {
    record.final_pull_request = { ...final, state: 'open' }
    draft.effects.push({ kind: 'set_final_draft', number: final.number, draft: false })
  }
  complete(draft)
}

/** Completed means validated (spec 002 §8): the plan's tests are owed for each new head of the integration branch. */
function isValidated(draft: WorkDraft): boolean {
  const { record, execution, plan, context } = draft
  const commit = execution?.execution_result.commit_hash ?? null
  if (execution === null || plan === null || commit === null) return true
  const newest = findValidation(execution, null)
  const holds = newest !== undefined && testsHold(newest, execution.test_waivers)
  if (planTests(plan, context.configuration).length === 0) {
    if (newest === undefined || holds) return true
    askForWaiver(draft, newest.summary)
    return false
  }
  // Commands after the one that failed have not run: with the waiver they do.
  const isWhole = newest?.passed === true || execution.test_waivers.every(({ at }) => at <= (newest?.at ?? ''))
  if (newest?.commit_sha === commit && holds && isWhole) return true
  const owed = record.outbox.some(({ action }) => action.kind === 'validate_plan' && action.commit_sha === commit)
  if (!owed && record.paused === null)
    draft.effects.push({ kind: 'validate_plan', plan_id: plan.id, commit_sha: commit })
  return false
}

/** Of a skill that was tuned, whoever merges is told what it is now: owed for each new head, as tests are. */
function isDiagnosed({ record, execution, plan, effects }: WorkDraft): boolean {
  const commit = execution?.execution_result.commit_hash ?? null
  if (record.tuning === undefined || plan === null || commit === null) return true
  if (record.tuning.diagnosed === commit) return true
  const owed = record.outbox.some(({ action }) => action.kind === 'diagnose_skill' && action.commit_sha === commit)
  if (!owed) effects.push({ kind: 'diagnose_skill', plan_id: plan.id, commit_sha: commit })
  return false
}

/** They failed, and the commands that would run them again are not configured any more (decision 34). */
function askForWaiver(draft: WorkDraft, summary: string): void {
  if (draft.record.paused !== null) return
  const text = recordText("the plan's tests failed, and no command is configured that runs them again: {summary}", {
    summary,
  })
  pauseWork(draft, 'countersign', recordText('paused: {why}', { why: text }), 'tests')
  const next = recordText(
    '`/waive tests <why>` lets them go in your name; or configure `run.test_commands` again and `/resume`',
  )
  say(draft, { kind: 'work_failed', what: recordText('Not complete over tests that failed'), why: text, next })
}

/** A closed final pull request is not taken up again: another one follows. */
function reopen(draft: WorkDraft): void {
  const { record } = draft
  const final = record.final_pull_request
  record.phase = 'working'
  record.final_pull_request = final?.state === 'open' ? { ...final, state: 'draft' } : null
  if (final?.state === 'open') draft.effects.push({ kind: 'set_final_draft', number: final.number, draft: true })
  if (draft.execution) {
    const { status: _status, ...rest } = draft.execution
    draft.execution = { ...rest, executed_at: null }
  }
}

function complete(draft: WorkDraft): void {
  const { record, execution } = draft
  record.phase = 'completed'
  if (execution === null) return
  draft.execution = {
    ...execution,
    status: 'completed',
    executed_at: draft.at,
    execution_result: { ...execution.execution_result, files_modified: listModifiedFiles(execution) },
  }
  note(draft, recordText('all tasks approved, final pull request open'))
}
