import { recordText } from '../../language/message.ts'
import { refuse, refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { isStale, shortHash } from './issue-text.ts'
import { replyClosed } from './reply-closed.ts'
import { applyCancel, note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

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
  note(draft, recordText('the issue was edited after it was planned'))
  if (draft.plan) draft.effects.push({ kind: 'show_plan', plan_id: draft.plan.id })
  say(draft, {
    kind: 'issue_edited',
    approved: record.phase === 'working',
    plan_hash: shortHash(record),
  })
  return undefined
}

/** Nobody waits for another plan any more: its answer will be refused. */
export function giveUpReplanning(draft: WorkDraft, why: string): void {
  if (draft.record.replanning === null) return
  draft.record.replanning = null
  note(draft, recordText('no other plan is made: {why}', { why }))
}

/** `failure_reason` of a loop that a person ended (spec 002 §3): who, and why where they said it. */
export function stopReason({ by, why }: NonNullable<WorkDraft['record']['stopped']>): string {
  const who = `@${by}`
  const alone = recordText('stopped by {who}', { who })
  return why === '' || why === alone ? alone : recordText('stopped by {who}: {why}', { who, why })
}

/** `/stop`, or the issue left: everything not DONE is cancelled; work and records stay. Of ended work, only planning stops. */
export function stopWork(draft: WorkDraft, by: string, why: string): Refusal | undefined {
  const { record } = draft
  if (record.replanning !== null && (record.phase === 'stopped' || record.phase === 'completed')) {
    giveUpReplanning(draft, why)
    return undefined
  }
  if (record.phase === 'stopped') return refuseSilently('stopped already')
  if (record.phase === 'completed')
    return refuse(recordText('its work is complete'), recordText('close the final pull request if it is not wanted'))
  const who = `@${by}`
  const isAlone = why === recordText('stopped by {who}', { who })
  replyClosed(draft, isAlone ? why : recordText('stopped by {who}: {why}', { who, why }))
  applyCancel(draft, why)
  record.phase = 'stopped'
  record.replanning = null
  record.stopped = { by, at: draft.at, why }
  record.paused = null
  if (record.final_pull_request?.state === 'open' || record.final_pull_request?.state === 'draft') {
    draft.effects.push({ kind: 'close_final', number: record.final_pull_request.number, why })
    record.final_pull_request = { ...record.final_pull_request, state: 'closed' }
  }
  if (draft.loop) draft.loop = { ...draft.loop, status: 'failed', failure_reason: stopReason(record.stopped) }
  note(draft, isAlone ? why : recordText('stopped: {why}', { why }), by)
  return undefined
}
