import {
  type Delivery,
  type InboxEntry,
  retriedForDays,
  type RowOutcome,
} from '../../application/ports/queues/inbox.ts'

const dayMs = 24 * 3_600_000

/** A delivery that waits, or is dead; its body is kept apart. */
export interface MemoryRow {
  readonly row: number
  readonly delivery: Omit<Delivery, 'body'>
  readonly state: 'waiting' | 'dead'
  readonly attempts: number
  readonly deferrals: number
  readonly fault: string | null
  readonly dueMs: number
}

/** A delivery that was never handed out. */
export function toRow(row: number, { body: _body, ...delivery }: Delivery): MemoryRow {
  return { row, delivery, state: 'waiting', attempts: 0, deferrals: 0, fault: null, dueMs: 0 }
}

/** As people see it. */
export function toEntry({ row, delivery, state, attempts, deferrals, fault }: MemoryRow): InboxEntry {
  const { id, event, partition, receivedAt } = delivery
  return { row, delivery: id, event, partition, state, attempts: attempts + deferrals, receivedAt, fault }
}

/** Dead for so long that the reconciler may have brought it. */
export function isTooOld({ state, delivery }: MemoryRow, nowMs: number): boolean {
  return state === 'dead' && nowMs - Date.parse(delivery.receivedAt) > retriedForDays * dayMs
}

/** It was handed out too often. */
export function toDeadLetter(row: MemoryRow): MemoryRow {
  return { ...row, state: 'dead', fault: `handed out ${row.attempts} times without an end` }
}

/** A row that isn't done, with what became of it. */
export function ackRow(row: MemoryRow, outcome: Exclude<RowOutcome, { kind: 'done' }>, nowMs: number): MemoryRow {
  switch (outcome.kind) {
    case 'later':
      return { ...row, fault: outcome.why, dueMs: nowMs + outcome.delayMs }
    case 'deferred':
      return {
        ...row,
        fault: outcome.why,
        dueMs: nowMs + outcome.delayMs,
        attempts: Math.max(row.attempts - 1, 0),
        deferrals: row.deferrals + 1,
      }
    case 'dead':
      return { ...row, state: 'dead', fault: outcome.why }
  }
}
