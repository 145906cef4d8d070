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
import { remakeTables } from './tables/remake-tables.ts'
import { releasePartition } from './partitions/release-partition.ts'
import { leaveHomes } from './partitions/take-partition.ts'
import { wakeAbandoned } from './partitions/wake-abandoned.ts'
import { RecentRepositories } from './partitions/recent-repositories.ts'
import { type HeadStart, type Wake, wakeNearest } from './partitions/wake-nearest.ts'

const tidyEveryMs = 3_600_000
/** Who has state and mirror of a repository at hand is left so long to begin; people wait for partitions, nobody for runs. */
const headStart: HeadStart = { partitionMs: 2_000, runMs: 5_000 }

export interface QueueOptions {
  /** A partition or run whose holder was silent that long may be taken by others. */
  leaseMs: number
  /** Runs at work at the same time, in all processes. */
  runsPerRepository: number
  /** How long others wait for the nearest. */
  headStart?: HeadStart
  onFault: (what: string, error: unknown) => void
}

/** Inbox and runs on a Postgres; its tables are made or brought up to date. Closing them closes the database. */
export async function createQueues(given: Database, options: QueueOptions): Promise<Queues> {
  const { leaseMs, onFault } = options
  const { partitionMs, runMs } = options.headStart ?? headStart
  await migrate(given)
  const database = remakeTables(given)
  let isClosing = false
  const tidy = async () => {
    try {
      await forgetDone(database.query, () => isClosing)
    } catch (error) {
      if (!isClosing) onFault('what was done is kept for longer', error)
    }
  }
  // Nobody waits for it: others may do it too, and there may be much of it.
  let tidied = tidy()
  const tidying = setInterval(() => {
    tidied = tidied.then(tidy)
  }, tidyEveryMs)
  tidying.unref()

  const heard: Record<keyof Wake, (() => void)[]> = { inbox: [], runs: [] }
  const wake = { inbox: () => heard.inbox.forEach((one) => one()), runs: () => heard.runs.forEach((one) => one()) }
  const holder = uuidV7()
  const nowMs = Date.now
  const { query } = database
  const keeping = {
    extend: (partitions: readonly string[]) => extendPartitions(query, holder, partitions, leaseMs),
    release: ({ partition, fencingToken }: LeasedPartition) => releasePartition(query, partition, holder, fencingToken),
    wakeAbandoned: () => wakeAbandoned(query),
  }
  const leases = new PartitionLeases({ keeping, leaseMs, nowMs, released: wake.inbox, onFault })
  leases.start()
  const worked = new RecentRepositories(nowMs)
  const isNear = (partition: string) => leases.isHeld(partition) || worked.has(partition)
  const { hear, close: stopHearing } = wakeNearest(wake, { holder, isNear, headStart: { partitionMs, runMs } })
  const listening = await database.listen?.('countersign', hear)
  const heads = createKnownHeads(query, onFault)
  return {
    heads,
    inbox: createInbox({
      database,
      leases,
      holder,
      leaseMs,
      headStartMs: partitionMs,
      nowMs,
      listen: (one) => void heard.inbox.push(one),
      wake: wake.inbox,
      claimed: (partition) => worked.note(partition),
    }),
    runs: createRunQueue({
      database: blameDatabase(database),
      holder,
      holdMs: leaseMs,
      perRepository: options.runsPerRepository,
      headStartMs: runMs,
      listen: (one) => void heard.runs.push(one),
      wake: wake.runs,
      wakeInbox: wake.inbox,
    }),
    async expedite() {
      await expediteDeferred(query)
      wake.inbox()
      wake.runs()
    },
    async close() {
      clearInterval(tidying)
      isClosing = true
      await tidied
      stopHearing()
      await listening?.()
      await leases.close()
      await leaveHomes(query, holder).catch((error: unknown) => onFault('others wait a moment longer', error))
      await heads.settled()
      await database.close()
    },
  }
}
