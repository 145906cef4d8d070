/** Work of one issue in order, many issues side by side. `key` is `owner/name#7`. */
export interface Queue<Item> {
  /** `delayMs`: it waits that long for something else of the same key to come, and then goes with it. Throws once closed. */
  push(key: string, item: Item, delayMs: number): void
  /** What waits for a key and was not handed out yet, oldest first. */
  peek(key: string): readonly Item[]
  /** `handle` gets everything that waits for a key, oldest first, and is never called twice at once for one key. */
  start(handle: (key: string, items: Item[]) => Promise<void>): void
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>
  /** Resolves when nothing runs or may go at once; whether something still waits for something else to come. */
  rest(): Promise<boolean>
  /** What waits for something else to come goes alone, now. */
  expedite(): void
  /** Handles all that waits, delays cut short, and what that leads to; then takes nothing more. */
  close(): Promise<void>
}
