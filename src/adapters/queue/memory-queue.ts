import { type Slot, Slots } from '../../application/workers/slots.ts'
import type { Queue } from '../../application/ports/queues/queue.ts'

interface Partition<Item> {
  installationId: number
  waiting: Item[]
  /** Something waits that may go at once; then the timer of what may wait means nothing. */
  due: boolean
  busy: boolean
  timer: NodeJS.Timeout | undefined
  /** Of the timer, as it was set. */
  delayMs: number
  release: () => void
}

type Handle<Item> = (key: string, items: Item[]) => Promise<void>

/** The queue in this process's memory: in order for a key, side by side for many. What a crash interrupts is lost. */
export class MemoryQueue<Item> implements Queue<Item> {
  readonly #partitions = new Map<string, Partition<Item>>()
  readonly #slots: Slots
  readonly #onFault: (key: string, error: unknown) => void
  readonly #keep: (key: string) => () => void
  readonly #installationOf: (item: Item) => number
  #handle: Handle<Item> | undefined
  #state: 'open' | 'draining' | 'closed' = 'open'
  #idlers: (() => void)[] = []
  #resters: (() => void)[] = []

  /**
   * `concurrency` is that of one installation, whose keys `installationOf` tells from others'. `onFault` is told of a handler
   * that throws; what it was given is gone, the key goes on. `keep` is called when something comes for a key, and what it
   * returned last when nothing of it is left.
   */
  constructor(
    concurrency: number,
    onFault: (key: string, error: unknown) => void,
    keep: (key: string) => () => void = () => () => {},
    installationOf: (item: Item) => number = () => 0,
  ) {
    this.#slots = new Slots({ perInstallation: concurrency })
    this.#installationOf = installationOf
    this.#onFault = onFault
    this.#keep = keep
  }

  push(key: string, item: Item, delayMs: number): void {
    if (this.#state === 'closed') throw new Error('the queue is closed')
    const partition = this.#partitions.get(key) ?? this.#open(key, this.#installationOf(item))
    this.#keepOn(key, partition)
    partition.waiting.push(item)
    if (delayMs === 0 || this.#state === 'draining') {
      this.#makeDue(partition)
      this.#advance()
    } else if (!partition.due && delayMs < partition.delayMs) {
      // What waits longer goes along with it.
      clearTimeout(partition.timer)
      partition.delayMs = delayMs
      partition.timer = setTimeout(() => {
        this.#makeDue(partition)
        this.#advance()
      }, delayMs)
    }
  }

  peek(key: string): readonly Item[] {
    return this.#partitions.get(key)?.waiting ?? []
  }

  start(handle: Handle<Item>): void {
    this.#handle = handle
    this.#advance()
  }

  async idle(): Promise<void> {
    if (this.#partitions.size === 0) return
    await new Promise<void>((resolve) => this.#idlers.push(resolve))
  }

  async rest(): Promise<boolean> {
    const partitions = () => [...this.#partitions.values()]
    while (partitions().some(({ busy, due }) => busy || due))
      await new Promise<void>((resolve) => this.#resters.push(resolve))
    return this.#partitions.size > 0
  }

  expedite(): void {
    for (const partition of this.#partitions.values()) if (partition.waiting.length > 0) this.#makeDue(partition)
    this.#advance()
  }

  async close(): Promise<void> {
    this.#state = 'draining'
    this.expedite()
    if (this.#handle !== undefined) await this.idle()
    this.#state = 'closed'
  }

  #open(key: string, installationId: number): Partition<Item> {
    const partition = {
      installationId,
      waiting: [],
      due: false,
      busy: false,
      timer: undefined,
      delayMs: Infinity,
      release: () => {},
    }
    this.#partitions.set(key, partition)
    return partition
  }

  /** What was kept when the first item came may have been lost since, and taken anew by who pushes now. */
  #keepOn(key: string, partition: Partition<Item>): void {
    const former = partition.release
    partition.release = this.#keep(key)
    former()
  }

  #makeDue(partition: Partition<Item>): void {
    clearTimeout(partition.timer)
    partition.timer = undefined
    partition.delayMs = Infinity
    partition.due = true
  }

  #advance(): void {
    const handle = this.#handle
    if (handle === undefined) return
    for (const [key, partition] of this.#partitions) {
      if (this.#slots.isFull()) return
      if (partition.busy || !partition.due || !this.#slots.hasSlotFor(partition.installationId)) continue
      partition.busy = true
      partition.due = false
      void this.#work(handle, key, partition, this.#slots.take(partition.installationId))
    }
  }

  async #work(handle: Handle<Item>, key: string, partition: Partition<Item>, slot: Slot): Promise<void> {
    try {
      await handle(key, partition.waiting.splice(0))
    } catch (error) {
      this.#onFault(key, error)
    } finally {
      slot.leave()
      partition.busy = false
      // A key that has more goes behind the others, so that none of them starves.
      this.#partitions.delete(key)
      if (partition.waiting.length > 0) this.#partitions.set(key, partition)
      else partition.release()
      this.#advance()
      for (const resolve of this.#resters.splice(0)) resolve()
      if (this.#partitions.size === 0) for (const resolve of this.#idlers.splice(0)) resolve()
    }
  }
}
