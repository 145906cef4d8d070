import type { EffectAction, OwedEffect } from '../effect.ts'
import { refuse, refuseSilently } from '../gate/gate-draft.ts'
import type { Refusal } from '../gate/gate-event.ts'
import { roleAtLeast } from '../configuration.ts'
import { obeyCommands, pauseWork } from './control.ts'
import { askForInput, noteEdit, requestPlan, stopWork, takePlan } from './plan-life.ts'
import { projectLoop } from './project-loop.ts'
import { projectSession } from './project-session.ts'
import { registerIssue } from './register-issue.ts'
import { schedule } from './schedule.ts'
import { stateLabel } from './state-label.ts'
import type { Work } from './work.ts'
import { applyGate, type DecisionContext, note, say, type WorkDraft } from './work-draft.ts'
import type { WorkEvent } from './work-event.ts'

export type Decision =
  | { kind: 'accepted'; work: Work; owed: OwedEffect[] }
  /** Nothing is registered, so nothing is saved: the answer is given at once. */
  | { kind: 'answered'; effects: EffectAction[] }
  | Refusal

const trailLimit = 100
/** Longer than GitHub redelivers (design 2 "Execution record"). */
const appliedMs = 7 * 24 * 3_600_000

/** The whole decision on one issue: pure, total, and every accepted event exactly once (I3). */
export function decideWork(work: Work, event: WorkEvent, context: DecisionContext): Decision {
  if (work.record?.applied.some((one) => one.key === event.key))
    return refuseSilently(`${event.key} was applied already`)
  const draft = openDraft(work, event, context)
  if (draft === null) return answerUnregistered(event, context)
  const refusal = applyEvent(draft, event)
  if (refusal) {
    if (refusal.silent || !speaks(event)) return refusal
    say(
      draft,
      { kind: 'refused', name: refusalName(event), why: refusal.why, next: refusal.next },
      refusalPlace(draft, event),
    )
  }
  return close(draft, event)
}

function openDraft(work: Work, event: WorkEvent, context: DecisionContext): WorkDraft | null {
  const record = work.record === null ? registered(work, event, context) : structuredClone(work.record)
  if (record === null) return null
  return { ...work, record, at: event.at, context, effects: [], statusChanged: false }
}

/** An issue is registered by the label or by `/plan` of somebody who may. */
function registered(work: Work, event: WorkEvent, context: DecisionContext): WorkDraft['record'] | null {
  const where = { sessionId: work.session.id, defaultBranch: context.defaultBranch.name }
  if (event.kind === 'labelled') {
    return roleAtLeast(event.by.role, context.configuration.roles.plan)
      ? registerIssue(event.issue, event.by, event.at, where)
      : null
  }
  if (event.kind !== 'commands_given' || event.issue === null || event.place.kind !== 'issue') return null
  const plans = event.commands.some((command) => command.kind === 'plan')
  if (!plans || !roleAtLeast(event.by.role, context.configuration.roles.plan)) return null
  return registerIssue(event.issue, event.by, event.at, where)
}

function answerUnregistered(event: WorkEvent, context: DecisionContext): Decision {
  if (event.kind === 'labelled') {
    return {
      kind: 'answered',
      effects: [deny(event.issue.number, event.by, 'the label', context.configuration.roles.plan)],
    }
  }
  if (event.kind !== 'commands_given') return refuseSilently('the issue is not registered')
  const effects: EffectAction[] = []
  for (const problem of event.problems) {
    const { name } = problem
    const reply =
      problem.kind === 'unknown_command'
        ? ({ kind: 'unknown_command', name, suggestion: problem.suggestion } as const)
        : ({ kind: 'bad_arguments', name, problem: problem.problem, usage: problem.usage } as const)
    effects.push({ kind: 'say', number: event.comment.number, reply })
  }
  for (const command of event.commands) {
    const needs = command.kind === 'help' ? context.configuration.roles.help : context.configuration.roles.plan
    if (!roleAtLeast(event.by.role, needs))
      effects.push(deny(event.comment.number, event.by, `/${command.kind.split('_')[0]}`, needs))
    else if (command.kind === 'help')
      effects.push({ kind: 'say', number: event.comment.number, reply: { kind: 'help' } })
    else if (event.place.kind !== 'issue')
      effects.push({
        kind: 'say',
        number: event.comment.number,
        reply: { kind: 'not_on_pull_request', number: event.comment.number },
      })
    else
      effects.push({
        kind: 'say',
        number: event.comment.number,
        reply: {
          kind: 'refused',
          name: `/${command.kind.split('_')[0]}`,
          why: 'this issue has no plan yet',
          next: '`/plan` makes one',
        },
      })
  }
  return effects.length === 0 ? refuseSilently('nothing to answer') : { kind: 'answered', effects }
}

function deny(number: number, by: { login: string; role: string | null }, name: string, needs: string): EffectAction {
  return { kind: 'say', number, reply: { kind: 'no_permission', login: by.login, name, has: by.role ?? 'none', needs } }
}

function applyEvent(draft: WorkDraft, event: WorkEvent): Refusal | undefined {
  const { record } = draft
  switch (event.kind) {
    case 'labelled':
      if (!roleAtLeast(event.by.role, draft.context.configuration.roles.plan)) {
        return refuse(
          `@${event.by.login} may not start a plan`,
          `it takes the role ${draft.context.configuration.roles.plan}`,
        )
      }
      draft.effects.push({ kind: 'react', target: { kind: 'issue', node_id: record.node_id }, content: 'EYES' })
      // Labelling twice in a second is one wish; a label on a planned issue says nothing new.
      if (record.phase === 'drafting' || (record.phase === 'proposed' && event.issue.sha256 === record.frozen.sha256)) {
        return refuseSilently('the label is on it already')
      }
      return requestPlan(draft, event.issue, event.by)
    case 'commands_given':
      obeyCommands(draft, event)
      return undefined
    case 'plan_drafted':
      return takePlan(draft, event)
    case 'plan_needs_input':
      return askForInput(draft, event)
    case 'issue_edited':
      return noteEdit(draft, event)
    case 'issue_left':
      if (record.phase === 'completed') return refuseSilently('its work is complete')
      return stopWork(draft, event.by.login, `the issue was ${event.how}`)
    case 'issue_reopened':
      if (record.phase === 'stopped' && draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
      note(draft, 'reopened: `/approve` goes on with the plan, `/plan` makes another', event.by.login)
      return undefined
    case 'branch_lost':
      if (record.phase !== 'working' || record.paused) return refuseSilently('nothing is being worked on')
      pauseWork(draft, event.by ?? 'unknown', `paused: \`${event.branch}\` was ${event.how}`)
      say(draft, { kind: 'branch_lost', branch: event.branch, by: event.by, what: event.how })
      return undefined
    case 'push_refused':
      say(
        draft,
        {
          kind: 'refused',
          name: `the push by @${event.by}`,
          why: event.faults.join('; '),
          next: 'push a commit that keeps to the task, or remove what does not belong',
        },
        event.pull_request ?? record.number,
      )
      return undefined
    case 'gate':
      return applyGateEvent(draft, event)
    case 'comment_shown':
      record[event.which === 'plan' ? 'plan_comment' : 'status_comment'] = {
        plan_id: event.plan_id,
        id: event.id,
        node_id: event.node_id,
      }
      return undefined
    case 'final_opened':
      record.final_pull_request = { number: event.number, state: 'open' }
      complete(draft)
      return undefined
    case 'final_closed':
      if (record.final_pull_request?.number !== event.number) return refuseSilently('not the final pull request')
      record.final_pull_request = { number: event.number, state: event.merged ? 'merged' : 'closed' }
      note(draft, event.merged ? 'final pull request merged' : 'final pull request closed unmerged', event.by.login)
      return undefined
    case 'exported':
      record.exports = [
        ...record.exports.filter((one) => one.tag !== event.tag),
        { tag: event.tag, url: event.url, manifest_sha256: event.manifest_sha256, at: event.at },
      ]
      note(draft, `exported as ${event.tag}`)
      say(draft, {
        kind: 'exported',
        tag: event.tag,
        url: event.url,
        manifest_sha256: event.manifest_sha256,
        files: event.files,
        partial: event.partial,
        missing: event.missing,
      })
      return undefined
    case 'export_failed':
      say(draft, { kind: 'export_failed', why: event.why })
      return undefined
    case 'config_faulty':
      say(draft, {
        kind: 'config_faults',
        path: event.path,
        faults: event.faults,
        holds: 'the last good configuration, or the defaults',
      })
      return undefined
    case 'effect_done':
      return undefined
    case 'effect_failed':
      say(draft, { kind: 'work_failed', what: event.what, why: event.why, next: '`/status` shows where it stands' })
      return undefined
  }
}

function applyGateEvent(draft: WorkDraft, event: Extract<WorkEvent, { kind: 'gate' }>): Refusal | undefined {
  const needs = draft.context.configuration.roles.review
  const judged =
    event.gate.kind === 'approved_by_person' ||
    event.gate.kind === 'rejected_by_person' ||
    event.gate.kind === 'review_dismissed'
  // A review by somebody without the role is a remark: GitHub shows it, it just doesn't count.
  if (judged && !roleAtLeast(event.by?.role ?? null, needs))
    return refuseSilently(`@${event.by?.login} has not the role ${needs}`)
  if (draft.record.phase === 'stopped') return refuseSilently('the work was stopped')
  return applyGate(draft, event.gate)
}

function complete(draft: WorkDraft): void {
  const { record, execution } = draft
  record.phase = 'completed'
  if (execution === null) return
  const approved = Object.values(execution.nodes).flatMap((node) =>
    node.kind === 'ACTION' && node.approved_artifact_id ? [node.approved_artifact_id] : [],
  )
  const files = execution.artifacts
    .filter((one) => approved.includes(one.artifact_id))
    .flatMap((one) => one.files.map((file) => file.path))
  draft.execution = {
    ...execution,
    status: 'completed',
    executed_at: draft.at,
    execution_result: {
      ...execution.execution_result,
      files_modified: [...new Set(files)].toSorted(),
      tests_passed: true,
    },
  }
  note(draft, 'all tasks approved, final pull request opened')
}

/** GOAL G0 came to DONE or left it: the final pull request is opened, or goes back to draft (design 2). */
function followRoot(draft: WorkDraft): void {
  const { record, execution } = draft
  const done = execution?.nodes['G0']?.state === 'DONE'
  const final = record.final_pull_request
  if (record.phase === 'working' && done && draft.plan) {
    const owed = record.outbox.some((one) => one.action.kind === 'open_final')
    if (final === null && !owed) draft.effects.push({ kind: 'open_final', plan_id: draft.plan.id })
    if (final?.state === 'draft') {
      draft.effects.push({ kind: 'set_final_draft', number: final.number, draft: false })
      record.final_pull_request = { ...final, state: 'open' }
      complete(draft)
    }
  }
  if (record.phase === 'completed' && !done && final?.state === 'open') {
    record.phase = 'working'
    record.final_pull_request = { ...final, state: 'draft' }
    draft.effects.push({ kind: 'set_final_draft', number: final.number, draft: true })
    if (draft.execution) {
      const { status: _status, ...rest } = draft.execution
      draft.execution = rest
    }
  }
}

function close(draft: WorkDraft, event: WorkEvent): Decision {
  const { record } = draft
  if ('op' in event && event.op !== null) record.outbox = record.outbox.filter((one) => one.op !== event.op)
  followRoot(draft)
  schedule(draft)
  draft.loop = projectLoop(draft)
  draft.session = projectSession(draft)
  const label = stateLabel(draft)
  // Planning that ends within the same commit needs no label of its own.
  if (label !== record.label) {
    record.label = label
    draft.effects.push({ kind: 'set_label', label })
  }
  if (draft.statusChanged && draft.plan !== null && record.approved !== null) {
    draft.effects.push({ kind: 'show_status', plan_id: draft.plan.id })
  }
  record.trail = record.trail.slice(-trailLimit)
  const horizon = draft.context.timeAfter(event.at, -appliedMs)
  record.applied = [...record.applied.filter((one) => one.at > horizon), { key: event.key, at: event.at }]
  const owed = draft.effects.map((action): OwedEffect => ({
    op: `${record.id}/${record.next_op++}`,
    since: event.at,
    action,
  }))
  record.outbox = coalesce(record.outbox, owed)
  const { plan, execution, loop, session } = draft
  return { kind: 'accepted', work: { record, plan, execution, loop, session }, owed }
}

/** One edit of each kind is enough: a later one replaces an earlier one that is still owed. */
function coalesce(outbox: readonly OwedEffect[], added: readonly OwedEffect[]): OwedEffect[] {
  const all = [...outbox, ...added]
  const lastOf = new Map(all.map((one) => [coalesceKey(one), one]))
  return all.filter((one) => lastOf.get(coalesceKey(one)) === one)
}

function coalesceKey(owed: OwedEffect): string {
  switch (owed.action.kind) {
    case 'show_plan':
    case 'show_status':
    case 'set_label':
      return owed.action.kind
    case 'open_base':
    case 'react':
    case 'say':
    case 'draft_plan':
    case 'run_task':
    case 'open_task_pull_request':
    case 'review_version':
    case 'ask_reviewers':
    case 'post_verdict':
    case 'merge_task':
    case 'close_task_pull_request':
    case 'open_final':
    case 'set_final_draft':
    case 'close_final':
    case 'export':
      return owed.op
  }
}

/** Refusals of what a person did are answered in the thread; those of our own runs are not. */
function speaks(event: WorkEvent): boolean {
  return event.kind === 'labelled' || (event.kind === 'gate' && event.by !== null)
}

function refusalName(event: WorkEvent): string {
  return event.kind === 'labelled' ? 'the label' : 'that review'
}

function refusalPlace(draft: WorkDraft, event: WorkEvent): number {
  return event.kind === 'gate' && event.on !== null ? event.on : draft.record.number
}
