import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import { findTaskWait } from '../../domain/work/notices/find-task-wait.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import type { WatchedWork } from '../ports/forge/forge-reader.ts'
import type { MessageBody } from '../ports/queues/message.ts'

export type OwnNews = { key: string } & Extract<MessageBody, { kind: 'event' | 'show_due' }>

/**
 * What an issue's own state says is due at `at` (ISO 8601) and nobody reports: leases of runs that ran out, CI that is
 * late, limits of a day that is over, reminders and escalations, effects that are owed. `works`: the operation waits or is worked on in some process.
 */
export function findUnfinished(
  { record, execution }: WatchedWork,
  at: string,
  works: (op: string) => boolean,
): OwnNews[] {
  if (record === null) return []
  const opOfRun = new Map(
    record.outbox.flatMap(({ op, action }) => (action.kind === 'run_task' ? [[action.run_id, op] as const] : [])),
  )
  const news: OwnNews[] = []
  for (const node of Object.values(execution?.nodes ?? {})) {
    if (node.kind === 'ACTION' && node.state === 'RUNNING' && node.run !== null && node.run.lease_until <= at) {
      const { run_id, progress } = node.run
      // In a job of its own it needs no process of ours: whoever takes the run looks how that is.
      if (works(opOfRun.get(run_id) ?? '') || progress?.job !== undefined) continue
      news.push(gateNews(`lease:${run_id}`, at, { kind: 'lease_lost', task: node.id, run_id }))
    }
    if (node.kind === 'CHECK' && node.state === 'RUNNING' && node.review_id !== null && isPast(node.deadline, at)) {
      const { review_id } = node
      const key = `ci-overdue:${review_id}:${node.deadline}`
      news.push(gateNews(key, at, { kind: 'ci_overdue', task: node.target, review_id }))
    }
  }
  for (const [task, wait] of Object.entries(record.paused === null ? (record.waits ?? {}) : {})) {
    if (execution === null) continue
    const { since, remind_at: remindAt, escalate_at: escalateAt = null } = wait
    if (isPast(remindAt, at) && isWaitedFor(execution, task)) {
      const key = `reminder:${task}:${since}`
      news.push({ key, kind: 'event', event: { key, at, kind: 'reminder_due', task, since } })
    }
    if (isPast(escalateAt, at) && findTaskWait(execution, task)?.kind === 'judgement') {
      const key = `escalation:${task}:${since}`
      news.push({ key, kind: 'event', event: { key, at, kind: 'escalation_due', task, since } })
    }
  }
  for (const { cause, until = null } of [record.paused, ...(record.paused?.more ?? [])].filter((one) => one != null)) {
    if (cause !== 'limit' || until === null || !isPast(until, at)) continue
    const key = `limit-renewed:${until}`
    news.push({ key, kind: 'event', event: { key, at, kind: 'limit_renewed', until } })
  }
  if (record.outbox.some(({ op }) => !works(op))) news.push({ key: `owed:${at}`, kind: 'show_due' })
  return news
}

/** A wait that is only kept, as it may begin again, is nobody's yet. */
function isWaitedFor(execution: NonNullable<WatchedWork['execution']>, task: string): boolean {
  return (findTaskWait(execution, task)?.who ?? []).length > 0
}

function isPast(deadline: string | null, at: string): boolean {
  return deadline !== null && deadline <= at
}

/** What happened to a task by the clock, or by what nobody tells. */
export function gateNews(key: string, at: string, gate: GateEvent): OwnNews {
  const event: WorkEvent = { key, at, kind: 'gate', op: null, by: null, on: null, gate }
  return { key, kind: 'event', event }
}
