import { PartitionLeases } from '../../application/workers/partition-leases.ts'
import {
  aloneFromAttempt,
  type Claim,
  type Delivery,
  type Inbox,
  type InboxEntry,
  type InboxMeasure,
  maxAttempts,
  maxRowsAtOnce,
  type RowOutcome,
} from '../../application/ports/queues/inbox.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { parsePartition } from '../../application/ports/queues/message.ts'
import { findNextTurn, firstTurn, isSameTurn, type Turn } from '../../application/workers/turn.ts'
import { deadLetterRow, isTooOld, type MemoryRow, ackRow, toEntry } from './memory-row.ts'
import { isLeft, type MemoryPartition, type MemoryView, openView } from './memory-tables.ts'

/** The inbox in memory, for demos and tests: what a crash interrupts is lost where the tables are this process's own. */
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
      extend: (partitions: readonly string[]) => reach('extend', 'write', () => this.#extend(partitions)),
      release: ({ partition, fencingToken }: { partition: string; fencingToken: string }) =>
        reach('release', 'write', () => this.#release(partition, fencingToken)),
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
    const keys = [`id:${delivery.id}`, `body:${delivery.bodyKey}`]
    if (keys.some((key) => tables.known.has(key))) return 'known'
    for (const key of keys) tables.known.add(key)
    tables.lastRow += 1
    const row = tables.lastRow
    tables.rows.set(row, { row, delivery, state: 'waiting', attempts: 0, deferrals: 0, fault: null, dueMs: 0 })
    tables.partition(delivery.partition).installationId = delivery.installationId
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
    const { claim, fencingToken } = taken
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
      return partition.heldUntilMs <= nowMs() || partition.holder === holder ? this.#lease(partition) : undefined
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
    return this.#view.reach('count', 'read', () => this.#view.tables.waiting().length)
  }

  measure(): Promise<InboxMeasure> {
    const { tables, nowMs, reach } = this.#view
    return reach('measure', 'read', () => {
      const waiting = tables.waiting()
      const oldest = Math.min(...waiting.map(({ delivery }) => Date.parse(delivery.receivedAt)))
      const dead = tables.rows.size - waiting.length
      const oldestSeconds = waiting.length === 0 ? 0 : Math.max(0, (nowMs() - oldest) / 1000)
      return { waiting: waiting.length, dead, oldestSeconds }
    })
  }

  list(limit: number): Promise<InboxEntry[]> {
    const { tables, reach } = this.#view
    return reach('list', 'read', () => [...tables.rows.values()].slice(0, limit).map(toEntry))
  }

  retry(rows: readonly number[] | 'all'): Promise<number[]> {
    const { tables, nowMs, reach } = this.#view
    return reach('retry', 'write', () => {
      const all = [...tables.rows.values()]
      const meant = all.filter((one) => (rows === 'all' || rows.includes(one.row)) && !isTooOld(one, nowMs()))
      for (const row of meant) Object.assign(row, { state: 'waiting', attempts: 0, deferrals: 0, dueMs: 0 })
      this.wake()
      return meant.map(({ row }) => row)
    })
  }

  drop(rows: readonly number[] | 'all'): Promise<number[]> {
    const { tables, reach } = this.#view
    return reach('drop', 'write', () => {
      const dead = [...tables.rows.values()].filter(({ state }) => state === 'dead').map(({ row }) => row)
      const meant = dead.filter((row) => rows === 'all' || rows.includes(row))
      for (const row of meant) tables.rows.delete(row)
      return meant
    })
  }

  /** Gives back what this process holds. */
  close(): Promise<void> {
    return this.#leases.close()
  }

  #take(full: readonly number[]): { claim: Claim; fencingToken: string } | undefined {
    const { tables, holder, nowMs } = this.#view
    const now = nowMs()
    const isMine = (name: string, partition: MemoryPartition) =>
      !this.#claims.has(name) &&
      !full.includes(partition.installationId) &&
      (partition.heldUntilMs <= now || partition.holder === holder)
    const isDue = (row: MemoryRow) => row.state === 'waiting' && row.dueMs <= now
    // Not while somebody is at it: the tenth time may be the one that comes to something.
    const isExhausted = (row: MemoryRow) => row.attempts >= maxAttempts && isDue(row)
    for (const row of tables.waiting())
      if (isExhausted(row) && isMine(row.delivery.partition, tables.partition(row.delivery.partition)))
        deadLetterRow(row)
    const turnOf = (name: string) => parseTurn(name, tables.partition(name))
    const due = tables
      .waiting()
      .filter((row) => isDue(row) && isMine(row.delivery.partition, tables.partition(row.delivery.partition)))
    const next = findNextTurn(
      due.map((row) => turnOf(row.delivery.partition)),
      this.#last,
    )
    const first = due.find((row) => isSameTurn(turnOf(row.delivery.partition), next))
    const left = [...tables.partitions].find(([name, partition]) => isMine(name, partition) && isLeft(partition, now))
    const name = first?.delivery.partition ?? left?.[0]
    if (name === undefined) return undefined
    this.#last = turnOf(name)
    const partition = tables.partition(name)
    const own = due.filter((row) => row.delivery.partition === name)
    const before = own[0] === undefined ? 0 : own[0].attempts + own[0].deferrals
    const rows = own.slice(0, before + 1 >= aloneFromAttempt ? 1 : maxRowsAtOnce)
    for (const row of rows) row.attempts += 1
    const wasAbandoned = isLeft(partition, now)
    // As with a database: the answer to an earlier claim may have been lost, and with it who had it before.
    const isUnknown = partition.heldUntilMs > -Infinity && !this.#leases.isHeld(name)
    const wasElsewhere = wasAbandoned || isUnknown || (partition.holder !== null && partition.holder !== holder)
    const repository = parsePartition(name, partition.installationId)
    const version = tables.changes.get(repository.key) ?? 0
    const wasChanged = version !== (this.#versions.get(repository.key) ?? 0)
    this.#versions.set(repository.key, version)
    const handed = rows.map(({ row, delivery, attempts, deferrals }) => ({ row, delivery, attempts, deferrals }))
    const claim = { partition: name, repository, rows: handed, wasElsewhere, wasChanged, wasAbandoned }
    return { claim, fencingToken: this.#lease(partition) }
  }

  #lease(partition: MemoryPartition): string {
    const { holder, leaseMs, nowMs } = this.#view
    const fencingToken = partition.fencingToken + 1
    Object.assign(partition, { holder, heldUntilMs: nowMs() + leaseMs, fencingToken, isAbandoned: false })
    return String(fencingToken)
  }

  #extend(names: readonly string[]): Set<string> {
    const { tables, holder, leaseMs, nowMs } = this.#view
    const own = names.filter((name) => {
      const partition = tables.partition(name)
      return partition.holder === holder && partition.heldUntilMs > -Infinity
    })
    for (const name of own) tables.partition(name).heldUntilMs = nowMs() + leaseMs
    return new Set(own)
  }

  #release(name: string, fencingToken: string): void {
    const partition = this.#view.tables.partition(name)
    if (partition.holder === this.#view.holder && String(partition.fencingToken) === fencingToken)
      partition.heldUntilMs = -Infinity
  }

  #ack(name: string, release: boolean, rows: Claim['rows'], outcomes: ReadonlyMap<number, RowOutcome>): void {
    const { tables, holder, nowMs } = this.#view
    const partition = tables.partition(name)
    if (partition.holder !== holder) return
    if (release) partition.heldUntilMs = -Infinity
    for (const { row: number } of rows) {
      const row = tables.rows.get(number)
      const outcome = outcomes.get(number)
      if (row === undefined || outcome === undefined) continue
      if (outcome.kind === 'done') tables.rows.delete(number)
      else ackRow(row, outcome, nowMs())
    }
  }
}

function parseTurn(partition: string, { installationId }: MemoryPartition): Turn {
  return { installationId, repository: parsePartition(partition, installationId).key }
}
