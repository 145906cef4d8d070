import { PartitionLeases } from '../../application/workers/partition-leases.ts'
import {
  type Claim,
  type Delivery,
  type Inbox,
  type InboxEntry,
  type InboxMeasure,
  type InboxRow,
  type RowOutcome,
} from '../../application/ports/queues/inbox.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { parsePartition } from '../../application/ports/queues/message.ts'
import { findNextTurn, firstTurn, isSameTurn } from '../../application/workers/turn.ts'
import { findDuePartitions, rowsInOrder, takeDueRows, turnOfPartition } from './memory-due.ts'
import { extendHeld, giveBackHeld, holdPartition } from './memory-partitions.ts'
import { ackRow, isTooOld, type MemoryRow, toEntry } from './memory-row.ts'
import { isLeft, type MemoryPartition, type MemoryView, openView } from './memory-tables.ts'

/** The inbox whose tables are in memory: what a crash interrupts is lost, unless they are written down (`embedded/`). */
export class MemoryInbox implements Inbox {
  readonly durable: boolean = false
  readonly #view: MemoryView
  readonly #leases: PartitionLeases
  /** Partitions with a claim that isn't finished, and how to end it. */
  readonly #claims = new Map<string, () => boolean>()
  /** Versions of repositories that this process knows of. */
  readonly #versions = new Map<string, number>()
  readonly #heard: (() => void)[] = []
  #last = firstTurn

  constructor(view: Partial<MemoryView> = {}, onFault: (what: string, error: unknown) => void = () => {}) {
    this.#view = openView(view)
    const { leaseMs, nowMs, reach } = this.#view
    const keeping = {
      extend: (partitions: readonly string[]) => reach('extend', 'write', () => extendHeld(this.#view, partitions)),
      release: ({ partition, fencingToken }: { partition: string; fencingToken: string }) =>
        reach('release', 'write', () => giveBackHeld(this.#view, partition, fencingToken)),
      wakeAbandoned: async () => {
        // Whoever looks sees it.
      },
    }
    this.#leases = new PartitionLeases({ keeping, leaseMs, nowMs, released: () => this.wake(), onFault })
    if (leaseMs !== Infinity) this.#leases.start()
  }

  store(delivery: Delivery): Promise<'stored' | 'known'> {
    return this.#view.reach('store', 'write', () => {
      const stored = this.put(delivery)
      if (stored === 'stored') this.wake()
      return stored
    })
  }

  /** As `store`, where the way to the tables was made already. */
  put(delivery: Delivery): 'stored' | 'known' {
    const { tables } = this.#view
    if (tables.isKnown(delivery)) return 'known'
    tables.addRow(delivery)
    return 'stored'
  }

  findStored(deliveryIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { tables, reach } = this.#view
    return reach('find stored', 'read', () => new Set(deliveryIds.filter((id) => tables.known.has(`id:${id}`))))
  }

  async claim(full: readonly number[] = []): Promise<Claim | undefined> {
    const askedMs = this.#view.nowMs()
    const taken = await this.#view.reach('claim', 'write', () => this.#take(full))
    if (taken === undefined) return undefined
    const { rows, fencingToken, ...place } = taken
    const claim: Claim = { ...place, rows: await this.#handOut(rows) }
    const giveBack = this.#leases.note({ partition: claim.partition, fencingToken }, askedMs)
    this.#claims.set(claim.partition, this.#leases.endOfClaim(claim.partition, giveBack))
    return claim
  }

  async finish({ partition, rows }: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
    const isLast = this.#claims.get(partition)?.() ?? false
    await this.#view.reach('finish', 'write', () => this.#ack(partition, isLast, rows, outcomes))
    this.#claims.delete(partition)
  }

  keep(partition: string): () => void {
    return this.#leases.keep(partition)
  }

  watch(partition: string): () => boolean {
    return this.#leases.watch(partition)
  }

  async lease(name: string): Promise<boolean> {
    if (this.#leases.isHeld(name)) return true
    const { tables, holder, nowMs, reach } = this.#view
    const askedMs = nowMs()
    const fencingToken = await reach('lease', 'write', () => {
      const partition = tables.partition(name)
      return partition.heldUntilMs <= nowMs() || partition.holder === holder
        ? holdPartition(this.#view, name, partition)
        : undefined
    })
    if (fencingToken !== undefined) this.#leases.note({ partition: name, fencingToken }, askedMs)
    return fencingToken !== undefined
  }

  async noteChange({ key }: RepositoryRef): Promise<void> {
    const { tables, reach } = this.#view
    const version = await reach('note change', 'write', () => {
      const next = (tables.changes.get(key) ?? 0) + 1
      tables.changes.set(key, next)
      return next
    })
    if ((this.#versions.get(key) ?? 0) === version - 1) this.#versions.set(key, version)
  }

  listen(heard: () => void): void {
    this.#heard.push(heard)
  }

  wake(): void {
    for (const heard of this.#heard) heard()
  }

  countWaiting(): Promise<number> {
    return this.#view.reach('count', 'read', () => this.#view.tables.countWaiting())
  }

  measure(): Promise<InboxMeasure> {
    const { tables, nowMs, reach } = this.#view
    return reach('measure', 'read', () => {
      const now = nowMs()
      let oldestMs = now
      for (const rows of tables.waitingIn.values())
        for (const { delivery } of rows.values()) oldestMs = Math.min(oldestMs, Date.parse(delivery.receivedAt))
      const waiting = tables.countWaiting()
      return { waiting, dead: tables.rows.size - waiting, oldestSeconds: (now - oldestMs) / 1000 }
    })
  }

  list(limit: number, repository?: string): Promise<InboxEntry[]> {
    const { tables, reach } = this.#view
    const isMeant = ({ delivery: { partition } }: MemoryRow) =>
      repository === undefined || parsePartition(partition, 0).key === repository
    return reach('list', 'read', () => rowsInOrder(tables.rows.values()).filter(isMeant).slice(0, limit).map(toEntry))
  }

  retry(rows: readonly number[] | 'all'): Promise<number[]> {
    const { tables, nowMs, reach } = this.#view
    return reach('retry', 'write', () => {
      const all = rowsInOrder(tables.rows.values())
      const meant = all.filter((one) => (rows === 'all' || rows.includes(one.row)) && !isTooOld(one, nowMs()))
      for (const row of meant) tables.setRow({ ...row, state: 'waiting', attempts: 0, deferrals: 0, dueMs: 0 })
      this.wake()
      return meant.map(({ row }) => row)
    })
  }

  drop(rows: readonly number[] | 'all'): Promise<number[]> {
    const { tables, reach } = this.#view
    return reach('drop', 'write', () => {
      const dead = rowsInOrder(tables.rows.values()).filter(({ state }) => state === 'dead')
      const meant = dead.map(({ row }) => row).filter((row) => rows === 'all' || rows.includes(row))
      for (const row of meant) tables.dropRow(row)
      return meant
    })
  }

  /** Gives back what this process holds. */
  close(): Promise<void> {
    return this.#leases.close()
  }

  async #handOut(rows: readonly MemoryRow[]): Promise<InboxRow[]> {
    const bodies = await this.#view.tables.readBodies(rows.map(({ row }) => row))
    return rows.map(({ row, delivery, attempts, deferrals }) => {
      const body = bodies.get(row)
      if (body === undefined) throw new Error(`row ${row} has no body`)
      return { row, delivery: { ...delivery, body }, attempts, deferrals }
    })
  }

  #take(full: readonly number[]): Taken | undefined {
    const { tables, holder, nowMs } = this.#view
    const now = nowMs()
    const isMine = (name: string, partition: MemoryPartition) =>
      !this.#claims.has(name) &&
      !full.includes(partition.installationId) &&
      (partition.heldUntilMs <= now || partition.holder === holder)
    const due = findDuePartitions(tables, isMine, now)
    const next = findNextTurn(due, this.#last)
    const first = due.filter((one) => isSameTurn(one, next)).toSorted((a, b) => a.row - b.row)[0]
    const left = [...tables.partitions].find(([name, partition]) => isMine(name, partition) && isLeft(partition, now))
    const name = first?.name ?? left?.[0]
    if (name === undefined) return undefined
    const partition = tables.partition(name)
    this.#last = turnOfPartition(name, partition)
    const rows = takeDueRows(tables, name, now)
    const wasAbandoned = isLeft(partition, now)
    // As with a database: the answer to an earlier claim may have been lost, and with it who had it before.
    const isUnknown = partition.heldUntilMs > -Infinity && !this.#leases.isHeld(name)
    const wasElsewhere = wasAbandoned || isUnknown || (partition.holder !== null && partition.holder !== holder)
    const repository = parsePartition(name, partition.installationId)
    const version = tables.changes.get(repository.key) ?? 0
    const wasChanged = version !== (this.#versions.get(repository.key) ?? 0)
    this.#versions.set(repository.key, version)
    const fencingToken = holdPartition(this.#view, name, partition)
    return { partition: name, repository, rows, wasElsewhere, wasChanged, wasAbandoned, fencingToken }
  }

  #ack(name: string, release: boolean, rows: Claim['rows'], outcomes: ReadonlyMap<number, RowOutcome>): void {
    const { tables, holder, nowMs } = this.#view
    const partition = tables.partition(name)
    if (partition.holder !== holder) return
    if (release) tables.setPartition(name, { ...partition, heldUntilMs: -Infinity })
    for (const { row: number } of rows) {
      const row = tables.rows.get(number)
      const outcome = outcomes.get(number)
      if (row === undefined || outcome === undefined) continue
      if (outcome.kind === 'done') tables.dropRow(number)
      else tables.setRow(ackRow(row, outcome, nowMs()))
    }
  }
}

interface Taken extends Omit<Claim, 'rows'> {
  rows: MemoryRow[]
  fencingToken: string
}
