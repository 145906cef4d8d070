import type { Queue } from '../../../src/application/ports/queues/queue.ts'

/** A queue that the test empties by hand; delays are noted, not waited for. */
export class ManualQueue<Item> implements Queue<Item> {
  readonly delays: number[] = []
  readonly #waiting = new Map<string, Item[]>()
  #handle: ((key: string, items: Item[]) => Promise<void>) | undefined

  push(key: string, item: Item, delayMs: number): void {
    this.delays.push(delayMs)
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), item])
  }

  peek(key: string): readonly Item[] {
    return this.#waiting.get(key) ?? []
  }

  start(handle: (key: string, items: Item[]) => Promise<void>): void {
    this.#handle = handle
  }

  /** All items that wait, key by key, once; false when there were none. */
  async turn(): Promise<boolean> {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const [key, items] of all) await this.#handle?.(key, items)
    return all.length > 0
  }

  waiting(): Item[] {
    return [...this.#waiting.values()].flat()
  }

  async idle(): Promise<void> {
    while (await this.turn());
  }

  async rest(): Promise<boolean> {
    await this.idle()
    return false
  }

  expedite(): void {
    // Nothing waits longer than for the test.
  }

  async close(): Promise<void> {
    await this.idle()
  }
}
