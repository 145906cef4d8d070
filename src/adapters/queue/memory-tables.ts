import type { Delivery } from '../../application/ports/queues/inbox.ts'
import type { RunOrder } from '../../application/ports/queues/run-queue.ts'
import { type MemoryRow, toRow } from './memory-row.ts'

export interface MemoryPartition {
  readonly holder: string | null
  /** -Infinity: it was given back. */
  readonly heldUntilMs: number
  readonly fencingToken: number
  readonly isAbandoned: boolean
  readonly installationId: number
}

export interface MemoryRun {
  readonly order: RunOrder
  readonly orderedBy: string
  readonly attempts: number
  readonly deferrals: number
  readonly holder: string | null
  readonly heldUntilMs: number
  readonly isCancelled: boolean
  readonly waitsForRoom: boolean
  readonly dueMs: number
}

const untaken: MemoryPartition = {
  holder: null,
  heldUntilMs: -Infinity,
  fencingToken: 0,
  isAbandoned: false,
  installationId: 0,
}

/**
 * What the tables of a database hold, in memory: of one process, or of several that a test plays. What is in them doesn't
 * change; all changes are made by the methods here, so that they can be written down.
 */
export class MemoryTables {
  readonly #rows = new Map<number, MemoryRow>()
  readonly #waiting = new Map<string, Map<number, MemoryRow>>()
  readonly #bodies = new Map<number, Uint8Array>()
  readonly #partitions = new Map<string, MemoryPartition>()
  readonly #runs = new Map<string, MemoryRun>()
  /** Ids and bodies of deliveries that were stored. */
  readonly known = new Set<string>()
  /** Versions of repositories. */
  readonly changes = new Map<string, number>()
  #lastRow = 0

  /** What is done is let go. */
  get rows(): ReadonlyMap<number, MemoryRow> {
    return this.#rows
  }

  get partitions(): ReadonlyMap<string, MemoryPartition> {
    return this.#partitions
  }

  get runs(): ReadonlyMap<string, MemoryRun> {
    return this.#runs
  }

  /** Rows that wait, by the name of their partition. */
  get waitingIn(): ReadonlyMap<string, ReadonlyMap<number, MemoryRow>> {
    return this.#waiting
  }

  partition(name: string): MemoryPartition {
    return this.#partitions.get(name) ?? untaken
  }

  countWaiting(): number {
    let count = 0
    for (const rows of this.#waiting.values()) count += rows.size
    return count
  }

  /** Runs whose outcome waits to be decided on. */
  findToldRuns(): Set<string> {
    const told = new Set<string>()
    for (const rows of this.#waiting.values())
      for (const { delivery } of rows.values()) if (delivery.run !== null) told.add(delivery.run)
    return told
  }

  protected nextRow(): number {
    this.#lastRow += 1
    return this.#lastRow
  }

  /** Numbers up to here were given to rows. */
  protected startAfter(row: number): void {
    this.#lastRow = Math.max(this.#lastRow, row)
  }

  isKnown({ id, bodyKey }: Delivery): boolean {
    return this.known.has(`id:${id}`) || this.known.has(`body:${bodyKey}`)
  }

  /** A delivery that is new. */
  addRow(delivery: Delivery): void {
    const row = toRow(this.nextRow(), delivery)
    this.known.add(`id:${delivery.id}`).add(`body:${delivery.bodyKey}`)
    this.#bodies.set(row.row, delivery.body)
    this.place(row)
  }

  setRow(row: MemoryRow): void {
    this.#put(row)
  }

  /** Puts a row where it waits, whose body is kept. */
  protected place(row: MemoryRow): void {
    const { partition, installationId } = row.delivery
    this.#put(row)
    this.#partitions.set(partition, { ...this.partition(partition), installationId })
  }

  dropRow(number: number): void {
    const row = this.#rows.get(number)
    if (row === undefined) return
    this.#rows.delete(number)
    this.#bodies.delete(number)
    this.#stopWaiting(row)
  }

  async readBodies(rows: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    return new Map(rows.map((row) => [row, this.#bodies.get(row) ?? new Uint8Array()]))
  }

  setPartition(name: string, partition: MemoryPartition): void {
    this.#partitions.set(name, partition)
  }

  setRun(run: MemoryRun): void {
    this.#runs.set(run.order.id, run)
  }

  dropRun(id: string): void {
    this.#runs.delete(id)
  }

  /** Lets go of partitions that nobody has and nothing waits in. */
  forgetIdlePartitions(): void {
    for (const [name, { heldUntilMs, isAbandoned }] of this.#partitions)
      if (heldUntilMs === -Infinity && !isAbandoned && !this.#waiting.has(name)) this.#partitions.delete(name)
  }

  /** True where somebody who looked would find a partition or a run; asked so often that nothing is made for it. */
  hasDue(nowMs: number): boolean {
    for (const [name, rows] of this.#waiting) {
      if (this.partition(name).heldUntilMs > nowMs) continue
      for (const { dueMs } of rows.values()) if (dueMs <= nowMs) return true
    }
    for (const partition of this.#partitions.values()) if (isLeft(partition, nowMs)) return true
    for (const { heldUntilMs, dueMs } of this.#runs.values()) if (heldUntilMs <= nowMs && dueMs <= nowMs) return true
    return false
  }

  #put(row: MemoryRow): void {
    const { partition } = row.delivery
    this.#lastRow = Math.max(this.#lastRow, row.row)
    this.#rows.set(row.row, row)
    if (row.state !== 'waiting') {
      this.#stopWaiting(row)
      return
    }
    const waiting = this.#waiting.get(partition) ?? new Map<number, MemoryRow>()
    this.#waiting.set(partition, waiting.set(row.row, row))
  }

  #stopWaiting({ row, delivery }: MemoryRow): void {
    const waiting = this.#waiting.get(delivery.partition)
    waiting?.delete(row)
    if (waiting?.size === 0) this.#waiting.delete(delivery.partition)
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
