import type { RunOrder } from '../../application/ports/queues/run-queue.ts'
import type { MemoryRow } from './memory-row.ts'

export interface MemoryPartition {
  holder: string | null
  /** -Infinity: it was given back. */
  heldUntilMs: number
  fencingToken: number
  isAbandoned: boolean
  installationId: number
}

export interface MemoryRun {
  order: RunOrder
  orderedBy: string
  attempts: number
  deferrals: number
  holder: string | null
  heldUntilMs: number
  isCancelled: boolean
  waitsForRoom: boolean
  dueMs: number
}

/** What the tables of a database hold, in memory: of one process, or of several that a test plays. */
export class MemoryTables {
  /** What is done is let go. */
  readonly rows = new Map<number, MemoryRow>()
  readonly known = new Set<string>()
  readonly partitions = new Map<string, MemoryPartition>()
  /** Versions of repositories. */
  readonly changes = new Map<string, number>()
  readonly runs = new Map<string, MemoryRun>()
  lastRow = 0

  partition(name: string): MemoryPartition {
    const partition = this.partitions.get(name) ?? {
      holder: null,
      heldUntilMs: -Infinity,
      fencingToken: 0,
      isAbandoned: false,
      installationId: 0,
    }
    this.partitions.set(name, partition)
    return partition
  }

  waiting(): MemoryRow[] {
    return [...this.rows.values()].filter(({ state }) => state === 'waiting')
  }

  /** True where somebody who looked would find a partition or a run; asked so often that nothing is made for it. */
  hasDue(nowMs: number): boolean {
    for (const { state, dueMs, delivery } of this.rows.values())
      if (state === 'waiting' && dueMs <= nowMs && this.partition(delivery.partition).heldUntilMs <= nowMs) return true
    for (const partition of this.partitions.values()) if (isLeft(partition, nowMs)) return true
    for (const { heldUntilMs, dueMs } of this.runs.values()) if (heldUntilMs <= nowMs && dueMs <= nowMs) return true
    return false
  }
}

/** Whoever held it went away. */
export function isLeft({ heldUntilMs, isAbandoned }: MemoryPartition, nowMs: number): boolean {
  return isAbandoned || (heldUntilMs > -Infinity && heldUntilMs <= nowMs)
}

/** How one process reaches the tables. */
export interface MemoryView {
  tables: MemoryTables
  /** This process among all that have the tables. */
  holder: string
  /** Infinity where it is the only one. */
  leaseMs: number
  nowMs: () => number
  /** The way to the tables, on which calls may be slow or fail. */
  reach: <T>(what: string, kind: 'read' | 'write', act: () => T) => Promise<T>
}

/** The way of the only process, which has its own tables. */
export function openView(view: Partial<MemoryView> = {}): MemoryView {
  return {
    tables: new MemoryTables(),
    holder: 'here',
    leaseMs: Infinity,
    nowMs: Date.now,
    reach: async (_what, _kind, act) => act(),
    ...view,
  }
}
