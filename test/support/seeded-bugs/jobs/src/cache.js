import { minute } from './clock.js'

const defaults = { ttl: 5 * minute, limit: 3 }

export class Cache {
  constructor(clock, options = {}) {
    this.clock = clock
    this.options = { ...defaults, ...options }
    this.entries = new Map()
    this.stats = { hits: 0, misses: 0 }
  }

  get(key) {
    const entry = this.entries.get(key)
    if (entry === undefined || this.clock.now() >= entry.until) {
      this.stats.misses += 1
      return undefined
    }
    this.stats.hits += 1
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  set(key, value) {
    this.entries.delete(key)
    this.entries.set(key, { value, until: this.clock.now() + this.options.ttl })
    while (this.entries.size > this.options.limit) {
      const oldest = this.entries.keys().next().value
      this.entries.delete(oldest)
    }
  }
}
