import type { IssRecord } from '../../../records/iss-record.ts'
import { refuseSilently } from '../../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../../gate/draft/gate-event.ts'
import { giveUpReplanning, stopWork } from '../plan-life.ts'
import { takeConflict } from './note-final-conflict.ts'
import { noteTold } from '../../draft/say-once.ts'
import { note, type WorkDraft } from '../../draft/work-draft.ts'
import type { WorkEventOf } from '../../draft/work-event.ts'
import { recordText } from '../../../language/message.ts'

/** The work may have been stopped, or a task may have left DONE, while it was being opened. */
export function openFinal(draft: WorkDraft, { number, plan_id: planId, conflict }: WorkEventOf<'final_opened'>): void {
  const { record, execution } = draft
  noteTold(draft, finalOf(planId))
  if (record.phase !== 'working' || record.plan_id !== planId) {
    draft.effects.push({ kind: 'close_final', number, why: record.stopped?.why ?? recordText('its plan is history') })
    return
  }
  const done = execution?.nodes['G0']?.state === 'DONE'
  const final = { number, state: done ? ('open' as const) : ('draft' as const) }
  record.final_pull_request = final
  if (!done) draft.effects.push({ kind: 'set_final_draft', number, draft: true })
  note(draft, recordText('final pull request opened'))
  if (conflict !== undefined) takeConflict(draft, final, conflict)
}

/** Of this plan a final pull request was opened before, whatever became of it: its commit may have the check already. */
export function hadFinal({ told }: Pick<IssRecord, 'told'>, planId: string): boolean {
  return told.includes(finalOf(planId))
}

function finalOf(planId: string): string {
  return `final:${planId}`
}

export function closeFinal(draft: WorkDraft, event: WorkEventOf<'final_closed'>): Refusal | undefined {
  const { record } = draft
  if (record.final_pull_request?.number !== event.number) return refuseSilently('not the final pull request')
  // While tasks are still open another one follows; closed at the end it stays closed.
  const replaced = record.phase === 'working' && !event.merged
  record.final_pull_request = replaced ? null : { number: event.number, state: event.merged ? 'merged' : 'closed' }
  if (event.merged) giveUpReplanning(draft, recordText('the final pull request is merged'))
  note(
    draft,
    event.merged ? recordText('final pull request merged') : recordText('final pull request closed unmerged'),
    event.by.login,
  )
  // A task was taken back when it was merged all the same: nothing more can become of it.
  if (event.merged && record.phase === 'working') return stopWork(draft, event.by.login, whyTooEarly(draft))
  if (event.merged && record.plan_id !== null && draft.context.configuration.branches.delete_merged)
    draft.effects.push({ kind: 'delete_branches', plan_id: record.plan_id })
  return undefined
}

function whyTooEarly({ execution }: WorkDraft): string {
  const isDone = execution?.nodes['G0']?.state === 'DONE'
  return isDone
    ? recordText('its final pull request was merged while it held what nobody had approved')
    : recordText('its final pull request was merged before all tasks were done')
}
