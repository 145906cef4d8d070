import { v7 as uuidV7 } from 'uuid'
import { CountersignFault } from '../../application/fault.ts'
import type { Claim, Delivery, Inbox } from '../../application/ports/inbox.ts'
import { buryExhausted } from './bury-exhausted.ts'
import { claimLane } from './claim-lane.ts'
import { coalesce } from './coalesce.ts'
import { countWaiting } from './count-waiting.ts'
import type { Database } from './database.ts'
import { extendLease } from './extend-lease.ts'
import { forgetDone } from './forget-done.ts'
import { freeAllLanes } from './free-all-lanes.ts'
import { releaseLane, rescheduleLane } from './free-lane.ts'
import { insertDeliveries } from './insert-deliveries.ts'
import { listEntries } from './list-entries.ts'
import { measureInbox } from './measure-inbox.ts'
import { migrate } from './migrate.ts'
import { remakeTables } from './remake-tables.ts'
import { retryRows } from './retry-rows.ts'
import { settleRows } from './settle-rows.ts'
import { takeRows } from './take-rows.ts'
import { vacuumInbox } from './vacuum-inbox.ts'

const tidyEveryMs = 3_600_000
const mebibyte = 1024 * 1024

export interface InboxOptions {
  leaseMs: number
  /** No other process has this database: who held a lease before is gone. */
  isAlone: boolean
}

/** The inbox on a Postgres; its tables are made or brought up to date. Closing it closes the database. */
export async function createInbox(given: Database, options: InboxOptions): Promise<Inbox> {
  const { leaseMs } = options
  await migrate(given)
  const database = remakeTables(given)
  if (options.isAlone) await freeAllLanes(database.query)
  const tidy = async () => {
    await forgetDone(database.query)
    if (options.isAlone) await vacuumInbox(database.query)
  }
  await tidy()
  const tidying = setInterval(() => void tidy().catch(() => undefined), tidyEveryMs)
  tidying.unref()

  const insert = coalesce<Delivery, 'stored' | 'known'>(
    async (deliveries) => {
      const stored = await insertDeliveries(database.bulk ?? database.query, deliveries)
      return deliveries.map(({ id }) => (stored.has(id) ? 'stored' : 'known'))
    },
    {
      windowMs: 3,
      maxItems: options.isAlone ? 500 : 100,
      sizeOf: ({ body }) => body.length,
      maxSize: 32 * mebibyte,
      actsAtOnce: options.isAlone ? 1 : 4,
    },
  )

  return {
    durable: true,
    async store(delivery) {
      try {
        return await insert(delivery)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new CountersignFault('database_unavailable', 'a webhook could not be stored', why, error)
      }
    },
    async claim() {
      for (;;) {
        const taken = await database.transaction((query) => take(query))
        // A lane with nothing due was only waiting for its time; look at the next.
        if (taken === undefined || taken.rows.length > 0) return taken
      }
    },
    extend: ({ lane, holder }) => extendLease(database.query, lane, holder, leaseMs),
    finish: ({ lane, holder }, outcomes) =>
      database.transaction(async (query) => {
        if (!(await releaseLane(query, lane, holder))) return
        await settleRows(query, outcomes)
        await rescheduleLane(query, lane)
      }),
    countWaiting: () => countWaiting(database.query),
    measure: () => measureInbox(database.query),
    list: (limit) => listEntries(database.query, limit),
    retry: (rows) => retryRows(database.query, rows),
    async close() {
      clearInterval(tidying)
      await database.close()
    },
  }

  async function take(query: Database['query']): Promise<Claim | undefined> {
    const holder = uuidV7()
    const lane = await claimLane(query, holder, leaseMs)
    if (lane === undefined) return undefined
    await buryExhausted(query, lane)
    const rows = await takeRows(query, lane)
    if (rows.length === 0) {
      await releaseLane(query, lane, holder)
      await rescheduleLane(query, lane)
    }
    return { lane, holder, rows }
  }
}
