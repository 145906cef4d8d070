import type { Random } from '../../../e2e/support/random/random.ts'
import { clock, type Owner } from '../time/clock.ts'
import { away, doneAllTheSame, notDone } from './failed-answers.ts'

/** A partition or run whose holder was silent that long is anybody's. */
export const leaseMs = 20_000
/** So often a process says that it still works on its runs. */
export const heartbeatMs = 2_000

/** How often what goes wrong, each as a share of all steps. */
export interface FaultRates {
  /** Fails, and nothing was done. */
  before: number
  /** Was done, and fails all the same. */
  after: number
  /** No answer for virtual minutes. */
  hang: number
  /** A read sees what was true some seconds ago. */
  stale: number
  /** The process is killed at this step. */
  crash: number
  /** The process stands still from this step on, for longer than others wait for it, and then goes on. */
  still: number
}

export const noFaults: FaultRates = { before: 0, after: 0, hang: 0, stale: 0, crash: 0, still: 0 }
/** GitHub is out of reach from then until then, in virtual milliseconds. */
export interface Outage {
  fromMs: number
  untilMs: number
}

/** Everything that can go wrong in one simulation, until it is told to stop. */
export class Faults {
  rates: FaultRates
  readonly random: Random
  /** Of its own, so that plays in which nobody stands still are the same with it and without. */
  readonly #stillness: Random
  outage: Outage | undefined
  /** How often each was tried. */
  readonly tried = new Map<string, number>()
  readonly #tell: (line: string) => void
  #wasOut = false
  #hasDoneLast = false

  constructor(rates: FaultRates, lots: { random: Random; stillness: Random }, tell: (line: string) => void) {
    this.rates = rates
    this.random = lots.random
    this.#stillness = lots.stillness
    this.#tell = tell
  }

  happens(kind: Exclude<keyof FaultRates, 'still'>, what: string): boolean {
    const happens = this.#comesUp(kind)
    if (happens) this.note(kind, what)
    return happens
  }

  /** True while nothing gets to GitHub, or to its git. */
  isOut(what: string): boolean {
    if (this.outage === undefined || what.startsWith('database ')) return false
    const isOut = this.outage.fromMs <= clock.nowMs && clock.nowMs < this.outage.untilMs
    if (isOut && !this.#wasOut) this.note('outage', 'GitHub is out of reach')
    this.#wasOut ||= isOut
    return isOut
  }

  /** The last write before GitHub was away: it is done, and nobody hears of it. */
  isLastDone(): boolean {
    const isLast = !this.#hasDoneLast
    this.#hasDoneLast = true
    return isLast
  }

  /** As often as a read is stale, somebody else commits in between. */
  overtakes(): boolean {
    const overtakes = this.#comesUp('stale')
    if (overtakes) this.note('overtaken', 'another worker commits')
    return overtakes
  }

  /** So long a process stands still from now on; 0 where it doesn't, which is nearly always. */
  findStandstillMs(what: string): number {
    if (this.rates.still === 0 || !this.#stillness.chance(this.rates.still)) return 0
    this.note('still', what)
    return leaseMs + 1_000 + this.#stillness.whole(70_000)
  }

  #comesUp(kind: keyof FaultRates): boolean {
    return this.rates[kind] !== 0 && this.random.chance(this.rates[kind])
  }

  note(kind: string, what: string): void {
    this.tried.set(kind, (this.tried.get(kind) ?? 0) + 1)
    this.#tell(`✶ ${kind}: ${what}`)
  }
}

export interface Call<T> {
  what: string
  /** `query`: a read that may show what was true some seconds ago. */
  kind: 'read' | 'query' | 'write'
  /** Does it, all at once; what it throws is the answer. */
  act: (staleMs: number) => T | Promise<T>
}

/** What errors say: wherever it stands in a state or a comment, something was given up that was to be waited for. */
export const passing =
  /Bad Gateway|Service Unavailable|secondary rate limit|Too many requests|socket hang up|no answer in time/

/** The way from one process to whatever is outside of it: each call takes time, and may go wrong in any way. */
export class Network {
  readonly #owner: Owner
  readonly #faults: Faults
  readonly #crash: (why: string) => void

  constructor(owner: Owner, faults: Faults, crash: (why: string) => void) {
    this.#owner = owner
    this.#faults = faults
    this.#crash = crash
  }

  /** Until its turn has come, which may be late. */
  waitTurn(): Promise<void> {
    return new Promise((resolve) => clock.after(this.#faults.random.chance(0.3) ? 800 : 0, resolve, this.#owner))
  }

  /** Undefined where it doesn't stand still: then nothing is to be waited for. */
  standStill(what: string): Promise<void> | undefined {
    if (!this.#mayStandStill(`before ${what} is sent`)) return undefined
    return new Promise((resolve) => clock.after(0, resolve, this.#owner))
  }

  /** As a machine does that is put to sleep: nothing of it goes on, and it doesn't know. */
  #mayStandStill(what: string): boolean {
    if (this.#owner.isDead || this.#owner.stillUntilMs > clock.nowMs) return false
    const ms = this.#faults.findStandstillMs(what)
    if (ms > 0) this.#owner.stillUntilMs = clock.nowMs + ms
    return ms > 0
  }

  call<T>({ what, kind, act }: Call<T>): Promise<T> {
    const { random } = this.#faults
    return new Promise<T>((resolve, reject) => {
      // What is under way reaches the other side or doesn't, whatever becomes of who sent it.
      const arrives = random.chance(0.5)
      clock.after(
        this.#latencyMs(),
        () => {
          if (this.#owner.isDead && (!arrives || kind !== 'write')) return
          const isOut = !this.#owner.isDead && this.#faults.isOut(what)
          if (isOut && (kind !== 'write' || !this.#faults.isLastDone())) {
            this.#answer(what, () => reject(this.#faults.random.pick(away)()))
            return
          }
          if (!this.#owner.isDead && this.#faults.happens('before', what)) {
            this.#answer(what, () => reject(this.#faults.random.pick(notDone)()))
            return
          }
          if (!this.#owner.isDead && this.#faults.happens('crash', `before ${what}`)) {
            this.#crash(what)
            return
          }
          this.#mayStandStill(`while ${what} is done`)
          void this.#reach({ what, kind, act }, resolve, reject)
        },
        { isDead: false, stillUntilMs: 0 },
      )
    })
  }

  async #reach<T>({ what, kind, act }: Call<T>, resolve: (value: T) => void, reject: (error: unknown) => void) {
    const staleMs = kind === 'query' && this.#faults.happens('stale', what) ? 200 + this.#faults.random.whole(4_000) : 0
    let outcome: () => void
    try {
      const value = await act(staleMs)
      outcome = () => resolve(value)
    } catch (error) {
      outcome = () => reject(error)
    }
    if (this.#owner.isDead) return
    if (this.#faults.happens('crash', `after ${what}`)) {
      this.#crash(what)
      return
    }
    const isCut = kind === 'write' && this.#faults.isOut(what)
    const isLost = isCut || (kind === 'write' && this.#faults.happens('after', what))
    const lost = isCut ? away : doneAllTheSame
    this.#answer(what, isLost ? () => reject(this.#faults.random.pick(lost)()) : outcome)
  }

  #answer(what: string, give: () => void): void {
    const delayMs = this.#faults.happens('hang', what) ? 60_000 * (1 + this.#faults.random.whole(3)) : this.#latencyMs()
    clock.after(delayMs, give, this.#owner)
  }

  /** Mostly some ten milliseconds, now and then a second: whatever is under way at once can overtake each other. */
  #latencyMs(): number {
    const { random } = this.#faults
    return random.chance(0.1) ? 200 + random.whole(1_500) : 5 + random.whole(120)
  }
}
