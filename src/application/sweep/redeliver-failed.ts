import type { Deliveries, Delivery } from '../ports/deliveries.ts'

const keptMs = 3 * 24 * 3_600_000
/** What fails so often isn't an outage; the sweep finds what it was about in another way. */
const maxAttempts = 3
const maxAtOnce = 100

/** Has webhooks sent again that no attempt brought here, oldest first. */
export class FailedDeliveries {
  readonly #attempts = new Map<string, number>()
  readonly #deliveries: Deliveries

  constructor(deliveries: Deliveries) {
    this.#deliveries = deliveries
  }

  /** `now`: ISO 8601. Returns how many were asked for. */
  async redeliver(now: string, timeAfter: (at: string, ms: number) => string): Promise<number> {
    const failed = await this.#deliveries.list('failure', timeAfter(now, -keptMs))
    const oldest = failed.at(-1)
    if (oldest === undefined) return 0
    const arrived = new Set((await this.#deliveries.list('success', oldest.at)).map(({ guid }) => guid))
    const newest = new Map<string, Delivery>()
    for (const one of failed.toReversed()) newest.set(one.guid, one)
    const due = [...newest.values()].filter(({ guid }) => !arrived.has(guid) && this.#tries(guid) < maxAttempts)
    for (const { id, guid } of due.slice(0, maxAtOnce)) {
      this.#attempts.set(guid, this.#tries(guid) + 1)
      await this.#deliveries.redeliver(id)
    }
    for (const guid of this.#attempts.keys()) if (!newest.has(guid)) this.#attempts.delete(guid)
    return Math.min(due.length, maxAtOnce)
  }

  #tries(guid: string): number {
    return this.#attempts.get(guid) ?? 0
  }
}
