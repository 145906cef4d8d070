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
} from '../../application/ports/inbox.ts'

interface Row {
  row: number
  delivery: Delivery
  state: 'waiting' | 'dead'
  attempts: number
  fault: string | null
  dueMs: number
}

/** The inbox in this process's memory, for demos and tests: what a crash interrupts is lost. */
export class MemoryInbox implements Inbox {
  readonly durable: boolean = false
  /** What is done is let go. */
  readonly #rows = new Map<number, Row>()
  #lastRow = 0
  readonly #known = new Set<string>()
  /** Claims by lane. */
  readonly #holders = new Map<string, { holder: string; endsMs: number }>()
  readonly #leaseMs: number
  readonly #nowMs: () => number
  #claims = 0
  #closed = false

  constructor(leaseMs: number, nowMs: () => number = Date.now) {
    this.#leaseMs = leaseMs
    this.#nowMs = nowMs
  }

  async store(delivery: Delivery): Promise<'stored' | 'known'> {
    if (this.#closed) throw new Error('the inbox is closed')
    const keys = [`id:${delivery.id}`, `body:${delivery.bodySha256}`]
    if (keys.some((key) => this.#known.has(key))) return 'known'
    for (const key of keys) this.#known.add(key)
    this.#lastRow += 1
    const row = this.#lastRow
    this.#rows.set(row, { row, delivery, state: 'waiting', attempts: 0, fault: null, dueMs: 0 })
    return 'stored'
  }

  async claim(): Promise<Claim | undefined> {
    const now = this.#nowMs()
    const isFree = (lane: string) => (this.#holders.get(lane)?.endsMs ?? 0) <= now
    const isDue = (row: Row) => row.state === 'waiting' && row.dueMs <= now
    for (;;) {
      const first = this.#all().find((row) => isDue(row) && isFree(row.delivery.lane))
      if (first === undefined) return undefined
      if (first.attempts >= maxAttempts) {
        first.state = 'dead'
        first.fault = `handed out ${first.attempts} times without an end`
        continue
      }
      const { lane } = first.delivery
      const due = this.#all().filter((row) => row.delivery.lane === lane && isDue(row) && row.attempts < maxAttempts)
      const rows = due.slice(0, first.attempts + 1 >= aloneFromAttempt ? 1 : maxRowsAtOnce)
      for (const row of rows) row.attempts += 1
      this.#claims += 1
      const holder = String(this.#claims)
      this.#holders.set(lane, { holder, endsMs: now + this.#leaseMs })
      return { lane, holder, rows: rows.map(({ row, delivery, attempts }) => ({ row, delivery, attempts })) }
    }
  }

  async extend({ lane, holder }: Claim): Promise<void> {
    const held = this.#holders.get(lane)
    if (held?.holder === holder) held.endsMs = this.#nowMs() + this.#leaseMs
  }

  async finish({ lane, holder, rows }: Claim, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
    if (this.#holders.get(lane)?.holder !== holder) return
    this.#holders.delete(lane)
    for (const { row: number } of rows) {
      const row = this.#rows.get(number)
      const outcome = outcomes.get(number)
      if (row === undefined || outcome === undefined) continue
      if (outcome.kind === 'done') this.#rows.delete(number)
      else settle(row, outcome, this.#nowMs())
    }
  }

  async countWaiting(): Promise<number> {
    return this.#all().filter((row) => row.state === 'waiting').length
  }

  async measure(): Promise<InboxMeasure> {
    const waiting = this.#all().filter((row) => row.state === 'waiting')
    const oldest = Math.min(...waiting.map((row) => Date.parse(row.delivery.receivedAt)))
    return {
      waiting: waiting.length,
      dead: this.#all().length - waiting.length,
      oldestSeconds: waiting.length === 0 ? 0 : Math.max(0, (this.#nowMs() - oldest) / 1000),
    }
  }

  async list(limit: number): Promise<InboxEntry[]> {
    return this.#all()
      .slice(0, limit)
      .map(({ row, delivery, state, attempts, fault }) => {
        const { id, event, lane, receivedAt } = delivery
        return { row, delivery: id, event, lane, state, attempts, receivedAt, fault }
      })
  }

  async retry(rows: readonly number[] | 'all'): Promise<number[]> {
    const meant = this.#all().filter(({ row }) => rows === 'all' || rows.includes(row))
    for (const row of meant) Object.assign(row, { state: 'waiting', attempts: 0, dueMs: 0 })
    return meant.map(({ row }) => row)
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  #all(): Row[] {
    return [...this.#rows.values()]
  }
}

function settle(row: Row, outcome: Exclude<RowOutcome, { kind: 'done' }>, nowMs: number): void {
  switch (outcome.kind) {
    case 'later':
      row.fault = outcome.why
      row.dueMs = nowMs + outcome.delayMs
      return
    case 'dead':
      row.state = 'dead'
      row.fault = outcome.why
  }
}
