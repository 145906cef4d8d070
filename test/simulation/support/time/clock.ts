/** Whoever timers and answers belong to: a simulated process, or the world around all of them. */
export interface Owner {
  isDead: boolean
  /** Until then it stands still: what is due for it waits. */
  stillUntilMs: number
}

interface Due {
  atMs: number
  order: number
  owner: Owner
  act: () => void
  /** Whether there is anything to be found yet: as long as not, a look that is repeated for ever is not worth a step. */
  isIdle: (() => boolean) | undefined
  /** Heartbeats, most of which find nothing to keep. */
  isTick: boolean
}

/** A timer as Node hands it out. */
interface Timer {
  due: Due | undefined
  unref(): Timer
  ref(): Timer
  hasRef(): boolean
}

export const world: Owner = { isDead: false, stillUntilMs: 0 }
const startMs = Date.parse('2026-11-21T03:12:00.000Z')
/** The inbox worker's look for what others stored (work-inbox.ts). */
const pollMs = 1_000
const pollName = 'wake'
const realImmediate = globalThis.setImmediate

/**
 * Virtual time: nothing happens but what is due next, one thing after the other; between two of them everything that
 * was waiting for the first runs until it waits again. Who dies takes what is due for him along.
 */
export class Clock {
  nowMs = startMs
  /** Whose turn it is: timers that are set now are his. */
  current: Owner = world
  steps = 0
  /** Set by what is polled: true while a look would find nothing. */
  isIdle: () => boolean = () => false
  #due: Due[] = []
  #order = 0
  #iso = { ms: Number.NaN, text: '' }

  nowIso(): string {
    if (this.#iso.ms !== this.nowMs) this.#iso = { ms: this.nowMs, text: new Date(this.nowMs).toISOString() }
    return this.#iso.text
  }

  after(delayMs: number, act: () => void, owner: Owner = this.current): Due {
    this.#order += 1
    const due: Due = {
      atMs: this.nowMs + Math.max(0, delayMs),
      order: this.#order,
      owner,
      act,
      isIdle: undefined,
      isTick: false,
    }
    if (!owner.isDead) this.#due.push(due)
    return due
  }

  cancel(due: Due | undefined): void {
    const index = due === undefined ? -1 : this.#due.indexOf(due)
    if (index !== -1) this.#takeOut(index)
  }

  /** Runs `act` as its owner, and all that follows from it at once. */
  async #run({ owner, act, isTick }: Due): Promise<void> {
    this.current = owner
    this.steps += 1
    act()
    // Promises come before both: after this one nothing runs any more. Only with an immediate Node also looks for
    // rejections that nobody caught, and that takes ten times as long.
    await new Promise<void>((resolve) => (isTick ? process.nextTick(resolve) : realImmediate(resolve)))
    this.current = world
  }

  /** What is due next; false where nothing is. */
  async step(): Promise<boolean> {
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.nowMs = Math.max(this.nowMs, timeOf(next))
      if (next.isIdle?.() !== true) {
        await this.#run(next)
        return true
      }
      next.atMs = this.nowMs + pollMs
      this.#due.push(next)
    }
    return false
  }

  /** Some dozens are due at any time: going through all of them costs less than keeping them in order. */
  #takeNext(): Due | undefined {
    const due = this.#due
    let found = -1
    let foundMs = Number.POSITIVE_INFINITY
    let foundOrder = 0
    for (let index = 0; index < due.length; index += 1) {
      const one = due[index]
      if (one === undefined || one.atMs > foundMs || one.owner.isDead) continue
      const ms = timeOf(one)
      if (ms > foundMs || (ms === foundMs && one.order > foundOrder)) continue
      found = index
      foundMs = ms
      foundOrder = one.order
    }
    return found === -1 ? undefined : this.#takeOut(found)
  }

  /** The last one takes its place: where each stands means nothing. */
  #takeOut(index: number): Due | undefined {
    const taken = this.#due[index]
    const last = this.#due.pop()
    if (last !== undefined && last !== taken) this.#due[index] = last
    return taken
  }

  bury(owner: Owner): void {
    owner.isDead = true
    this.#due = this.#due.filter((one) => one.owner !== owner)
  }

  /** Timers of this realm are virtual from now on: only for processes that do nothing else. */
  install(): void {
    Object.assign(globalThis, {
      setTimeout: (act: () => void, ms = 0) => {
        const due = this.after(ms, act)
        if (ms === pollMs && act.name === pollName) due.isIdle = this.isIdle
        return this.#timer(due)
      },
      clearTimeout: (timer: Timer | undefined) => this.cancel(timer?.due),
      setInterval: (act: () => void, ms: number) => this.#interval(act, ms),
      clearInterval: (timer: Timer | undefined) => this.cancel(timer?.due),
    })
    performance.now = () => this.nowMs - startMs
    Date.now = () => this.nowMs
  }

  #timer(due: Due): Timer {
    const timer: Timer = { due, unref: () => timer, ref: () => timer, hasRef: () => true }
    return timer
  }

  #interval(act: () => void, ms: number): Timer {
    const next = (): Due => Object.assign(this.after(ms, repeat), { isTick: true })
    const repeat = () => {
      timer.due = next()
      act()
    }
    const timer = this.#timer(next())
    return timer
  }
}

function timeOf({ atMs, owner }: Due): number {
  return Math.max(atMs, owner.stillUntilMs)
}

/** The one clock of this process. */
export let clock = new Clock()

/** A new beginning, for the next seed. */
export function resetClock(): Clock {
  clock = new Clock()
  clock.install()
  return clock
}
