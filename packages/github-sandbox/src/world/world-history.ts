import type { World } from './world.ts'

/** Remembers what the world was, for lists that are told to lag behind; keeps nothing where there is no lag. */
export class WorldHistory {
  readonly #world: World
  readonly #lagMs: number
  readonly #nowMs: () => number
  #snapshots: { atMs: number; world: World }[] = []

  constructor(world: World, lagMs: number, nowMs: () => number) {
    this.#world = world
    this.#lagMs = lagMs
    this.#nowMs = nowMs
    this.record()
  }

  /** To be called after each change. */
  record(): void {
    if (this.#lagMs > 0) this.#snapshots.push({ atMs: this.#nowMs(), world: structuredClone(this.#world) })
  }

  /** The world as it was at the beginning of the lag. */
  readPast(): World {
    const startMs = this.#nowMs() - this.#lagMs
    const index = this.#snapshots.findLastIndex((snapshot) => snapshot.atMs <= startMs)
    this.#snapshots = this.#snapshots.slice(Math.max(0, index))
    if (this.#snapshots.length < 2) return this.#world

    return this.#snapshots[0]?.world ?? this.#world
  }
}
