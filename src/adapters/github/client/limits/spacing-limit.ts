import type { RateLimit, WaitingRequest } from './rate-limit.ts'

/** A time between two writes; GitHub asks for a second. */
export class SpacingLimit implements RateLimit {
  readonly #spacingMs: number
  #nextAt = 0

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs
  }

  appliesTo({ cost }: WaitingRequest): boolean {
    return cost.kind === 'write'
  }

  msUntilOpen(_request: WaitingRequest, now: number): number {
    return Math.max(0, this.#nextAt - now)
  }

  pass(_request: WaitingRequest, now: number): void {
    this.#nextAt = now + this.#spacingMs
  }
}
