import type { ExecutionRecord } from '../execution-record.ts'
import { reviveGate } from '../gate/decide-gate.ts'
import type { Refusal } from '../gate/gate-event.ts'
import { startExecution } from '../gate/start-execution.ts'
import { workBranch } from '../iss-record.ts'
import type { Plan } from '../plan.ts'
import { refuse, refuseSilently } from '../gate/gate-draft.ts'
import { startLoop } from './project-loop.ts'
import { freeze } from './register-issue.ts'
import { applyCancel, gateRules, note, say, takeOver, type WorkDraft } from './work-draft.ts'
import type { Actor, IssueFacts, WorkEventOf } from './work-event.ts'

/** The plan is shown, but the issue's text is no longer the one it was made from (design 2 "Life of a plan"). */
export function isStale(draft: WorkDraft): boolean {
  return draft.record.current_sha256 !== draft.record.frozen.sha256
}

function shortHash(record: WorkDraft['record']): string {
  return (record.plan_hash ?? '').slice(0, 7)
}

/** `/plan` or the label: freezes the text and asks the planner, unless a plan stands that still fits. */
export function requestPlan(draft: WorkDraft, issue: IssueFacts, by: Actor): Refusal | undefined {
  const { record } = draft
  if (!issue.open) return refuse('the issue is closed', 'reopen it first')
  switch (record.phase) {
    case 'drafting':
      return refuse('a plan is being made already', 'it will appear here')
    case 'working':
      return refuse(
        `plan \`${shortHash(record)}\` is approved and being worked on`,
        '`/status` shows where it stands; `/stop` ends it',
      )
    case 'completed':
      return refuse('its work is complete', 'open an issue for what is left')
    case 'proposed':
      if (issue.sha256 === record.frozen.sha256) {
        return refuse(
          'this text is planned already',
          `\`/approve plan@${shortHash(record)}\` starts it; edit the issue and \`/plan\` again for another plan`,
        )
      }
      break
    case 'registered':
    case 'awaiting_input':
    case 'stopped':
      break
  }
  record.frozen = freeze(issue, by, draft.at)
  record.current_sha256 = issue.sha256
  record.phase = 'drafting'
  record.plan_count += 1
  record.plan_id = `SOL-${record.id}-${record.plan_count}`
  record.plan_hash = null
  record.approved = null
  record.loop_id = null
  record.base_branch = null
  record.base_sha = null
  record.paused = null
  record.stopped = null
  record.final_pull_request = null
  record.plan_comment = null
  record.status_comment = null
  draft.plan = null
  draft.execution = null
  draft.loop = null
  note(draft, `planning \`${record.plan_id}\``, by.login)
  draft.effects.push({ kind: 'draft_plan', plan_id: record.plan_id, guidance: null })
  return undefined
}

export function takePlan(draft: WorkDraft, event: WorkEventOf<'plan_drafted'>): Refusal | undefined {
  const { record } = draft
  if (record.phase !== 'drafting' || record.plan_id !== event.plan.id)
    return refuseSilently(`${event.plan.id} is not being drafted`)
  if (event.faults.length > 0) {
    awaitInput(draft)
    say(draft, {
      kind: 'plan_faults',
      faults: event.faults.map((fault) => ({ code: fault.code, nodes: fault.nodes, message: fault.message })),
      guidance: '',
    })
    return undefined
  }
  record.phase = 'proposed'
  record.plan_hash = event.plan.hash
  draft.plan = { ...event.plan, is_bound: true }
  note(draft, `plan \`${event.plan.hash.slice(0, 7)}\` proposed`)
  draft.effects.push({ kind: 'show_plan', plan_id: event.plan.id })
  return undefined
}

export function askForInput(draft: WorkDraft, event: WorkEventOf<'plan_needs_input'>): Refusal | undefined {
  if (draft.record.phase !== 'drafting') return refuseSilently('no plan is being drafted')
  awaitInput(draft)
  say(draft, { kind: 'needs_input', lacks: event.lacks })
  return undefined
}

function awaitInput(draft: WorkDraft): void {
  draft.record.phase = 'awaiting_input'
  note(draft, 'the issue does not say enough to plan')
}

/** `/approve plan@hash`: binds the plan that was read, and starts a loop (design 2 "Life of a plan"). */
export function approvePlan(
  draft: WorkDraft,
  hash: string | null,
  by: Actor,
  issue: IssueFacts | null,
): Refusal | 'told' | undefined {
  const { record, plan } = draft
  if (issue) record.current_sha256 = issue.sha256
  const stoppedPlan = record.phase === 'stopped' && plan !== null
  if (record.phase === 'working')
    return refuse(`plan \`${shortHash(record)}\` is approved already`, '`/status` shows where it stands')
  if (record.phase === 'completed') return refuse('its work is complete', 'merge the final pull request')
  if ((record.phase !== 'proposed' && !stoppedPlan) || plan === null)
    return refuse('there is no plan to approve', '`/plan` makes one')
  if (issue?.open === false) return refuse('the issue is closed', 'reopen it first')
  if (hash !== null && !plan.hash.startsWith(hash)) {
    say(draft, { kind: 'stale_plan', asked: hash, newest: plan.hash.slice(0, 7), diff: '' })
    return 'told'
  }
  if (isStale(draft)) {
    const diff = issue === null ? '' : describeTextChange(record.frozen, issue)
    say(draft, { kind: 'stale_plan', asked: hash, newest: null, diff })
    draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
    return 'told'
  }
  startWork(draft, plan, by)
  return undefined
}

function startWork(draft: WorkDraft, plan: Plan, by: Actor): void {
  const { record } = draft
  record.phase = 'working'
  record.approved = { by: by.login, at: draft.at, hash: plan.hash }
  record.stopped = null
  record.paused = null
  record.base_branch = workBranch(plan.id, 'base')
  record.final_pull_request = null
  record.base_sha ??= draft.context.defaultBranch.sha
  draft.loop = startLoop(plan, draft.at, draft.context)
  record.loop_id = draft.loop.loop_id
  note(draft, `plan \`${plan.hash.slice(0, 7)}\` approved`, by.login)
  draft.effects.push({ kind: 'open_base', branch: record.base_branch }, { kind: 'show_plan', plan_id: plan.id })
  if (draft.execution === null) draft.execution = startExecution(plan)
  else takeOver(draft, reviveGate({ plan, execution: reopened(draft.execution) }, gateRules(draft)))
}

function reopened({ status: _status, ...execution }: ExecutionRecord): ExecutionRecord {
  return { ...execution, executed_at: null }
}

/** The lines that differ, as a unified diff without context. */
function describeTextChange(before: { title: string; body: string }, after: { title: string; body: string }): string {
  const old = [before.title, ...before.body.split('\n')]
  const now = [after.title, ...after.body.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const removed = old.slice(start, old.length - end).map((line) => `- ${line}`)
  const added = now.slice(start, now.length - end).map((line) => `+ ${line}`)
  const lines = [...removed, ...added]
  return lines.length > 40 ? [...lines.slice(0, 40), `… ${lines.length - 40} more lines`].join('\n') : lines.join('\n')
}

/** The text changed: a proposed plan can't be approved any more, an approved one goes on with its frozen text. */
export function noteEdit(draft: WorkDraft, event: WorkEventOf<'issue_edited'>): Refusal | undefined {
  const { record } = draft
  if (event.issue.sha256 === record.current_sha256) return refuseSilently('the text is the same')
  record.current_sha256 = event.issue.sha256
  if (record.phase !== 'proposed' && record.phase !== 'working') return undefined
  if (!isStale(draft)) {
    if (draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
    return undefined
  }
  note(draft, 'the issue was edited after it was planned')
  if (draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
  say(draft, {
    kind: 'issue_edited',
    approved: record.phase === 'working',
    plan_hash: shortHash(record),
  })
  return undefined
}

/** `/stop`, or the issue left: everything not DONE is cancelled; work and records stay. */
export function stopWork(draft: WorkDraft, by: string, why: string): Refusal | undefined {
  const { record } = draft
  if (record.phase === 'stopped') return refuseSilently('stopped already')
  if (record.phase === 'completed')
    return refuse('its work is complete', 'close the final pull request if it is not wanted')
  applyCancel(draft, why)
  record.phase = 'stopped'
  record.stopped = { by, at: draft.at, why }
  record.paused = null
  if (record.final_pull_request?.state === 'open' || record.final_pull_request?.state === 'draft') {
    draft.effects.push({ kind: 'close_final', number: record.final_pull_request.number, why })
    record.final_pull_request = { ...record.final_pull_request, state: 'closed' }
  }
  if (draft.loop) draft.loop = { ...draft.loop, status: 'failed', failure_reason: `stopped by @${by}` }
  note(draft, `stopped: ${why}`, by)
  return undefined
}
