/** Runs jobs, so many at once, those with the highest priority first. */
export class Queue {
  constructor(limit = 2) {
    this.limit = limit
    this.running = 0
    this.waiting = []
    this.peak = 0
  }

  add(job, priority = 0) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, priority, resolve, reject })
      this.waiting.sort((one, other) => other.priority - one.priority)
      queueMicrotask(() => this.pump())
    })
  }

  pump() {
    while (this.running < this.limit && this.waiting.length > 0) {
      const next = this.waiting.shift()
      this.running += 1
      this.peak = Math.max(this.peak, this.running)
      void this.start(next)
    }
  }

  async start({ job, resolve, reject }) {
    try {
      resolve(await job())
    } catch (error) {
      reject(error)
    } finally {
      this.running -= 1
      this.pump()
    }
  }
}
