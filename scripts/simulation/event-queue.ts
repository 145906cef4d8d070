interface Entry<T> {
  at: number
  order: number
  event: T
}

/** What is due, earliest first; of the same time, what was added first. */
export class EventQueue<T> {
  readonly #heap: Entry<T>[] = []
  #added = 0

  add(at: number, event: T): void {
    this.#added += 1
    this.#heap.push({ at, order: this.#added, event })
    this.#rise(this.#heap.length - 1)
  }

  take(): { at: number; event: T } | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (first === undefined || last === undefined) return undefined
    if (this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink(0)
    }
    return first
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isBefore(child, least)) least = child
      }
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || other === undefined) return false
    return one.at < other.at || (one.at === other.at && one.order < other.order)
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    if (one === undefined || other === undefined) return
    this.#heap[a] = other
    this.#heap[b] = one
  }
}
