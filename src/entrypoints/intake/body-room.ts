/** Room for all bodies together that are read and not yet whole: two and a half of the largest. */
const maxBytes = 64 * 1024 * 1024

/** A body's place in the room. */
export interface BodyPlace {
  /** More of it has come. */
  hold(bytes: number): void
  /** It is whole, or nobody reads it any more. */
  leave(): void
}

/**
 * Memory that bodies have together while nobody knows yet who sent them. Where it is full, the oldest gives way: GitHub's
 * are whole within moments, and what takes long is slow or large on purpose.
 */
export class BodyRoom {
  readonly #maxBytes: number
  /** Oldest first. */
  readonly #bodies = new Set<{ bytes: number; giveWay: () => void }>()
  #bytes = 0

  constructor(max = maxBytes) {
    this.#maxBytes = max
  }

  get bytes(): number {
    return this.#bytes
  }

  enter(giveWay: () => void): BodyPlace {
    const body = { bytes: 0, giveWay }
    this.#bodies.add(body)
    return {
      hold: (bytes) => {
        if (!this.#bodies.has(body)) return
        body.bytes += bytes
        this.#bytes += bytes
        this.#makeRoom()
      },
      leave: () => this.#remove(body),
    }
  }

  #makeRoom(): void {
    for (const body of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(body)
      body.giveWay()
    }
  }

  #remove(body: { bytes: number; giveWay: () => void }): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.bytes
  }
}
