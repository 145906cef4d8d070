import PQueue from 'p-queue'

/** Long work (planning by a model, executing, reviewing, exporting) beside the issues' queues, so that `/pause` never waits behind it. */
export class Runs {
  readonly #queue: PQueue
  readonly #onFault: (id: string, error: unknown) => void
  readonly #live = new Map<string, AbortController>()
  #closed = false

  /** `onFault` is told of work that throws. */
  constructor(concurrency: number, onFault: (id: string, error: unknown) => void) {
    this.#queue = new PQueue({ concurrency })
    this.#onFault = onFault
  }

  /** True while the run waits or works in this process. */
  has(id: string): boolean {
    return this.#live.has(id)
  }

  /** Once for an id while it is live; not at all once closed, then it stays owed. */
  start(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#closed || this.#live.has(id)) return
    const controller = new AbortController()
    this.#live.set(id, controller)
    void this.#queue.add(async () => {
      try {
        await work(controller.signal)
      } catch (error) {
        this.#onFault(id, error)
      } finally {
        this.#live.delete(id)
      }
    })
  }

  /** Tells a run to end; what it yields is fenced by its run id anyhow. */
  cancel(id: string): void {
    this.#live.get(id)?.abort()
  }

  async idle(): Promise<void> {
    await this.#queue.onIdle()
  }

  /** Ends what is live and waits until it has reported. */
  async close(): Promise<void> {
    this.#closed = true
    for (const controller of this.#live.values()) controller.abort()
    await this.#queue.onIdle()
  }
}
