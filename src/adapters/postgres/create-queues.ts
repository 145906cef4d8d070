import { v7 as uuidV7 } from 'uuid'
import { PartitionLeases, type LeasedPartition } from '../../application/workers/partition-leases.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import { blameDatabase } from './tables/blame-database.ts'
import { createInbox } from './inbox/create-inbox.ts'
import { createKnownHeads } from './create-known-heads.ts'
import { createRunQueue } from './runs/create-run-queue.ts'
import type { Database } from './tables/database.ts'
import { extendPartitions } from './partitions/extend-partitions.ts'
import { forgetDone } from './inbox/forget-done.ts'
import { expediteDeferred } from './partitions/expedite-deferred.ts'
import { migrate } from './tables/migrate.ts'
import { remakeTables } from './embedded/remake-tables.ts'
import { releasePartition } from './partitions/release-partition.ts'
import { freeAllRuns } from './runs/remove-run.ts'
import { vacuumQueues } from './tables/vacuum-queues.ts'
import { wakeAbandoned } from './partitions/wake-abandoned.ts'

const tidyEveryMs = 3_600_000

export interface QueueOptions {
  /** A partition or run whose holder was silent that long may be taken by others. */
  leaseMs: number
  /** No other process has this database: who held anything before is gone. */
  isAlone: boolean
  /** Runs at work at the same time, in all processes. */
  runsPerRepository: number
  onFault: (what: string, error: unknown) => void
}

/** Inbox and runs on a Postgres; its tables are made or brought up to date. Closing them closes the database. */
export async function createQueues(given: Database, options: QueueOptions): Promise<Queues> {
  const { leaseMs, onFault } = options
  await migrate(given)
  const database = remakeTables(given)
  if (options.isAlone) {
    await wakeAbandoned(database.query, 'all')
    await freeAllRuns(database.query)
  }
  let isClosing = false
  const tidy = async () => {
    try {
      await forgetDone(database.query, () => isClosing)
      if (options.isAlone && !isClosing) await vacuumQueues(database.query)
    } catch (error) {
      if (!isClosing) onFault('what was done is kept for longer', error)
    }
  }
  // Nobody waits for it on a server, where others may do it too and there may be much of it.
  let tidied = tidy()
  if (options.isAlone) await tidied
  const tidying = setInterval(() => {
    tidied = tidied.then(tidy)
  }, tidyEveryMs)
  tidying.unref()

  const heard: (() => void)[] = []
  const listen = (one: () => void) => void heard.push(one)
  const wake = () => heard.forEach((one) => one())
  const listening = await database.listen?.('countersign', wake)

  const holder = uuidV7()
  const nowMs = Date.now
  const { query } = database
  const keeping = {
    extend: (partitions: readonly string[]) => extendPartitions(query, holder, partitions, leaseMs),
    release: ({ partition, fencingToken }: LeasedPartition) => releasePartition(query, partition, holder, fencingToken),
    wakeAbandoned: () => wakeAbandoned(query, 'expired'),
  }
  const leases = new PartitionLeases({ keeping, leaseMs, nowMs, released: wake, onFault })
  leases.start()
  const heads = createKnownHeads(query, onFault)
  return {
    heads,
    inbox: createInbox({ database, leases, holder, leaseMs, isAlone: options.isAlone, nowMs, listen, wake }),
    runs: createRunQueue({
      database: blameDatabase(database),
      holder,
      holdMs: leaseMs,
      perRepository: options.runsPerRepository,
      listen,
      wake,
    }),
    async expedite() {
      await expediteDeferred(query)
      wake()
    },
    async close() {
      clearInterval(tidying)
      isClosing = true
      await tidied
      await listening?.()
      await leases.close()
      await heads.settled()
      await database.close()
    },
  }
}
