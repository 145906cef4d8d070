import {
  type Delivery,
  type InboxEntry,
  retriedForDays,
  type RowOutcome,
} from '../../application/ports/queues/inbox.ts'

const dayMs = 24 * 3_600_000

/** A delivery that waits, or is dead. */
export interface MemoryRow {
  row: number
  delivery: Delivery
  state: 'waiting' | 'dead'
  attempts: number
  deferrals: number
  fault: string | null
  dueMs: number
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
export function deadLetterRow(row: MemoryRow): void {
  row.state = 'dead'
  row.fault = `handed out ${row.attempts} times without an end`
}

/** Records what became of a row that isn't done. */
export function ackRow(row: MemoryRow, outcome: Exclude<RowOutcome, { kind: 'done' }>, nowMs: number): void {
  switch (outcome.kind) {
    case 'later':
      row.fault = outcome.why
      row.dueMs = nowMs + outcome.delayMs
      return
    case 'deferred':
      row.fault = outcome.why
      row.dueMs = nowMs + outcome.delayMs
      row.attempts = Math.max(row.attempts - 1, 0)
      row.deferrals += 1
      return
    case 'dead':
      row.state = 'dead'
      row.fault = outcome.why
  }
}
