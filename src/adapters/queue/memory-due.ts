import { aloneFromAttempt, maxAttempts, maxRowsAtOnce } from '../../application/ports/queues/inbox.ts'
import { parsePartition } from '../../application/ports/queues/message.ts'
import type { Turn } from '../../application/workers/turn.ts'
import { type MemoryRow, toDeadLetter } from './memory-row.ts'
import type { MemoryPartition, MemoryTables } from './memory-tables.ts'

export interface DuePartition extends Turn {
  name: string
  /** The first that is due. */
  row: number
}

/** Partitions with something due, each with the first row of it. What was handed out too often is dead on the way. */
export function findDuePartitions(
  tables: MemoryTables,
  isMine: (name: string, partition: MemoryPartition) => boolean,
  now: number,
): DuePartition[] {
  const due: DuePartition[] = []
  for (const [name, rows] of tables.waitingIn) {
    const partition = tables.partition(name)
    if (!isMine(name, partition)) continue
    let first = Infinity
    for (const row of rows.values()) {
      if (row.dueMs > now) continue
      // Not while somebody is at it: the tenth time may be the one that comes to something.
      if (row.attempts >= maxAttempts) tables.setRow(toDeadLetter(row))
      else first = Math.min(first, row.row)
    }
    if (first !== Infinity) due.push({ name, row: first, ...turnOfPartition(name, partition) })
  }
  return due
}

/** What is due in a partition, oldest first; alone what was handed out several times before. */
export function takeDueRows(tables: MemoryTables, name: string, now: number): MemoryRow[] {
  const due = rowsInOrder(tables.waitingIn.get(name)?.values() ?? []).filter(({ dueMs }) => dueMs <= now)
  const before = due[0] === undefined ? 0 : due[0].attempts + due[0].deferrals
  const taken = due.slice(0, before + 1 >= aloneFromAttempt ? 1 : maxRowsAtOnce)
  const rows = taken.map((row) => ({ ...row, attempts: row.attempts + 1 }))
  for (const row of rows) tables.setRow(row)
  return rows
}

export function turnOfPartition(name: string, { installationId }: MemoryPartition): Turn {
  return { installationId, repository: parsePartition(name, installationId).key }
}

export function rowsInOrder(rows: Iterable<MemoryRow>): MemoryRow[] {
  return [...rows].sort((a, b) => a.row - b.row)
}
