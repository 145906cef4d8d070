import type { Patience } from '../../../application/trace.ts'
import { GitHubFault } from './github-fault.ts'
import type { RateLimit, WaitingRequest } from './limits/rate-limit.ts'

interface Entry extends WaitingRequest {
  /** It was sent or refused. */
  isSettled: boolean
  /** When it waited and its work had been cancelled, for the first time; undefined for not yet. */
  endingSince: number | undefined
  start: () => void
  refuse: (error: Error) => void
}

/** What work that was cancelled still asks for waits so long at most. */
const endingWaitMs = 5_000

export interface QueueClock {
  now: () => number
  wait: (ms: number) => Promise<void>
}

/**
 * Requests in the order in which they may be sent: what people wait for before the rest, otherwise first come, first
 * served; who is held by one limit is overtaken by those whom it isn't about.
 */
export class RequestQueue {
  readonly #limits: readonly RateLimit[]
  readonly #concurrent: number
  readonly #clock: QueueClock
  readonly #waiting: { people: Entry[]; background: Entry[] } = { people: [], background: [] }
  #running = 0
  #wakeAt = Number.POSITIVE_INFINITY
  #stopping: { error: Error; mostMs: number } | undefined

  constructor(limits: readonly RateLimit[], concurrent: number, clock: QueueClock) {
    this.#limits = limits
    this.#concurrent = concurrent
    this.#clock = clock
  }

  /**
   * Resolves when it may be sent; call `leave` when it is answered. Throws `told_to_end` where it would have to wait for
   * long and belongs to work that was cancelled, now or meanwhile.
   */
  enter(request: WaitingRequest): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Entry = { ...request, isSettled: false, endingSince: undefined, start: resolve, refuse: reject }
    this.#waiting[request.urgency].push(entry)
    this.#startWhatMay()
    const { patience } = request
    return entry.isSettled || patience === undefined ? promise : this.#waitWith(patience, promise)
  }

  async #waitWith({ signal, wait }: Patience, sent: Promise<void>): Promise<void> {
    const goOn = wait()
    const lookAgain = () => this.#startWhatMay()
    signal?.addEventListener('abort', lookAgain)
    try {
      await sent
    } finally {
      signal?.removeEventListener('abort', lookAgain)
      goOn()
    }
  }

  leave(): void {
    this.#running -= 1
    this.#startWhatMay()
  }

  /** From now on whoever would have to wait longer than that is refused. */
  stopWaiting(error: Error, mostMs: number): void {
    this.#stopping = { error, mostMs }
    this.#startWhatMay()
  }

  #startWhatMay(): void {
    const now = this.#clock.now()
    const shut = new Set<RateLimit>()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const entries of [this.#waiting.people, this.#waiting.background]) {
      for (let index = 0; index < entries.length && this.#running < this.#concurrent;) {
        const entry = entries[index]
        if (entry === undefined) break
        const ms = this.#msUntilOpen(entry, now, shut)
        const refusal = this.#refusalOf(entry, ms, now)
        if (refusal !== undefined) {
          entries.splice(index, 1)
          // It holds up nobody any more.
          shut.clear()
          entry.isSettled = true
          entry.refuse(refusal)
        } else if (ms > 0) {
          soonestMs = Math.min(soonestMs, ms, msLeft(entry, now))
          index += 1
        } else {
          entries.splice(index, 1)
          this.#send(entry, now)
        }
      }
    }
    this.#wakeIn(soonestMs, now)
  }

  /** Why it isn't to wait that long; undefined where it is. */
  #refusalOf(entry: Entry, ms: number, now: number): Error | undefined {
    const isBehind = ms === Number.POSITIVE_INFINITY
    if (this.#stopping !== undefined && ms > this.#stopping.mostMs && !isBehind) return this.#stopping.error
    if (ms === 0 || entry.patience?.signal?.aborted !== true) return undefined
    entry.endingSince ??= now
    // How long those in front of it take isn't known: it waits for them as long as it may.
    const leastMs = isBehind ? this.#msOf(entry, now) : ms
    return leastMs > msLeft(entry, now) || msLeft(entry, now) <= 0 ? cancelledFault() : undefined
  }

  /** As long as the limits alone hold it. */
  #msOf(entry: Entry, now: number): number {
    const limits = this.#limits.filter((limit) => limit.appliesTo(entry))
    return Math.max(0, ...limits.map((limit) => limit.msUntilOpen(entry, now)))
  }

  /**
   * Infinity for who is behind another: a limit that is shut for one stays so for those behind, or light ones would hold up
   * the heavy one for ever.
   */
  #msUntilOpen(entry: Entry, now: number, shut: Set<RateLimit>): number {
    const limits = this.#limits.filter((limit) => limit.appliesTo(entry))
    if (limits.some((limit) => shut.has(limit))) return Number.POSITIVE_INFINITY
    const waits = limits.map((limit) => ({ limit, ms: limit.msUntilOpen(entry, now) }))
    for (const { limit, ms } of waits) if (ms > 0) shut.add(limit)
    return Math.max(0, ...waits.map(({ ms }) => ms))
  }

  #send(entry: Entry, now: number): void {
    this.#running += 1
    entry.isSettled = true
    for (const limit of this.#limits) if (limit.appliesTo(entry)) limit.pass(entry, now)
    entry.start()
  }

  #wakeIn(ms: number, now: number): void {
    if (ms === Number.POSITIVE_INFINITY || now + ms >= this.#wakeAt) return
    this.#wakeAt = now + ms
    const at = this.#wakeAt
    void this.#clock.wait(ms).then(() => {
      if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY
      this.#startWhatMay()
    })
  }
}

/** How long what was cancelled may wait yet. */
function msLeft({ endingSince }: Entry, now: number): number {
  return endingSince === undefined ? Number.POSITIVE_INFINITY : endingSince + endingWaitMs - now
}

function cancelledFault(): GitHubFault {
  return new GitHubFault('told_to_end', 'it was told to end', 'a request of it waited for a limit of GitHub')
}
