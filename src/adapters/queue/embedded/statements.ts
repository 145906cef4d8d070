import type { Delivery } from '../../../application/ports/queues/inbox.ts'
import { parsePartition } from '../../../application/ports/queues/message.ts'
import type { MemoryRow } from '../memory-row.ts'
import type { MemoryRun } from '../memory-tables.ts'
import type { FileRow, Statement } from './file-question.ts'

const insertion = `
insert into inbox (row, delivery_id, body_key, event, partition, received_at, installation_id, run)
values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning row`
const body = 'insert into body (row, packed) select row, ?2 from inbox where row = ?1'

/** Nothing where its id or its body is known; else the row. */
export function renderInsertion(row: number, delivery: Delivery): Statement[] {
  const { id, bodyKey, event, partition, receivedAt, installationId, run } = delivery
  return [
    { sql: insertion, parameters: [row, id, bodyKey, event, partition, receivedAt, installationId, run] },
    { sql: body, parameters: [row, delivery.body] },
  ]
}

const change = 'update inbox set state = ?, attempts = ?, deferrals = ?, fault = ?, due_ms = ? where row = ?'

export function renderRow({ row, state, attempts, deferrals, fault, dueMs }: MemoryRow): Statement {
  return { sql: change, parameters: [state, attempts, deferrals, fault, dueMs, row] }
}

const settling = `update inbox set state = 'done', settled_ms = ? where row = ?`

/** Keeps of what is done by what it is known again, and nothing that people wrote. */
export function renderDone(row: number, nowMs: number): Statement[] {
  return [
    { sql: settling, parameters: [nowMs, row] },
    { sql: 'delete from body where row = ?', parameters: [row] },
  ]
}

/** `installationId`: null where nobody works in the partition any more. */
export function renderHeld(partition: string, installationId: number | null): Statement {
  return installationId === null
    ? { sql: 'delete from held where partition = ?', parameters: [partition] }
    : { sql: 'insert or replace into held values (?, ?)', parameters: [partition, installationId] }
}

const run = `
insert into run (
  id, repository, installation_id, issue_number, op, is_untried, ordered_by,
  attempts, deferrals, is_cancelled, waits_for_room, due_ms
) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (id) do update set attempts = excluded.attempts, deferrals = excluded.deferrals,
  is_cancelled = excluded.is_cancelled, waits_for_room = excluded.waits_for_room, due_ms = excluded.due_ms`

export function renderRun({ order, orderedBy, ...run_ }: MemoryRun): Statement {
  const { id, repository, issueNumber, op, isUntried } = order
  const { attempts, deferrals, isCancelled, waitsForRoom, dueMs } = run_
  const place = [id, repository.key, repository.installationId, issueNumber, op, Number(isUntried), orderedBy]
  return { sql: run, parameters: [...place, attempts, deferrals, Number(isCancelled), Number(waitsForRoom), dueMs] }
}

export function renderRunEnd(id: string): Statement {
  return { sql: 'delete from run where id = ?', parameters: [id] }
}

export const selections = {
  rows: `select * from inbox where state <> 'done' order by row`,
  lastRow: 'select max(row) as row from inbox',
  held: 'select * from held',
  runs: 'select * from run order by place',
  bodies: 'select row, packed from body where row in (select value from json_each(?))',
  known: 'select delivery_id from inbox where delivery_id in (select value from json_each(?))',
} as const

export function readRow(row: FileRow): MemoryRow {
  return {
    row: Number(row['row']),
    delivery: {
      id: String(row['delivery_id']),
      bodyKey: String(row['body_key']),
      event: String(row['event']),
      partition: String(row['partition']),
      receivedAt: String(row['received_at']),
      installationId: Number(row['installation_id']),
      run: readText(row['run']),
    },
    state: row['state'] === 'dead' ? 'dead' : 'waiting',
    attempts: Number(row['attempts']),
    deferrals: Number(row['deferrals']),
    fault: readText(row['fault']),
    dueMs: Number(row['due_ms']),
  }
}

/** Nobody has it: who did is gone. */
export function readRun(row: FileRow): MemoryRun {
  return {
    order: {
      id: String(row['id']),
      repository: parsePartition(String(row['repository']), Number(row['installation_id'])),
      issueNumber: Number(row['issue_number']),
      op: String(row['op']),
      isUntried: row['is_untried'] === 1,
    },
    orderedBy: String(row['ordered_by']),
    attempts: Number(row['attempts']),
    deferrals: Number(row['deferrals']),
    holder: null,
    heldUntilMs: -Infinity,
    isCancelled: row['is_cancelled'] === 1,
    waitsForRoom: row['waits_for_room'] === 1,
    dueMs: Number(row['due_ms']),
  }
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
