import { MemoryInbox } from '../../../src/adapters/queue/memory-inbox.ts'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { Delivery, Inbox } from '../../../src/application/ports/inbox.ts'
import { clock } from './clock.ts'
import type { Network } from './network.ts'

export const leaseMs = 30_000

/** The database's inbox: it outlives all processes, and knows when a look at it is worth while. */
export class SharedInbox {
  readonly rows = new MemoryInbox(leaseMs, () => clock.nowMs)
  readonly #known = new Set<string>()
  readonly #doubled: (what: string) => void

  constructor(doubled: (what: string) => void) {
    this.#doubled = doubled
  }

  async store(delivery: Delivery): Promise<'stored' | 'known'> {
    this.expectDue(0)
    const stored = await this.rows.store(delivery)
    const keys = [delivery.id, delivery.bodySha256]
    if (stored === 'stored' && keys.some((key) => this.#known.has(key)))
      this.#doubled(`delivery ${delivery.id} (${delivery.event}) was stored though it was known`)
    for (const key of keys) this.#known.add(key)
    return stored
  }

  has(deliveryId: string, bodySha256: string): boolean {
    return this.#known.has(deliveryId) || this.#known.has(bodySha256)
  }

  /** When something may have become due since somebody found nothing. */
  #dueAtMs: number[] = []

  mayHaveDue(): boolean {
    return this.#dueAtMs.some((atMs) => atMs <= clock.nowMs)
  }

  expectDue(inMs: number): void {
    this.#dueAtMs.push(clock.nowMs + inMs)
  }

  foundNothing(): void {
    this.#dueAtMs = this.#dueAtMs.filter((atMs) => atMs > clock.nowMs)
  }
}

/** The inbox as one process reaches it: every call may fail. */
export function reachInbox(shared: SharedInbox, network: Network): Inbox {
  const inbox = shared.rows
  const ask = async <T>(what: string, kind: 'read' | 'write', act: () => Promise<T>): Promise<T> => {
    try {
      return await network.call({ what: `inbox ${what}`, kind, act })
    } catch (error) {
      throw new CountersignFault('database_unavailable', `inbox ${what}`, String(error), error)
    }
  }
  return {
    durable: true,
    store: (delivery) => ask('store', 'write', () => shared.store(delivery)),
    claim: () =>
      ask('claim', 'write', async () => {
        const claim = await inbox.claim()
        if (claim === undefined) shared.foundNothing()
        else shared.expectDue(leaseMs)
        return claim
      }),
    extend: (claim) =>
      ask('extend', 'write', () => {
        shared.expectDue(leaseMs)
        return inbox.extend(claim)
      }),
    finish: (claim, outcomes) =>
      ask('finish', 'write', () => {
        shared.expectDue(0)
        for (const outcome of outcomes.values()) if (outcome.kind === 'later') shared.expectDue(outcome.delayMs)
        return inbox.finish(claim, outcomes)
      }),
    countWaiting: () => ask('count', 'read', () => inbox.countWaiting()),
    measure: () => ask('measure', 'read', () => inbox.measure()),
    list: (limit) => ask('list', 'read', () => inbox.list(limit)),
    retry: (rows) => ask('retry', 'write', () => inbox.retry(rows)),
    close: () => Promise.resolve(),
  }
}
