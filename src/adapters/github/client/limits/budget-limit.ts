import type { RateLimit, WaitingRequest } from './rate-limit.ts'
import type { RequestCost } from './request-cost.ts'

/** What GitHub last said of the hour's requests, less what was sent since. `resetAt`: milliseconds. */
export interface Budget {
  limit: number
  remaining: number
  resetAt: number
}

/** Below this part of the limit only what people wait for goes on, stretched over what is left of the hour. */
const reservePart = 0.1
/** GitHub's resets of one window differ by a second now and then. */
const sameWindowMs = 60_000
/** Just after the reset, not just before. */
const marginMs = 1_000

/** The hour's requests (or GraphQL points) of one installation; nothing is known before the first answer. */
export class BudgetLimit implements RateLimit {
  readonly #resource: RequestCost['resource']
  #budget: Budget | undefined
  #lastAt = 0

  constructor(resource: RequestCost['resource']) {
    this.#resource = resource
  }

  get budget(): Budget | undefined {
    return this.#budget
  }

  appliesTo({ cost }: WaitingRequest): boolean {
    return cost.resource === this.#resource && cost.kind !== 'token'
  }

  msUntilOpen({ urgency }: WaitingRequest, now: number): number {
    const budget = this.#budget
    if (budget === undefined || now >= budget.resetAt + marginMs) return 0
    if (budget.remaining > budget.limit * reservePart) return 0
    const untilReset = budget.resetAt + marginMs - now
    if (budget.remaining <= 0 || urgency === 'background') return untilReset
    return Math.max(0, this.#lastAt + untilReset / (budget.remaining + 1) - now)
  }

  pass(_request: WaitingRequest, now: number): void {
    this.#lastAt = now
    if (this.#budget !== undefined) this.#budget.remaining -= 1
  }

  /** Takes what an answer says; those to requests sent earlier may come later, so the lowest counts. */
  note(headers: Record<string, string | undefined>): void {
    if ((headers['x-ratelimit-resource'] ?? 'core') !== this.#resource) return
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((one) => headers[`x-ratelimit-${one}`])
    if (limit === undefined || remaining === undefined || reset === undefined) return
    const said = { limit: Number(limit), remaining: Number(remaining), resetAt: Number(reset) * 1000 }
    const known = this.#budget
    if (known === undefined || said.resetAt >= known.resetAt + sameWindowMs) this.#budget = said
    else if (said.resetAt > known.resetAt - sameWindowMs) {
      known.limit = said.limit
      known.remaining = Math.min(known.remaining, said.remaining)
    }
  }
}
