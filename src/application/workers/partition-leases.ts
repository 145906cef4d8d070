/** A partition as it was leased: the fencing token tells this lease from later ones. */
export interface LeasedPartition {
  partition: string
  fencingToken: string
}

/** What is asked of wherever leases are kept. */
export interface LeaseStore {
  /** Keeps partitions for another lease; those that are still this process's. */
  extend(partitions: readonly string[]): Promise<ReadonlySet<string>>
  /** Gives a partition back, unless it was taken again since. */
  release(taken: LeasedPartition): Promise<void>
  /** Makes partitions due whose holders went away. */
  wakeAbandoned(): Promise<void>
}

interface Lease {
  fencingToken: string
  /** Claims and keepers; the last one gives the partition back. */
  uses: number
  /** By this machine's clock, counted from before the database was asked: earlier than the database's. */
  untilMs: number
}

export interface PartitionLeasesOptions {
  keeping: LeaseStore
  leaseMs: number
  nowMs: () => number
  /** Somebody may take what was given back. */
  released: () => void
  onFault: (what: string, error: unknown) => void
}

/** The leases of partitions that this process holds, all extended by one statement. */
export class PartitionLeases {
  readonly #options: PartitionLeasesOptions
  readonly #leases = new Map<string, Lease>()
  readonly #releasing = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: PartitionLeasesOptions) {
    this.#options = options
  }

  /** Extends what is held from now on, and wakes what others left. */
  start(): void {
    this.#timer = setInterval(() => void this.#extend(), Math.max(this.#options.leaseMs / 4, 50))
    this.#timer.unref()
  }

  /** `askedMs`: when the database was asked for it. */
  note({ partition, fencingToken }: LeasedPartition, askedMs: number): () => void {
    const untilMs = askedMs + this.#options.leaseMs
    const standing = this.isHeld(partition) ? this.#leases.get(partition) : undefined
    if (standing === undefined) this.#leases.set(partition, { fencingToken, uses: 0, untilMs })
    else Object.assign(standing, { fencingToken, untilMs })
    return this.keep(partition)
  }

  keep(partition: string): () => void {
    const lease = this.#leases.get(partition)
    if (lease === undefined) return () => {}
    lease.uses += 1
    let used = true
    return () => {
      if (!used) return
      used = false
      lease.uses -= 1
      if (lease.uses === 0) this.#release(partition, lease)
    }
  }

  /**
   * Ends the use of a claim; true where it was the only one: then the partition is not held any more, and whoever finishes
   * the claim gives it back with the same statements. The answer stays the same where that has to be tried again.
   */
  endOfClaim(partition: string, giveBack: () => void): () => boolean {
    let isLast: boolean | undefined
    return () => (isLast ??= this.#endClaim(partition, giveBack))
  }

  #endClaim(partition: string, giveBack: () => void): boolean {
    const lease = this.#leases.get(partition)
    const isLast = lease?.uses === 1
    if (isLast) this.#leases.delete(partition)
    giveBack()
    return isLast
  }

  isHeld(partition: string): boolean {
    const lease = this.#leases.get(partition)
    return lease !== undefined && lease.untilMs > this.#options.nowMs()
  }

  /** Tells whenever it is asked whether the partition was held all the time since. */
  watch(partition: string): () => boolean {
    const lease = this.#leases.get(partition)
    return () => lease !== undefined && this.#leases.get(partition) === lease && this.isHeld(partition)
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const [partition, lease] of this.#leases) this.#release(partition, lease)
    await Promise.all(this.#releasing)
  }

  #release(partition: string, lease: Lease): void {
    // One that was lost and taken anew is another one.
    if (this.#leases.get(partition) !== lease) return
    this.#leases.delete(partition)
    const { keeping, onFault } = this.#options
    const releasing = keeping
      .release({ partition, fencingToken: lease.fencingToken })
      .catch((error: unknown) => onFault('a partition was not given back; its lease ends by itself', error))
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
    for (const partition of this.#leases.keys()) if (!this.isHeld(partition)) this.#leases.delete(partition)
    const before = [...this.#leases].map(([partition, lease]) => ({
      partition,
      lease,
      fencingToken: lease.fencingToken,
    }))
    try {
      if (before.length > 0) {
        const kept = await keeping.extend(before.map(({ partition }) => partition))
        for (const { partition, lease, fencingToken } of before) {
          if (kept.has(partition)) lease.untilMs = Math.max(lease.untilMs, askedMs + leaseMs)
          else if (this.#leases.get(partition) === lease && lease.fencingToken === fencingToken)
            this.#leases.delete(partition)
        }
      }
      await keeping.wakeAbandoned()
    } catch (error) {
      onFault('leases could not be extended', error)
    }
  }
}
