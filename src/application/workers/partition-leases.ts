/** A lane as it was taken: `turn` tells this taking from later ones. */
export interface LaneTurn {
  lane: string
  turn: string
}

/** What is asked of wherever lanes are kept. */
export interface LaneKeeping {
  /** Keeps lanes for another lease; those that are still this process's. */
  extend(lanes: readonly string[]): Promise<ReadonlySet<string>>
  /** Gives a lane back, unless it was taken again since. */
  release(taken: LaneTurn): Promise<void>
  /** Makes lanes due whose holders went away. */
  wakeAbandoned(): Promise<void>
}

interface Hold {
  turn: string
  /** Claims and keepers; the last one gives the lane back. */
  uses: number
  /** By this machine's clock, counted from before the database was asked: earlier than the database's. */
  untilMs: number
}

export interface LaneHoldsOptions {
  keeping: LaneKeeping
  leaseMs: number
  nowMs: () => number
  /** Somebody may take what was given back. */
  released: () => void
  onFault: (what: string, error: unknown) => void
}

/** The lanes that this process holds, all extended by one statement. */
export class LaneHolds {
  readonly #options: LaneHoldsOptions
  readonly #holds = new Map<string, Hold>()
  readonly #releasing = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LaneHoldsOptions) {
    this.#options = options
  }

  /** Extends what is held from now on, and wakes what others left. */
  start(): void {
    this.#timer = setInterval(() => void this.#extend(), Math.max(this.#options.leaseMs / 4, 50))
    this.#timer.unref()
  }

  /** `askedMs`: when the database was asked for it. */
  note({ lane, turn }: LaneTurn, askedMs: number): () => void {
    const untilMs = askedMs + this.#options.leaseMs
    const standing = this.isHeld(lane) ? this.#holds.get(lane) : undefined
    if (standing === undefined) this.#holds.set(lane, { turn, uses: 0, untilMs })
    else Object.assign(standing, { turn, untilMs })
    return this.keep(lane)
  }

  keep(lane: string): () => void {
    const hold = this.#holds.get(lane)
    if (hold === undefined) return () => {}
    hold.uses += 1
    let used = true
    return () => {
      if (!used) return
      used = false
      hold.uses -= 1
      if (hold.uses === 0) this.#release(lane, hold)
    }
  }

  /**
   * Ends the use of a claim; true where it was the only one: then the lane is not held any more, and whoever finishes
   * the claim gives it back with the same statements. The answer stays the same where that has to be tried again.
   */
  endOfClaim(lane: string, giveBack: () => void): () => boolean {
    let isLast: boolean | undefined
    return () => (isLast ??= this.#endClaim(lane, giveBack))
  }

  #endClaim(lane: string, giveBack: () => void): boolean {
    const hold = this.#holds.get(lane)
    const isLast = hold?.uses === 1
    if (isLast) this.#holds.delete(lane)
    giveBack()
    return isLast
  }

  isHeld(lane: string): boolean {
    const hold = this.#holds.get(lane)
    return hold !== undefined && hold.untilMs > this.#options.nowMs()
  }

  /** Tells whenever it is asked whether the lane was held all the time since. */
  watch(lane: string): () => boolean {
    const hold = this.#holds.get(lane)
    return () => hold !== undefined && this.#holds.get(lane) === hold && this.isHeld(lane)
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const [lane, hold] of this.#holds) this.#release(lane, hold)
    await Promise.all(this.#releasing)
  }

  #release(lane: string, hold: Hold): void {
    // One that was lost and taken anew is another one.
    if (this.#holds.get(lane) !== hold) return
    this.#holds.delete(lane)
    const { keeping, onFault } = this.#options
    const releasing = keeping
      .release({ lane, turn: hold.turn })
      .catch((error: unknown) => onFault('a lane was not given back; its lease ends by itself', error))
      .finally(() => {
        this.#releasing.delete(releasing)
        // Whoever looked meanwhile may have passed over it, locked as it was.
        this.#options.released()
      })
    this.#releasing.add(releasing)
  }

  async #extend(): Promise<void> {
    const { keeping, leaseMs, nowMs, onFault } = this.#options
    const askedMs = nowMs()
    for (const lane of this.#holds.keys()) if (!this.isHeld(lane)) this.#holds.delete(lane)
    const before = [...this.#holds].map(([lane, hold]) => ({ lane, hold, turn: hold.turn }))
    try {
      if (before.length > 0) {
        const kept = await keeping.extend(before.map(({ lane }) => lane))
        for (const { lane, hold, turn } of before) {
          if (kept.has(lane)) hold.untilMs = Math.max(hold.untilMs, askedMs + leaseMs)
          else if (this.#holds.get(lane) === hold && hold.turn === turn) this.#holds.delete(lane)
        }
      }
      await keeping.wakeAbandoned()
    } catch (error) {
      onFault('leases could not be extended', error)
    }
  }
}
