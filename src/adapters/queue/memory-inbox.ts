import { LaneHolds } from '../../application/workers/lane-holds.ts'
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
import { parseLane } from '../../application/ports/queues/message.ts'
import { findNextTurn, firstTurn, isSameTurn, type Turn } from '../../application/workers/turn.ts'
import { buryRow, isTooOld, type MemoryRow, settleRow, toEntry } from './memory-row.ts'
import { isLeft, type MemoryLane, type MemoryView, openView } from './memory-tables.ts'

/** The inbox in memory, for demos and tests: what a crash interrupts is lost where the tables are this process's own. */
export class MemoryInbox implements Inbox {
  readonly durable: boolean = false
  readonly #view: MemoryView
  readonly #holds: LaneHolds
  /** Lanes with a claim that isn't finished, and how to end it. */
  readonly #claims = new Map<string, () => boolean>()
  /** Versions of repositories that this process knows of. */
  readonly #versions = new Map<string, number>()
  readonly #heard: (() => void)[] = []
  #last = firstTurn

  constructor(view: Partial<MemoryView> = {}, onFault: (what: string, error: unknown) => void = () => {}) {
    this.#view = openView(view)
    const { leaseMs, nowMs, reach } = this.#view
    const keeping = {
      extend: (lanes: readonly string[]) => reach('extend', 'write', () => this.#extend(lanes)),
      release: ({ lane, turn }: { lane: string; turn: string }) =>
        reach('release', 'write', () => this.#release(lane, turn)),
      wakeAbandoned: async () => {
        // Whoever looks sees it.
      },
    }
    this.#holds = new LaneHolds({ keeping, leaseMs, nowMs, released: () => this.wake(), onFault })
    if (leaseMs !== Infinity) this.#holds.start()
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
    tables.rows.set(row, { row, delivery, state: 'waiting', attempts: 0, putOffs: 0, fault: null, dueMs: 0 })
    tables.lane(delivery.lane).installationId = delivery.installationId
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
    const { claim, turn } = taken
    const giveBack = this.#holds.note({ lane: claim.lane, turn }, askedMs)
    this.#claims.set(claim.lane, this.#holds.endOfClaim(claim.lane, giveBack))
    return claim
  }

  async finish({ lane, rows }: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
    const isLast = this.#claims.get(lane)?.() ?? false
    await this.#view.reach('finish', 'write', () => this.#settle(lane, isLast, rows, outcomes))
    this.#claims.delete(lane)
  }

  keep(lane: string): () => void {
    return this.#holds.keep(lane)
  }

  watch(lane: string): () => boolean {
    return this.#holds.watch(lane)
  }

  async hold(name: string): Promise<boolean> {
    if (this.#holds.isHeld(name)) return true
    const { tables, holder, nowMs, reach } = this.#view
    const askedMs = nowMs()
    const turn = await reach('hold', 'write', () => {
      const lane = tables.lane(name)
      return lane.heldUntilMs <= nowMs() || lane.holder === holder ? this.#hold(lane) : undefined
    })
    if (turn !== undefined) this.#holds.note({ lane: name, turn }, askedMs)
    return turn !== undefined
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
      for (const row of meant) Object.assign(row, { state: 'waiting', attempts: 0, putOffs: 0, dueMs: 0 })
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
    return this.#holds.close()
  }

  #take(full: readonly number[]): { claim: Claim; turn: string } | undefined {
    const { tables, holder, nowMs } = this.#view
    const now = nowMs()
    const isMine = (name: string, lane: MemoryLane) =>
      !this.#claims.has(name) &&
      !full.includes(lane.installationId) &&
      (lane.heldUntilMs <= now || lane.holder === holder)
    const isDue = (row: MemoryRow) => row.state === 'waiting' && row.dueMs <= now
    // Not while somebody is at it: the tenth time may be the one that comes to something.
    const isExhausted = (row: MemoryRow) => row.attempts >= maxAttempts && isDue(row)
    for (const row of tables.waiting())
      if (isExhausted(row) && isMine(row.delivery.lane, tables.lane(row.delivery.lane))) buryRow(row)
    const turnOf = (name: string) => parseTurn(name, tables.lane(name))
    const due = tables
      .waiting()
      .filter((row) => isDue(row) && isMine(row.delivery.lane, tables.lane(row.delivery.lane)))
    const next = findNextTurn(
      due.map((row) => turnOf(row.delivery.lane)),
      this.#last,
    )
    const first = due.find((row) => isSameTurn(turnOf(row.delivery.lane), next))
    const left = [...tables.lanes].find(([name, lane]) => isMine(name, lane) && isLeft(lane, now))
    const name = first?.delivery.lane ?? left?.[0]
    if (name === undefined) return undefined
    this.#last = turnOf(name)
    const lane = tables.lane(name)
    const own = due.filter((row) => row.delivery.lane === name)
    const before = own[0] === undefined ? 0 : own[0].attempts + own[0].putOffs
    const rows = own.slice(0, before + 1 >= aloneFromAttempt ? 1 : maxRowsAtOnce)
    for (const row of rows) row.attempts += 1
    const wasAbandoned = isLeft(lane, now)
    // As with a database: the answer to an earlier claim may have been lost, and with it who had it before.
    const isUnknown = lane.heldUntilMs > -Infinity && !this.#holds.isHeld(name)
    const wasElsewhere = wasAbandoned || isUnknown || (lane.holder !== null && lane.holder !== holder)
    const repository = parseLane(name, lane.installationId)
    const version = tables.changes.get(repository.key) ?? 0
    const wasChanged = version !== (this.#versions.get(repository.key) ?? 0)
    this.#versions.set(repository.key, version)
    const handed = rows.map(({ row, delivery, attempts, putOffs }) => ({ row, delivery, attempts, putOffs }))
    const claim = { lane: name, repository, rows: handed, wasElsewhere, wasChanged, wasAbandoned }
    return { claim, turn: this.#hold(lane) }
  }

  #hold(lane: MemoryLane): string {
    const { holder, leaseMs, nowMs } = this.#view
    const turn = lane.turn + 1
    Object.assign(lane, { holder, heldUntilMs: nowMs() + leaseMs, turn, isAbandoned: false })
    return String(turn)
  }

  #extend(names: readonly string[]): Set<string> {
    const { tables, holder, leaseMs, nowMs } = this.#view
    const own = names.filter((name) => {
      const lane = tables.lane(name)
      return lane.holder === holder && lane.heldUntilMs > -Infinity
    })
    for (const name of own) tables.lane(name).heldUntilMs = nowMs() + leaseMs
    return new Set(own)
  }

  #release(name: string, turn: string): void {
    const lane = this.#view.tables.lane(name)
    if (lane.holder === this.#view.holder && String(lane.turn) === turn) lane.heldUntilMs = -Infinity
  }

  #settle(name: string, release: boolean, rows: Claim['rows'], outcomes: ReadonlyMap<number, RowOutcome>): void {
    const { tables, holder, nowMs } = this.#view
    const lane = tables.lane(name)
    if (lane.holder !== holder) return
    if (release) lane.heldUntilMs = -Infinity
    for (const { row: number } of rows) {
      const row = tables.rows.get(number)
      const outcome = outcomes.get(number)
      if (row === undefined || outcome === undefined) continue
      if (outcome.kind === 'done') tables.rows.delete(number)
      else settleRow(row, outcome, nowMs())
    }
  }
}

function parseTurn(lane: string, { installationId }: MemoryLane): Turn {
  return { installationId, repository: parseLane(lane, installationId).key }
}
