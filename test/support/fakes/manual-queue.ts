import type { Queue } from '../../../src/application/ports/queues/queue.ts'

/** What is to wait longer is there for company. */
const companyMs = 60_000

/** A queue that the test empties by hand; delays are noted, not waited for. */
export class ManualQueue<Item> implements Queue<Item> {
  readonly delays: number[] = []
  readonly #waiting = new Map<string, Item[]>()
  /** Keys with something that waits for more than company. */
  readonly #due = new Set<string>()
  #handle: ((key: string, items: Item[]) => Promise<void>) | undefined

  push(key: string, item: Item, delayMs: number): void {
    this.delays.push(delayMs)
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), item])
    if (delayMs < companyMs) this.#due.add(key)
  }

  peek(key: string): readonly Item[] {
    return this.#waiting.get(key) ?? []
  }

  start(handle: (key: string, items: Item[]) => Promise<void>): void {
    this.#handle = handle
  }

  /** All items that wait, key by key, once; false when there were none. */
  turn(): Promise<boolean> {
    return this.#handOver([...this.#waiting.keys()])
  }

  async #handOver(keys: readonly string[]): Promise<boolean> {
    const all = keys.map((key) => [key, this.#waiting.get(key) ?? []] as const)
    for (const key of keys) {
      this.#waiting.delete(key)
      this.#due.delete(key)
    }
    for (const [key, items] of all) await this.#handle?.(key, items)
    return all.length > 0
  }

  waiting(): Item[] {
    return [...this.#waiting.values()].flat()
  }

  async idle(): Promise<void> {
    while (await this.turn());
  }

  /** Something waits for more than company. */
  isDue(): boolean {
    return this.#due.size > 0
  }

  async rest(): Promise<boolean> {
    while (await this.#handOver([...this.#due]));
    return this.#waiting.size > 0
  }

  expedite(): void {
    // Nothing waits longer than for the test.
  }

  async close(): Promise<void> {
    await this.idle()
  }
}
