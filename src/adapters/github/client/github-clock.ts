import type { RequestObservation } from './request-observation.ts'

/** Smaller differences are the way of an answer and GitHub's whole seconds. */
const toleratedMs = 5_000

/** GitHub's clock as its answers tell it, beside this machine's, which may be wrong. */
export class GitHubClock {
  readonly #now: () => number
  #aheadMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  note({ date, requestId }: Pick<RequestObservation, 'date' | 'requestId'>): void {
    // Without such an id it is of a proxy, whose clock is its own.
    const time = Date.parse(requestId === null ? '' : (date ?? ''))
    if (Number.isNaN(time)) return
    const aheadMs = this.#now() - time
    this.#aheadMs = Math.abs(aheadMs) > toleratedMs ? aheadMs : 0
  }

  /** A time of GitHub's as this machine's clock has it, ISO 8601; unchanged where the two agree. */
  toOwnTime(time: string): string {
    return this.#aheadMs === 0 ? time : new Date(Date.parse(time) + this.#aheadMs).toISOString()
  }
}
