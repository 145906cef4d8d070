/** A timer for longer would be over at once. */
const longestTimerMs = 2 ** 31 - 1

/** Tells when something has taken too long; stands still while it is held. */
export class RunClock {
  readonly #over: () => void
  readonly #nowMs: () => number
  #leftMs: number
  #startedMs = 0
  #timer: NodeJS.Timeout | undefined
  #holds = 0
  #isStopped = false

  constructor(ms: number, over: () => void, nowMs: () => number) {
    this.#leftMs = ms
    this.#over = over
    this.#nowMs = nowMs
    this.#start()
  }

  /** Until what is returned is called, no time goes by; several may hold it. */
  hold(): () => void {
    if (this.#holds === 0) this.#pause()
    this.#holds += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#holds -= 1
      if (this.#holds === 0 && !this.#isStopped) this.#start()
    }
  }

  /** It never tells any more. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedMs = this.#nowMs()
    this.#timer = setTimeout(this.#over, Math.min(this.#leftMs, longestTimerMs))
  }

  #pause(): void {
    clearTimeout(this.#timer)
    this.#leftMs = Math.max(0, this.#leftMs - (this.#nowMs() - this.#startedMs))
  }
}
