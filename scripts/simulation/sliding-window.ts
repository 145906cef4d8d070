/** At most so much within any window of that length. Times must not go back. */
export class SlidingWindow {
  readonly #most: number
  readonly #windowSeconds: number
  #taken: { at: number; amount: number }[] = []
  #first = 0
  #inWindow = 0

  constructor(most: number, windowSeconds: number) {
    this.#most = most
    this.#windowSeconds = windowSeconds
  }

  /** When so much may be taken, at `at` or later. More than the window holds is taken when the window is empty. */
  findTime(at: number, amount: number): number {
    this.#forget(at)
    let [used, time] = [this.#inWindow, at]
    for (let index = this.#first; used > 0 && used + amount > this.#most; index += 1) {
      const oldest = this.#taken[index]
      if (oldest === undefined) break
      used -= oldest.amount
      time = Math.max(time, oldest.at + this.#windowSeconds)
    }
    return time
  }

  /** How much of it is taken, 0 to 1. */
  share(at: number): number {
    this.#forget(at)
    return this.#inWindow / this.#most
  }

  take(at: number, amount: number): void {
    this.#forget(at)
    this.#taken.push({ at, amount })
    this.#inWindow += amount
  }

  #forget(at: number): void {
    for (let oldest = this.#taken[this.#first]; oldest !== undefined; oldest = this.#taken[this.#first]) {
      if (oldest.at + this.#windowSeconds > at) break
      this.#inWindow -= oldest.amount
      this.#first += 1
    }
    if (this.#first === this.#taken.length) {
      this.#taken = []
      this.#first = 0
      this.#inWindow = 0
    }
  }
}
