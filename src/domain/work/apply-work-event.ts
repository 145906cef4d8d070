import { type Role, roleAtLeast } from '../configuration/configuration.ts'
import { refuse, refuseSilently } from '../gate/draft/gate-draft.ts'
import type { GateEvent, Refusal } from '../gate/draft/gate-event.ts'
import { workBranch } from '../records/iss-record.ts'
import { obeyCommands } from './commands/obey-commands.ts'
import { describeRest } from './commands/describe-outcome.ts'
import { failEffect } from './effects/fail-effect.ts'
import { findHinted, giveHint } from './commands/give-hint.ts'
import { holdIntegration } from './hold-integration.ts'
import { giveUpReplanning, noteEdit, stopWork } from './plan-life/plan-life.ts'
import { keepLeftRun } from './draft/keep-left-run.ts'
import { requestPlan } from './plan-life/request-plan.ts'
import { liftPause, pauseWork } from './draft/pause.ts'
import { askForInput, declinePlan, takePlan } from './plan-life/take-plan.ts'
import { sayOnce } from './draft/say-once.ts'
import { takeValidation } from './follow/take-validation.ts'
import type { ActionNode } from '../records/node-state.ts'
import { tellHandWork } from './follow/tell-hand-work.ts'
import { applyGate, keepAct, note, say, type WorkDraft } from './draft/work-draft.ts'
import type { WorkEvent, WorkEventOf } from './draft/work-event.ts'

/** What an event changes; a refusal leaves the draft to be thrown away. */
export function applyWorkEvent(draft: WorkDraft, event: WorkEvent): Refusal | undefined {
  switch (event.kind) {
    case 'labelled':
      return takeLabel(draft, event)
    case 'commands_given': {
      const hinted = findHinted(event)
      if (hinted !== undefined) return giveHint(draft, hinted, event)
      obeyCommands(draft, event)
      return undefined
    }
    case 'plan_drafted':
      return takePlan(draft, event)
    case 'plan_needs_input':
      return askForInput(draft, event)
    case 'plan_declined':
      return declinePlan(draft, event)
    case 'issue_edited':
      return noteEdit(draft, event)
    case 'issue_left':
      if (draft.record.phase === 'completed' && draft.record.replanning === null)
        return refuseSilently('its work is complete')
      return stopWork(draft, event.by.login, `the issue was ${event.how}`)
    case 'issue_reopened':
      return noteReopened(draft, event)
    case 'branch_lost':
      return loseBranch(draft, event)
    case 'pushed_unheard':
      return tellUnheard(draft, event)
    case 'integration_differs':
      return holdIntegration(draft, event)
    case 'push_refused':
      tellPushRefused(draft, event)
      return undefined
    case 'gate':
      return applyGateEvent(draft, event)
    case 'plan_validated':
      return takeValidation(draft, event)
    case 'comment_shown':
      return rememberComment(draft, event)
    case 'examined':
      say(draft, { kind: 'examined', examination: event.examination, mending: event.mending }, event.number)
      return undefined
    case 'mirrored':
      draft.record.mirrored = event.issues
      return undefined
    case 'final_opened':
      openFinal(draft, event)
      return undefined
    case 'final_closed':
      return closeFinal(draft, event)
    case 'exported':
      noteExport(draft, event)
      return undefined
    case 'export_failed':
      say(draft, { kind: 'export_failed', why: event.why })
      return undefined
    case 'config_faulty': {
      const holds = 'the last good configuration holds, or the defaults'
      say(draft, { kind: 'config_faults', path: event.path, faults: event.faults, holds })
      return undefined
    }
    case 'effect_done':
      return undefined
    case 'pull_ready':
      if (!liftPause(draft, 'draft', event.number)) return refuseSilently('nothing waited for it')
      note(draft, `pull request #${event.number} is ready for review`)
      return undefined
    case 'effect_failed':
      failEffect(draft, event)
      return undefined
  }
}

function takeLabel(draft: WorkDraft, event: WorkEventOf<'labelled'>): Refusal | undefined {
  const { record } = draft
  const needs = draft.context.configuration.roles.plan
  if (!roleAtLeast(event.by.role, needs)) {
    return refuse(`@${event.by.login} may not start a plan`, `it takes the role ${needs}`)
  }
  draft.effects.push({ kind: 'react', target: { kind: 'issue', node_id: record.node_id }, content: 'EYES' })
  // Labelling twice in a second is one wish; a label on a planned issue says nothing new.
  if (record.phase === 'drafting' || (record.phase === 'proposed' && event.issue.sha256 === record.frozen.sha256)) {
    return refuseSilently('the label is on it already')
  }
  return requestPlan(draft, event.issue, event.by)
}

function noteReopened(draft: WorkDraft, event: WorkEventOf<'issue_reopened'>): Refusal | undefined {
  if (draft.record.phase !== 'stopped') return refuseSilently('closing it had stopped nothing')
  if (draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
  note(draft, 'reopened: `/approve` goes on with the plan, `/plan` makes another', event.by.login)
  return undefined
}

function loseBranch(draft: WorkDraft, event: WorkEventOf<'branch_lost'>): Refusal | undefined {
  if (draft.record.phase !== 'working') return refuseSilently('nothing is being worked on')
  const text = `paused: \`${event.branch}\` was ${event.how}`
  pauseWork(draft, event.by ?? 'unknown', text, 'branch')
  draft.errors.push({ action: 'action-develop-with-file', message: text })
  keepAct(draft, { kind: 'failed', action: 'action-execute', message: text, at: draft.at })
  say(draft, { kind: 'branch_lost', branch: event.branch, by: event.by, what: event.how })
  const node = findNodeOf(draft, event.branch)
  if (event.how === 'deleted') closePullOf(draft, node)
  else if (node !== undefined) oweMergeAgain(draft, node)
  return undefined
}

function findNodeOf(draft: WorkDraft, branch: string): ActionNode | undefined {
  const nodes = Object.values(draft.execution?.nodes ?? {})
  return nodes.filter((one) => one.kind === 'ACTION').find((one) => one.branch === branch)
}

/** A merge may have seen a head of which no version comes, and have left it at that: tried again, it knows. */
function oweMergeAgain(draft: WorkDraft, { id, merge, active_artifact_id: active }: ActionNode): void {
  if (merge === 'pending' && active !== null) draft.effects.push({ kind: 'merge_task', task: id, artifact_id: active })
}

/** GitHub closes the pull request of a branch that is deleted, and doesn't open it again when the branch is back. */
function closePullOf(draft: WorkDraft, node: ActionNode | undefined): void {
  if (draft.execution === null || node === undefined || node.pull_request === null) return
  const closed = { ...node, pull_request: { ...node.pull_request, open: false } }
  draft.execution = { ...draft.execution, nodes: { ...draft.execution.nodes, [node.id]: closed } }
}

/** Once for each branch, and for each stop of it. */
function tellUnheard(draft: WorkDraft, { branch, by }: WorkEventOf<'pushed_unheard'>): Refusal | undefined {
  const { stopped, plan_id: planId } = draft.record
  const isStopped = planId !== null && branch.startsWith(workBranch(planId, ''))
  const reply = { kind: 'push_unheard' as const, login: by, branch, stopped: isStopped }
  const about = isStopped ? `branch:${branch}:${stopped?.at ?? ''}` : `branch:${branch}`
  return sayOnce(draft, about, reply) ? undefined : refuseSilently(`nobody looks at ${branch} any more`)
}

function tellPushRefused(draft: WorkDraft, event: WorkEventOf<'push_refused'>): void {
  const what = `The push by @${event.by} was not taken as a version`
  const next = 'push a commit that keeps to the task, or remove what does not belong'
  say(
    draft,
    { kind: 'work_failed', what, why: event.faults.join('; '), next },
    event.pull_request ?? draft.record.number,
  )
  const node = draft.execution?.nodes[event.task]
  if (node?.kind === 'ACTION') oweMergeAgain(draft, node)
}

function applyGateEvent(draft: WorkDraft, event: WorkEventOf<'gate'>): Refusal | undefined {
  const needs = draft.context.configuration.roles.review
  const judged =
    event.gate.kind === 'approved_by_person' ||
    event.gate.kind === 'rejected_by_person' ||
    event.gate.kind === 'review_dismissed'
  if (judged && !roleAtLeast(event.by?.role ?? null, needs)) return tellUncounted(draft, event, needs)
  const refusal = applyGate(draft, event.gate)
  if (refusal === undefined) {
    tellHandWork(draft, event.gate)
    forgetDraft(draft, event.gate)
    tellRest(draft, event)
  }
  if (refusal !== undefined && keepLeftRun(draft, event)) return undefined
  const over = draft.record.phase === 'stopped' || draft.record.final_pull_request?.state === 'merged'
  return refusal && over ? { ...refusal, silent: true } : refusal
}

/** A review by somebody without the role is a remark: GitHub shows it with a tick of its own, so they are told once. */
function tellUncounted(draft: WorkDraft, { gate, by, on }: WorkEventOf<'gate'>, needs: Role): Refusal | undefined {
  const silent = refuseSilently(`@${by?.login} has not the role ${needs}`)
  const isReview = gate.kind === 'approved_by_person' || gate.kind === 'rejected_by_person'
  if (by === null || on === null || !isReview || draft.record.phase !== 'working') return silent
  const verdict = gate.kind === 'approved_by_person' ? ('approval' as const) : ('request for changes' as const)
  const reply = {
    kind: 'review_uncounted' as const,
    login: by.login,
    verdict,
    task: gate.task,
    has: by.role ?? 'none',
    needs,
  }
  return sayOnce(draft, `review:${by.id}`, reply, on) ? undefined : silent
}

/** A draft that is closed isn't waited for any more, unless it is opened again. */
function forgetDraft(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind !== 'pull_request_closed') return
  const node = draft.execution?.nodes[gate.task]
  if (node?.kind === 'ACTION' && node.pull_request?.open === false) liftPause(draft, 'draft', gate.number)
}

/** Who presses Approve and names some criteria alone learns that the others are still theirs to judge. */
function tellRest(draft: WorkDraft, { gate, on }: WorkEventOf<'gate'>): void {
  if (gate.kind !== 'approved_by_person' || on === null) return
  const rest = describeRest(draft, gate.task)
  if (rest !== undefined) say(draft, { kind: 'carried_out', what: rest }, on)
}

function rememberComment(draft: WorkDraft, event: WorkEventOf<'comment_shown'>): undefined {
  if (event.plan_id !== draft.record.plan_id) {
    // Posted while another plan took its place: it would stand open beside the new one's.
    draft.effects.push({ kind: 'fold_comment', node_id: event.node_id })
    return undefined
  }
  const comment = { plan_id: event.plan_id, id: event.id, node_id: event.node_id }
  if (event.which === 'plan') draft.record.plan_comment = comment
  else draft.record.status_comment = comment
  return undefined
}

/** The work may have been stopped, or a task may have left DONE, while it was being opened. */
function openFinal(draft: WorkDraft, { number, plan_id: planId }: WorkEventOf<'final_opened'>): void {
  const { record, execution } = draft
  if (record.phase !== 'working' || record.plan_id !== planId) {
    draft.effects.push({ kind: 'close_final', number, why: record.stopped?.why ?? 'its plan is history' })
    return
  }
  const done = execution?.nodes['G0']?.state === 'DONE'
  record.final_pull_request = { number, state: done ? 'open' : 'draft' }
  if (!done) draft.effects.push({ kind: 'set_final_draft', number, draft: true })
  note(draft, 'final pull request opened')
}

function closeFinal(draft: WorkDraft, event: WorkEventOf<'final_closed'>): Refusal | undefined {
  const { record } = draft
  if (record.final_pull_request?.number !== event.number) return refuseSilently('not the final pull request')
  // While tasks are still open another one follows; closed at the end it stays closed.
  const replaced = record.phase === 'working' && !event.merged
  record.final_pull_request = replaced ? null : { number: event.number, state: event.merged ? 'merged' : 'closed' }
  if (event.merged) giveUpReplanning(draft, 'the final pull request is merged')
  note(draft, event.merged ? 'final pull request merged' : 'final pull request closed unmerged', event.by.login)
  // A task was taken back when it was merged all the same: nothing more can become of it.
  if (event.merged && record.phase === 'working')
    return stopWork(draft, event.by.login, `its final pull request was merged ${whyTooEarly(draft)}`)
  if (event.merged && record.plan_id !== null && draft.context.configuration.branches.delete_merged)
    draft.effects.push({ kind: 'delete_branches', plan_id: record.plan_id })
  return undefined
}

function whyTooEarly({ execution }: WorkDraft): string {
  const isDone = execution?.nodes['G0']?.state === 'DONE'
  return isDone ? 'while it held what nobody had approved' : 'before all tasks were done'
}

function noteExport(draft: WorkDraft, event: WorkEventOf<'exported'>): void {
  const { tag, url, manifest_sha256, files, partial, missing } = event
  const { record } = draft
  record.exports = [...record.exports.filter((one) => one.tag !== tag), { tag, url, manifest_sha256, at: event.at }]
  note(draft, `exported as ${tag}`)
  say(draft, { kind: 'exported', tag, url, manifest_sha256, files, partial, missing })
}
