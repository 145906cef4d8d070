import { v7 as uuidV7 } from 'uuid'
import { renderOwnDelivery } from '../../../application/attempts/own-delivery.ts'
import type { RunQueue } from '../../../application/ports/queues/run-queue.ts'
import { firstTurn } from '../../../application/workers/turn.ts'
import { cancelRuns } from './cancel-runs.ts'
import type { Database } from '../tables/database.ts'
import { findLiveRuns } from './find-live-runs.ts'
import { insertDeliveries } from '../inbox/insert-deliveries.ts'
import { insertRuns } from './insert-runs.ts'
import { keepRuns } from './keep-runs.ts'
import { makeRunsDue } from '../partitions/make-due.ts'
import { countRuns, giveBackRun, deferRun, removeRun } from './remove-run.ts'
import { takeRun } from './take-run.ts'

export interface RunQueueOptions {
  database: Database
  /** This process among all that have the database. */
  holder: string
  /** A run whose heartbeat was missing that long may be taken by others. */
  holdMs: number
  /** At work at the same time, in all processes. */
  perRepository: number
  /** So long a run waits for who ordered it. */
  headStartMs: number
  listen: (heard: () => void) => void
  /** Somebody in this process may look at once. */
  wake: () => void
  /** The same of the inbox. */
  wakeInbox: () => void
}

/** The queue of long work on a Postgres. */
export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { database, holder, holdMs, perRepository, headStartMs, wake, wakeInbox } = options
  let last = firstTurn
  return {
    async add(orders) {
      if (orders.length === 0) return
      await insertRuns(database.query, holder, orders)
      wake()
    },
    async take(full = [], guests = false) {
      for (;;) {
        const { isDue, mayBeMore } = await makeRunsDue(database.query)
        if (!isDue) return undefined
        const wish = { holder, holdMs, perRepository: guests ? 1 : perRepository, full, last, headStartMs }
        const taken = await database.transaction((query) => takeRun(query, wish))
        if (taken !== undefined)
          last = { installationId: taken.repository.installationId, repository: taken.repository.key }
        if (taken !== undefined || !mayBeMore) return taken
      }
    },
    keep: (ids) => keepRuns(database.query, holder, ids, holdMs),
    async finish(id, messages) {
      const [first, ...others] = messages
      const removed = await database.transaction(async (query) => {
        if (!(await removeRun(query, id, holder))) return false
        if (first !== undefined)
          await insertDeliveries(query, [renderOwnDelivery([first, ...others], { id: uuidV7(), run: id })])
        return true
      })
      wake()
      wakeInbox()
      return removed
    },
    async giveBack(taken, delayMs) {
      await giveBackRun(database.query, taken, holder, delayMs)
      wake()
    },
    async defer(taken, wait) {
      await deferRun(database.query, taken, holder, wait)
      wake()
    },
    async cancel(ids) {
      if (ids.length === 0) return
      await cancelRuns(database.query, ids)
      wake()
    },
    findLive: (repositoryKey) => findLiveRuns(database.query, repositoryKey),
    countOpen: () => countRuns(database.query),
    listen: options.listen,
  }
}
