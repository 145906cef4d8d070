import PQueue from 'p-queue'

/** Long work (planning by a model, executing, reviewing, exporting) beside the issues' queues, so that `/pause` never waits behind it. */
export class Runs {
  readonly #queue: PQueue
  readonly #live = new Map<string, AbortController>()
  /** Ended, but their result is not in the state yet: they must not be begun again. */
  readonly #ended = new Set<string>()

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency })
  }

  /** Once for each operation, until its result was taken. */
  start(op: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#live.has(op) || this.#ended.has(op)) return
    const controller = new AbortController()
    this.#live.set(op, controller)
    void this.#queue.add(async () => {
      try {
        await work(controller.signal)
      } finally {
        this.#ended.add(op)
        this.#live.delete(op)
      }
    })
  }

  /** The operation's result is in the state. */
  taken(op: string): void {
    this.#ended.delete(op)
  }

  /** Tells a run to end; what it yields is fenced by its run id anyhow. */
  cancel(op: string): void {
    this.#live.get(op)?.abort()
  }

  async idle(): Promise<void> {
    await this.#queue.onIdle()
  }

  async close(): Promise<void> {
    for (const controller of this.#live.values()) controller.abort()
    await this.#queue.onIdle()
  }
}
