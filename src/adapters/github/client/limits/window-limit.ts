import type { WindowCounts } from './limit-memory.ts'
import type { RateLimit, WaitingRequest } from './rate-limit.ts'

/** Lets at most so much through within a window that slides: points a minute, pieces of content an hour. */
export class WindowLimit implements RateLimit {
  readonly name: string
  readonly #limit: number
  readonly #windowMs: number
  readonly #weigh: (request: WaitingRequest) => number
  #past: WindowCounts = []
  #used = 0

  /** `weigh`: 0 for requests that the limit isn't about. */
  constructor(name: string, limit: number, windowMs: number, weigh: (request: WaitingRequest) => number) {
    this.name = name
    this.#limit = limit
    this.#windowMs = windowMs
    this.#weigh = weigh
  }

  appliesTo(request: WaitingRequest): boolean {
    return this.#weigh(request) > 0
  }

  msUntilOpen(request: WaitingRequest, now: number): number {
    this.#forget(now)
    let over = this.#used + this.#weigh(request) - this.#limit
    if (over <= 0) return 0
    for (const { at, weight } of this.#past) {
      over -= weight
      if (over <= 0) return at + this.#windowMs - now
    }
    // Heavier than the whole window: alone in one.
    const last = this.#past.at(-1)
    return last === undefined ? 0 : last.at + this.#windowMs - now
  }

  pass(request: WaitingRequest, now: number): void {
    const weight = this.#weigh(request)
    this.#past.push({ at: now, weight })
    this.#used += weight
  }

  /** What counts yet, for who keeps it over a restart. */
  read(now: number): WindowCounts {
    this.#forget(now)
    return this.#past
  }

  /** Counts what was counted before this process; nothing of a time that is still to come, as after a clock was set back. */
  restore(past: WindowCounts, now: number): void {
    this.#past = past.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)
    this.#used = this.#past.reduce((sum, { weight }) => sum + weight, 0)
  }

  #forget(now: number): void {
    const kept = this.#past.findIndex(({ at }) => at + this.#windowMs > now)
    const gone = kept === -1 ? this.#past : this.#past.slice(0, kept)
    if (gone.length === 0) return
    this.#past = this.#past.slice(gone.length)
    this.#used -= gone.reduce((sum, { weight }) => sum + weight, 0)
  }
}
