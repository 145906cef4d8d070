import { AsyncLocalStorage } from 'node:async_hooks'

export interface WriteGateOptions {
  /** So many issues are expected; 0: nothing waits. */
  issues: number
  /** So many writes of each issue wait here; all later ones pass. */
  each: number
  /** No more than so many can come at the same time: they go on together. */
  atOnce: number
}

/** Holds writes of the workflow branch until all have come that can come without one of them. */
export class WriteGate {
  /** How many went on together, each time. */
  readonly met: number[] = []
  readonly #options: WriteGateOptions
  /** By issue: how many of its writes have come. */
  readonly #come = new Map<number, number>()
  #waiting: (() => void)[] = []
  #done = 0

  constructor(options: WriteGateOptions) {
    this.#options = options
  }

  /** Has it written, now or together with others. */
  pass<T>(issue: number, write: () => Promise<T>): Promise<T> {
    const { issues, each, atOnce } = this.#options
    const come = (this.#come.get(issue) ?? 0) + 1
    if (issues === 0 || come > each) return write()
    this.#come.set(issue, come)
    const { promise, resolve } = Promise.withResolvers<T>()
    // On whose behalf it is done must not change with who lets it go.
    this.#waiting.push(AsyncLocalStorage.bind(() => resolve(write())))
    // Each issue that isn't done with the gate has one write here at most, and comes by itself.
    if (this.#waiting.length >= Math.min(atOnce, issues - this.#done)) this.#letGo()
    return promise
  }

  #letGo(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.met.push(waiting.length)
    this.#done = [...this.#come.values()].filter((come) => come === this.#options.each).length
    for (const goOn of waiting) goOn()
  }
}
