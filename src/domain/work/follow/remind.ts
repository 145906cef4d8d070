import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import { readReviewerName } from '../../people/reviewer-name.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import type { NamedWait } from '../../records/iss-record.ts'
import { note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { findTaskWait } from '../notices/find-task-wait.ts'
import { recordText } from '../../language/message.ts'

const hourMs = 3_600_000

/**
 * Keeps since when each task waits for whom by name, and when they are to be reminded. A wait that ends and begins again
 * for the same (a run of it was lost, say) is still that one, so that nobody is reminded of it twice (decision 103).
 */
export function followWaits(draft: WorkDraft): void {
  const { record, plan, execution, context } = draft
  if (record.phase !== 'working' || plan === null || execution === null) {
    delete record.waits
    return
  }
  const hours = context.configuration.run.remind_after_hours
  const before = record.waits ?? {}
  const waits: [string, NamedWait][] = []
  for (const { id } of plan.tasks) {
    const node = execution.nodes[id]
    if (node?.kind !== 'ACTION' || node.state === 'DONE') continue
    const waiting = findTaskWait(execution, id)
    const was = before[id]
    if (waiting === null || waiting.who.length === 0) {
      if (was !== undefined) waits.push([id, was])
      continue
    }
    const of = [waiting.kind, ...waiting.who, node.active_artifact_id ?? 'no version'].join(' ')
    const remindAt = hours === 0 ? null : context.timeAfter(draft.at, hours * hourMs)
    const escalateAt = waiting.kind === 'judgement' ? escalationTime(draft) : undefined
    const begun = {
      of,
      since: draft.at,
      remind_at: remindAt,
      ...(escalateAt === undefined ? {} : { escalate_at: escalateAt }),
    }
    waits.push([id, was?.of === of ? was : begun])
  }
  if (waits.length === 0) delete record.waits
  else record.waits = Object.fromEntries(waits)
}

/** One comment to whom it waits for, where the work is to be seen; that it was made and that it is owed is one commit. */
export function remind(draft: WorkDraft, { task, since }: WorkEventOf<'reminder_due'>): Refusal | undefined {
  const { record, execution } = draft
  const wait = record.waits?.[task]
  const waiting = execution === null ? null : findTaskWait(execution, task)
  const node = execution?.nodes[task]
  if (wait === undefined || wait.remind_at === null || wait.since !== since || record.paused !== null)
    return refuseSilently(`nobody is to be reminded of ${task}`)
  if (node?.kind !== 'ACTION' || waiting === null || waiting.who.length === 0 || wait.remind_at > draft.at)
    return refuseSilently(`${task} waits for nobody by name, or not for long enough`)
  record.waits = { ...record.waits, [task]: { ...wait, remind_at: null } }
  const { kind, who, what } = waiting
  const reply = { kind: 'reminder' as const, task, who: who.slice(0, 6), wait: kind, what, branch: node.branch, since }
  say(draft, reply, node.pull_request?.open === true ? node.pull_request.number : record.number)
  note(draft, `${task}: ${recordText('{who} reminded', { who: who.slice(0, 6).join(', ') })}`)
  return undefined
}

/** When others are asked, too, for a judgement that begins to be waited for now. */
function escalationTime({ at, context }: WorkDraft): string | undefined {
  const { escalate_to: to, escalate_after_hours: hours } = context.configuration.review
  return to === undefined ? undefined : context.timeAfter(at, hours * hourMs)
}

/** Whom nobody's judgement is escalated to is asked in the pull request, and told once; who was asked before stays asked. */
export function escalate(draft: WorkDraft, { task, since }: WorkEventOf<'escalation_due'>): Refusal | undefined {
  const { record, execution, context } = draft
  const wait = record.waits?.[task]
  const waiting = execution === null ? null : findTaskWait(execution, task)
  const node = execution?.nodes[task]
  const check = execution?.nodes[task.replace(/^T/, 'C')]
  const to = readReviewerName(context.configuration.review.escalate_to ?? '')
  const due = wait?.escalate_at ?? null
  if (wait === undefined || due === null || wait.since !== since || record.paused !== null || to === undefined)
    return refuseSilently(`nobody else is to be asked for ${task}`)
  if (node?.kind !== 'ACTION' || check?.kind !== 'CHECK' || waiting?.kind !== 'judgement' || due > draft.at)
    return refuseSilently(`${task} waits for no judgement, or not for long enough`)
  record.waits = { ...record.waits, [task]: { ...wait, escalate_at: null } }
  const { who, what } = waiting
  if (check.review_id !== null)
    draft.effects.push({ kind: 'ask_reviewers', task, review_id: check.review_id, who: [to] })
  const reply = { kind: 'escalated' as const, task, to, who: who.slice(0, 6), what, since }
  say(draft, reply, node.pull_request?.open === true ? node.pull_request.number : record.number)
  note(draft, `${task}: ${recordText('{who} asked, too, as nobody judged it', { who: to })}`)
  return undefined
}
