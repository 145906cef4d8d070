import { parsePartition } from '../../../application/ports/queues/message.ts'

import { homeMs } from './take-partition.ts'

const mostKept = 1_000

/** Repositories that this process worked in just now. */
export class RecentRepositories {
  readonly #nowMs: () => number
  /** When last; newest at the end. */
  readonly #at = new Map<string, number>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  note(partition: string): void {
    const { key } = parsePartition(partition, 0)
    this.#at.delete(key)
    this.#at.set(key, this.#nowMs())
    const [oldest] = this.#at.keys()
    if (this.#at.size > mostKept && oldest !== undefined) this.#at.delete(oldest)
  }

  has(partition: string): boolean {
    const at = this.#at.get(parsePartition(partition, 0).key)
    return at !== undefined && this.#nowMs() - at < homeMs
  }
}
