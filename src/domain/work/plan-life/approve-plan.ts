import { recordText } from '../../language/message.ts'
import { findFallback } from '../draft/settle-fallbacks.ts'
import { type AssigneeFacts, findMisfit, listWriters } from '../../plan/assignee.ts'
import { assignedTask } from '../../records/assigned-task.ts'
import { listExecutors } from '../../configuration/executor-names.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { joinChanges } from '../../plan/difference/join-changes.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import { reviveGate } from '../../gate/decide-gate.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { startExecution } from '../../gate/start-execution.ts'
import { workBranch } from '../../records/iss-record.ts'
import { countBeforeLoop } from '../../loop/of-this-loop.ts'
import type { PlanChange } from '../../plan/difference/plan-difference.ts'
import type { Plan } from '../../plan/plan.ts'
import { describeTextChange, isStale, shortHash } from './issue-text.ts'
import { noteForeseen } from '../../rules/foresee-obstacles.ts'
import { startLoop } from '../show/project-loop.ts'
import { refusePlanless } from '../draft/refuse-planless.ts'
import { gateRules, note, say, takeOver, type WorkDraft } from '../draft/work-draft.ts'
import type { Actor, CommentRef, WorkEventOf } from '../draft/work-event.ts'

/** `/approve plan@hash`: binds the plan that was read, and starts a loop (design 2.3). */
export function approvePlan(
  draft: WorkDraft,
  hash: string | null,
  { by, issue, assignees, foreseen }: Pick<WorkEventOf<'commands_given'>, 'by' | 'issue' | 'assignees' | 'foreseen'>,
): Refusal | 'told' | undefined {
  const { record, plan } = draft
  if (issue) record.current_sha256 = issue.sha256
  const stoppedPlan = record.phase === 'stopped' && plan !== null
  if (record.phase === 'working')
    return refuse(
      recordText('plan `{hash}` is approved already', { hash: shortHash(record) }),
      recordText('`/status` shows where it stands'),
    )
  if (record.phase === 'completed')
    return refuse(recordText('its work is complete'), recordText('merge the final pull request'))
  if ((record.phase !== 'proposed' && !stoppedPlan) || plan === null) return refusePlanless(record)
  if (record.replanning !== null)
    return refuse(
      recordText('another plan is being made in the place of `{hash}`', { hash: shortHash(record) }),
      recordText(
        'wait for it: it appears here, or a word that this one stays; then say which one with `/approve plan@…`',
      ),
    )
  if (issue?.open === false) return refuse(recordText('the issue is closed'), recordText('reopen it first'))
  if (hash !== null && !plan.hash.startsWith(hash)) {
    const changes = changesSince(record, hash)
    say(draft, { kind: 'stale_plan', asked: hash, newest: plan.hash.slice(0, 7), diff: '', changes })
    return 'told'
  }
  if (isStale(draft)) {
    const diff = issue === null ? '' : describeTextChange(record.frozen, issue)
    say(draft, { kind: 'stale_plan', asked: hash, newest: null, diff, changes: [] })
    draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
    return 'told'
  }
  const nobodys = refuseMisfits(draft, plan, assignees)
  if (nobodys !== undefined) return nobodys
  const { name, sha } = draft.context.defaultBranch
  if (sha === '')
    return refuse(
      recordText('the branch `{branch}` has no commit here yet', { branch: name }),
      recordText('push one, then approve again'),
    )
  beginLoop(draft, foreseen === undefined ? plan : tellForeseen(draft, plan, foreseen), by)
  return undefined
}

/**
 * Said before the plan was shown, and told late or once more: whoever wrote it can't have seen what it would start. By
 * GitHub's ids, which ascend; clocks differ.
 */
export function refuseUnseenPlan(
  { record, plan }: WorkDraft,
  hash: string | null,
  comment: CommentRef,
): Refusal | undefined {
  const shown = record.plan_comment
  if (hash !== null || plan === null || record.phase !== 'proposed') return undefined
  if (shown?.plan_id !== plan.id || comment.id > shown.id) return undefined
  const short = shortHash(record)
  return refuse(
    recordText('plan `{hash}` came after that comment', { hash: short }),
    recordText('read it and say `/approve plan@{hash}`', { hash: short }),
  )
}

/** What the plan was not shown with is said once; nothing is kept from beginning by it. */
function tellForeseen(draft: WorkDraft, plan: Plan, foreseen: readonly string[]): Plan {
  const unseen = foreseen.filter((one) => !plan.notes.includes(one))
  if (unseen.length > 0) say(draft, { kind: 'foreseen', what: unseen })
  return noteForeseen(plan, foreseen)
}

/** Nobody here could do these tasks; of what is approved already, the work goes on. */
function refuseMisfits(
  { context, execution }: WorkDraft,
  { tasks }: Plan,
  facts: AssigneeFacts | undefined,
): Refusal | undefined {
  const unfit = tasks.flatMap((task) => {
    const node = execution?.nodes[task.id]
    if (node?.kind === 'ACTION' && node.state === 'DONE') return []
    const { id, executor } = assignedTask(task, node)
    // One that went away since falls back when its run begins.
    if (context.lacking?.[executor] !== undefined && findFallback(context, executor) !== undefined) return []
    const why = findMisfit(task, executor, context, facts)
    return why === undefined ? [] : [{ id, words: recordText("{task} can't be done: {why}", { task: id, why }) }]
  })
  const [first] = unfit
  if (first === undefined) return undefined
  const shown = unfit.slice(0, 5).map(({ words }) => words)
  const told = { task: first.id, executors_here: listExecutors(context) }
  const writers = listWriters(facts)
  return refuse(
    unfit.length > shown.length
      ? recordText('{items} and {n} more', { items: shown.join('; '), n: unfit.length - shown.length })
      : shown.join('; '),
    writers === ''
      ? recordText('`/assign {task} …` gives it to another, then approve again: {executors_here}', told)
      : recordText('`/assign {task} …` gives it to another, then approve again: {executors_here}; {writers}', {
          ...told,
          writers,
        }),
  )
}

/** From the plan with that hash to the newest, step by step; empty where it was never one of this issue's. */
function changesSince(record: WorkDraft['record'], hash: string): PlanChange[] {
  const first = record.revisions.findIndex((revision) => revision.from_hash.startsWith(hash))
  return first === -1 ? [] : joinChanges(record.revisions.slice(first).map(({ changes }) => changes))
}

const loopsKept = 50

function beginLoop(draft: WorkDraft, plan: Plan, by: Actor): void {
  const { record } = draft
  record.phase = 'working'
  record.approved = { by: by.login, at: draft.at, hash: plan.hash }
  record.stopped = null
  record.paused = null
  record.base_branch = workBranch(plan.id, 'base')
  record.final_pull_request = null
  record.base_sha ||= draft.context.defaultBranch.sha
  record.loop_count += 1
  draft.loop = startLoop(plan, draft.at, draft.context, record.loop_count)
  record.loop_id = draft.loop.loop_id
  record.loops = [...record.loops, { loop_id: record.loop_id, plan_id: plan.id }].slice(-loopsKept)
  note(draft, recordText('plan `{hash}` approved', { hash: plan.hash.slice(0, 7) }), by.login)
  draft.plan = { ...plan, is_bound: true }
  draft.effects.push({ kind: 'open_base', branch: record.base_branch }, { kind: 'show_plan', plan_id: plan.id })
  if (draft.execution === null) draft.execution = startExecution(plan, record.carryable)
  else takeOver(draft, reviveGate({ plan, execution: reopened(draft.execution) }, gateRules(draft)))
}

function reopened({ status: _status, ...execution }: ExecutionRecord): ExecutionRecord {
  return { ...execution, executed_at: null, before_loop: countBeforeLoop(execution) }
}
