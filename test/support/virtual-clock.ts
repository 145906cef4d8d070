/** A clock that goes on only when everybody waits for it: while anything is under way, it stands. Times in milliseconds. */
export class VirtualClock {
  #now: number
  #running = 0
  #waiting: { at: number; resolve: () => void }[] = []
  #ticking = false

  constructor(startMs: number) {
    this.#now = startMs
  }

  readonly now = (): number => this.#now

  readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.push({ at: this.#now + ms, resolve })
      this.#tickSoon()
    })

  advance(ms: number): void {
    this.#now += ms
  }

  /** Does something that takes no time of this clock. */
  async during<T>(act: () => T | Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await act()
    } finally {
      this.#running -= 1
      this.#tickSoon()
    }
  }

  /** For what waits in the middle of something that is under way. */
  readonly waitWithin = async (ms: number): Promise<void> => {
    this.#running -= 1
    await this.wait(ms)
    this.#running += 1
  }

  /** After whatever was resolved before has had its turn. */
  #tickSoon(): void {
    if (this.#ticking) return
    this.#ticking = true
    setImmediate(() => {
      this.#ticking = false
      this.#tick()
    })
  }

  #tick(): void {
    const next = this.#waiting.toSorted((a, b) => a.at - b.at)[0]
    if (this.#running > 0 || next === undefined) return
    this.#waiting = this.#waiting.filter((one) => one !== next)
    this.#now = Math.max(this.#now, next.at)
    next.resolve()
    this.#tickSoon()
  }
}
