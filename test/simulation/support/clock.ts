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

  nowIso(): string {
    return new Date(this.nowMs).toISOString()
  }

  after(delayMs: number, act: () => void, owner: Owner = this.current): Due {
    this.#order += 1
    const due: Due = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order, owner, act, isIdle: undefined }
    this.#due.push(due)
    return due
  }

  cancel(due: Due | undefined): void {
    const index = due === undefined ? -1 : this.#due.indexOf(due)
    if (index !== -1) this.#due.splice(index, 1)
  }

  /** Runs `act` as that owner, and all that follows from it at once. */
  async runAs(owner: Owner, act: () => void): Promise<void> {
    if (owner.isDead) return
    this.current = owner
    this.steps += 1
    act()
    // Promises come before immediates: after this one nothing runs any more.
    await new Promise((resolve) => realImmediate(resolve))
    this.current = world
  }

  /** What is due next; false where nothing is. */
  async step(): Promise<boolean> {
    const next = this.#takeNext()
    if (next === undefined) return false
    this.nowMs = Math.max(this.nowMs, timeOf(next))
    if (next.isIdle?.() === true) {
      next.atMs = this.nowMs + pollMs
      this.#due.push(next)
      return true
    }
    await this.runAs(next.owner, next.act)
    return true
  }

  #takeNext(): Due | undefined {
    let found = -1
    for (const [index, due] of this.#due.entries()) {
      const best = this.#due[found]
      if (due.owner.isDead) continue
      const laterMs = best === undefined ? -1 : timeOf(due) - timeOf(best)
      if (laterMs < 0 || (laterMs === 0 && due.order < (best?.order ?? 0))) found = index
    }
    return found === -1 ? undefined : this.#due.splice(found, 1)[0]
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
    const repeat = () => {
      timer.due = this.after(ms, repeat)
      act()
    }
    const timer = this.#timer(this.after(ms, repeat))
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
