import { renewLimit } from './follow/hold-for-limit.ts'
import { escalate, remind } from './follow/remind.ts'
import { refuseSilently } from '../gate/draft/gate-draft.ts'
import type { Refusal } from '../gate/draft/gate-event.ts'
import { obeyCommands } from './commands/obey-commands.ts'
import { failEffect } from './effects/fail-effect.ts'
import { findHinted, giveHint } from './commands/give-hint.ts'
import { holdIntegration } from './hold-integration.ts'
import { noteEdit, stopWork } from './plan-life/plan-life.ts'
import { liftPause, noteMended } from './draft/pause.ts'
import { askForInput, declinePlan, takePlan } from './plan-life/take-plan.ts'
import { takeDiagnosis } from './follow/take-diagnosis.ts'
import { takeValidation } from './follow/take-validation.ts'
import { note, say, type WorkDraft } from './draft/work-draft.ts'
import type { WorkEvent, WorkEventOf } from './draft/work-event.ts'
import { takeLabel } from './plan-life/take-label.ts'
import { loseBranch, replyMissedPush, replyPushRefused, replyThrownBack } from './follow/branch-news.ts'
import { applyGateEvent } from './follow/apply-gate-event.ts'
import { openFinal, closeFinal } from './plan-life/final/final-pull-request.ts'
import { noteFinalConflict } from './plan-life/final/note-final-conflict.ts'
import { recordText, type RecordMessage } from '../language/message.ts'

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
    case 'skill_diagnosed':
      return takeDiagnosis(draft, event)
    case 'issue_edited':
      return noteEdit(draft, event)
    case 'issue_left':
      if (draft.record.phase === 'completed' && draft.record.replanning === null)
        return refuseSilently('its work is complete')
      return stopWork(draft, event.by.login, recordText(leftWords[event.how]))
    case 'issue_reopened':
      return noteReopened(draft, event)
    case 'branch_lost':
      return loseBranch(draft, event)
    case 'pushed_unheard':
      return replyMissedPush(draft, event)
    case 'integration_differs':
      return holdIntegration(draft, event)
    case 'push_refused':
      replyPushRefused(draft, event)
      return undefined
    case 'branch_thrown_back':
      replyThrownBack(draft, event)
      return undefined
    case 'gate':
      return applyGateEvent(draft, event)
    case 'plan_validated':
      return takeValidation(draft, event)
    case 'comment_shown':
      return rememberComment(draft, event)
    case 'examined':
      if (event.mending !== null && event.mending.mended.length > 0 && event.mending.left.length === 0)
        noteMended(draft)
      say(draft, { kind: 'examined', examination: event.examination, mending: event.mending }, event.number)
      return undefined
    case 'mirrored':
      draft.record.mirrored = event.issues
      return undefined
    case 'final_opened':
      openFinal(draft, event)
      return undefined
    case 'final_looked_at':
      return noteFinalConflict(draft, event)
    case 'final_closed':
      return closeFinal(draft, event)
    case 'exported':
      noteExport(draft, event)
      return undefined
    case 'export_failed':
      say(draft, { kind: 'export_failed', why: event.why })
      return undefined
    case 'config_faulty': {
      const holds = recordText('the last good configuration holds, or the defaults')
      say(draft, { kind: 'config_faults', path: event.path, faults: event.faults, holds })
      return undefined
    }
    case 'effect_done':
      return undefined
    case 'limit_renewed':
      return renewLimit(draft, event)
    case 'default_renamed':
      renameDefault(draft, event)
      return undefined
    case 'rules_changed':
      if (!liftPause(draft, 'rule')) return refuseSilently('nothing stood still for a rule')
      note(draft, recordText('the rules of the repository are looked at anew'))
      return undefined
    case 'reminder_due':
      return remind(draft, event)
    case 'escalation_due':
      return escalate(draft, event)
    case 'pull_ready':
      if (!liftPause(draft, 'draft', event.number)) return refuseSilently('nothing waited for it')
      note(draft, recordText('pull request {pull} is ready for review', { pull: `#${event.number}` }))
      return undefined
    case 'effect_failed':
      failEffect(draft, event)
      return undefined
  }
}

/** What met the old name is done again with the new one. */
function renameDefault(draft: WorkDraft, { op, to }: WorkEventOf<'default_renamed'>): void {
  const action = draft.record.outbox.find((one) => one.op === op)?.action
  note(
    draft,
    recordText('the default branch {from} is called {to} now', {
      from: `\`${draft.record.default_branch}\``,
      to: `\`${to}\``,
    }),
  )
  draft.record.default_branch = to
  if (action !== undefined) draft.effects.push(action)
}

const leftWords = {
  closed: 'the issue was closed',
  transferred: 'the issue was transferred',
  deleted: 'the issue was deleted',
} as const satisfies Record<WorkEventOf<'issue_left'>['how'], RecordMessage>

function noteReopened(draft: WorkDraft, event: WorkEventOf<'issue_reopened'>): Refusal | undefined {
  if (draft.record.phase !== 'stopped') return refuseSilently('closing it had stopped nothing')
  if (draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
  note(draft, recordText('reopened: `/approve` goes on with the plan, `/plan` makes another'), event.by.login)
  return undefined
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

function noteExport(draft: WorkDraft, event: WorkEventOf<'exported'>): void {
  const { tag, url, manifest_sha256, files, partial, missing } = event
  const { record } = draft
  record.exports = [...record.exports.filter((one) => one.tag !== tag), { tag, url, manifest_sha256, at: event.at }]
  note(draft, recordText('exported as {tag}', { tag }))
  say(draft, { kind: 'exported', tag, url, manifest_sha256, files, partial, missing })
}
