import { retry } from './retry.js'

/** Takes jobs out of a store, and notes what came of them. */
export class Worker {
  constructor(store, { handlers, wait = () => Promise.resolve(), log = [] }) {
    this.store = store
    this.handlers = handlers
    this.wait = wait
    this.log = log
  }

  async runAll() {
    let done = 0
    for (const key of await this.store.keys('job:')) {
      const job = await this.store.get(key)
      if (job.state !== 'ready') continue
      await this.runOne(key, job)
      done += 1
    }
    return done
  }

  async runOne(key, job) {
    const handler = this.handlers[job.type]
    if (handler === undefined) {
      await this.store.put(key, { ...job, state: 'unknown' })
      return
    }
    try {
      const result = await retry(() => handler(job.payload), { wait: this.wait })
      await this.store.put(key, { ...job, state: 'done', result })
      this.log.push('done ' + key)
    } catch (error) {
      await this.store.put(key, { ...job, state: 'failed', reason: error.message })
      this.log.push('failed ' + key)
    }
  }
}
