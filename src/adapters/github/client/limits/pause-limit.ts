import type { RateLimit } from './rate-limit.ts'

/** GitHub's word for a limit that doesn't say when it ends: at least a minute, and more each time. */
const unsaidPauseMs = 60_000
/** A clock that was set back makes a kept pause longer than GitHub's longest. */
const longestMs = 3_600_000

/** Nothing at all is sent while GitHub asks to be left alone. */
export class PauseLimit implements RateLimit {
  #until = 0
  #setAt = 0
  #unsaid = 0

  appliesTo(): boolean {
    return true
  }

  msUntilOpen(_request: unknown, now: number): number {
    return Math.max(0, this.#until - now)
  }

  pass(): void {}

  /** For who keeps it over a restart. */
  get until(): number {
    return this.#until
  }

  /** GitHub asked for it before this process was there; longer than an hour nobody asked. */
  restore(until: number, now: number): void {
    if (until - now <= longestMs) this.#until = until
  }

  /** `askedMs`: how long GitHub wants it; null where it didn't say. `sentAt`: of the request that it refused. */
  pause(askedMs: number | null, sentAt: number, now: number): void {
    if (askedMs !== null) {
      this.#until = Math.max(this.#until, now + askedMs)
      return
    }
    // What was under way already when the last pause began tells nothing new.
    if (this.#unsaid > 0 && sentAt < this.#setAt) return
    this.#until = Math.max(this.#until, now + unsaidPauseMs * 2 ** this.#unsaid)
    this.#setAt = now
    this.#unsaid += 1
  }

  /** An answer that was no refusal, to a request sent at that time: what was too much is over. */
  relax(sentAt: number): void {
    if (sentAt >= this.#setAt) this.#unsaid = 0
  }
}
