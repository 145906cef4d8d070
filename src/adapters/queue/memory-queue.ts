import type { Queue } from '../../application/ports/queue.ts'

interface Lane<Item> {
  waiting: Item[]
  busy: boolean
  timer: NodeJS.Timeout | undefined
}

/** The queue in this process's memory: in order for a key, side by side for many. What a crash interrupts is lost. */
export class MemoryQueue<Item> implements Queue<Item> {
  readonly #lanes = new Map<string, Lane<Item>>()
  readonly #concurrency: number
  #handle: ((key: string, items: Item[]) => Promise<void>) | undefined
  #running = 0
  #closed = false
  #idlers: (() => void)[] = []

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  push(key: string, item: Item, delayMs: number): void {
    if (this.#closed) return
    const lane = this.#lanes.get(key) ?? { waiting: [], busy: false, timer: undefined }
    this.#lanes.set(key, lane)
    lane.waiting.push(item)
    if (delayMs === 0) {
      clearTimeout(lane.timer)
      lane.timer = undefined
      this.#advance()
      return
    }
    lane.timer ??= setTimeout(() => {
      lane.timer = undefined
      this.#advance()
    }, delayMs)
  }

  start(handle: (key: string, items: Item[]) => Promise<void>): void {
    this.#handle = handle
    this.#advance()
  }

  async idle(): Promise<void> {
    if (this.#lanes.size === 0) return
    await new Promise<void>((resolve) => this.#idlers.push(resolve))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const lane of this.#lanes.values()) {
      clearTimeout(lane.timer)
      lane.timer = undefined
    }
    this.#advance()
    await this.idle()
  }

  #advance(): void {
    const handle = this.#handle
    if (handle === undefined) return
    for (const [key, lane] of this.#lanes) {
      if (this.#running >= this.#concurrency) return
      if (lane.busy || lane.timer !== undefined || lane.waiting.length === 0) continue
      lane.busy = true
      this.#running += 1
      void this.#work(handle, key, lane, lane.waiting.splice(0))
    }
  }

  async #work(
    handle: (key: string, items: Item[]) => Promise<void>,
    key: string,
    lane: Lane<Item>,
    items: Item[],
  ): Promise<void> {
    try {
      await handle(key, items)
    } finally {
      this.#running -= 1
      lane.busy = false
      if (lane.waiting.length === 0) this.#lanes.delete(key)
      this.#advance()
      if (this.#lanes.size === 0) for (const resolve of this.#idlers.splice(0)) resolve()
    }
  }
}
