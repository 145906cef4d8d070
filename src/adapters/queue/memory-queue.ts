import { type Place, Places } from '../../application/workers/places.ts'
import type { Queue } from '../../application/ports/queues/queue.ts'

interface Lane<Item> {
  installationId: number
  waiting: Item[]
  /** Something waits that may go at once; then the timer of what may wait means nothing. */
  due: boolean
  busy: boolean
  timer: NodeJS.Timeout | undefined
  release: () => void
}

type Handle<Item> = (key: string, items: Item[]) => Promise<void>

/** The queue in this process's memory: in order for a key, side by side for many. What a crash interrupts is lost. */
export class MemoryQueue<Item> implements Queue<Item> {
  readonly #lanes = new Map<string, Lane<Item>>()
  readonly #places: Places
  readonly #onFault: (key: string, error: unknown) => void
  readonly #keep: (key: string) => () => void
  readonly #installationOf: (item: Item) => number
  #handle: Handle<Item> | undefined
  #state: 'open' | 'draining' | 'closed' = 'open'
  #idlers: (() => void)[] = []
  #resters: (() => void)[] = []

  /**
   * `concurrency` is that of one installation, whose keys `installationOf` tells from others'. `onFault` is told of a handler that throws; what it was given is gone, the key goes on. `keep` is called when
   * something comes for a key that had nothing, and what it returns when nothing of it is left.
   */
  constructor(
    concurrency: number,
    onFault: (key: string, error: unknown) => void,
    keep: (key: string) => () => void = () => () => {},
    installationOf: (item: Item) => number = () => 0,
  ) {
    this.#places = new Places({ perInstallation: concurrency })
    this.#installationOf = installationOf
    this.#onFault = onFault
    this.#keep = keep
  }

  push(key: string, item: Item, delayMs: number): void {
    if (this.#state === 'closed') throw new Error('the queue is closed')
    const lane = this.#lanes.get(key) ?? this.#open(key, this.#installationOf(item))
    lane.waiting.push(item)
    if (delayMs === 0 || this.#state === 'draining') {
      this.#makeDue(lane)
      this.#advance()
    } else if (!lane.due) {
      lane.timer ??= setTimeout(() => {
        this.#makeDue(lane)
        this.#advance()
      }, delayMs)
    }
  }

  peek(key: string): readonly Item[] {
    return this.#lanes.get(key)?.waiting ?? []
  }

  start(handle: Handle<Item>): void {
    this.#handle = handle
    this.#advance()
  }

  async idle(): Promise<void> {
    if (this.#lanes.size === 0) return
    await new Promise<void>((resolve) => this.#idlers.push(resolve))
  }

  async rest(): Promise<boolean> {
    const lanes = () => [...this.#lanes.values()]
    while (lanes().some(({ busy, due }) => busy || due))
      await new Promise<void>((resolve) => this.#resters.push(resolve))
    return this.#lanes.size > 0
  }

  hurry(): void {
    for (const lane of this.#lanes.values()) if (lane.waiting.length > 0) this.#makeDue(lane)
    this.#advance()
  }

  async close(): Promise<void> {
    this.#state = 'draining'
    this.hurry()
    if (this.#handle !== undefined) await this.idle()
    this.#state = 'closed'
  }

  #open(key: string, installationId: number): Lane<Item> {
    const lane = { installationId, waiting: [], due: false, busy: false, timer: undefined, release: this.#keep(key) }
    this.#lanes.set(key, lane)
    return lane
  }

  #makeDue(lane: Lane<Item>): void {
    clearTimeout(lane.timer)
    lane.timer = undefined
    lane.due = true
  }

  #advance(): void {
    const handle = this.#handle
    if (handle === undefined) return
    for (const [key, lane] of this.#lanes) {
      if (this.#places.isFull()) return
      if (lane.busy || !lane.due || !this.#places.hasPlaceFor(lane.installationId)) continue
      lane.busy = true
      lane.due = false
      void this.#work(handle, key, lane, this.#places.take(lane.installationId))
    }
  }

  async #work(handle: Handle<Item>, key: string, lane: Lane<Item>, place: Place): Promise<void> {
    try {
      await handle(key, lane.waiting.splice(0))
    } catch (error) {
      this.#onFault(key, error)
    } finally {
      place.leave()
      lane.busy = false
      // A key that has more goes behind the others, so that none of them starves.
      this.#lanes.delete(key)
      if (lane.waiting.length > 0) this.#lanes.set(key, lane)
      else lane.release()
      this.#advance()
      for (const resolve of this.#resters.splice(0)) resolve()
      if (this.#lanes.size === 0) for (const resolve of this.#idlers.splice(0)) resolve()
    }
  }
}
