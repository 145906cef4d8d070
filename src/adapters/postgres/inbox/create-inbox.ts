import PQueue from 'p-queue'
import { CountersignFault } from '../../../application/fault.ts'
import type { PartitionLeases } from '../../../application/workers/partition-leases.ts'
import type { Claim, Delivery, Inbox, InboxRow } from '../../../application/ports/queues/inbox.ts'
import { parsePartition } from '../../../application/ports/queues/message.ts'
import { firstTurn, type Turn } from '../../../application/workers/turn.ts'
import { deadLetterExhausted } from './dead-letter-exhausted.ts'
import { coalesce } from '../tables/coalesce.ts'
import { countWaiting } from './count-waiting.ts'
import type { Database, Query } from '../tables/database.ts'
import { dropRows } from './drop-rows.ts'
import { findStored } from './find-stored.ts'
import { leasePartition } from '../partitions/lease-partition.ts'
import { insertDeliveries } from './insert-deliveries.ts'
import { listEntries } from './list-entries.ts'
import { makePartitionsDue, makeRowsDue } from '../partitions/make-due.ts'
import { measureInbox } from './measure-inbox.ts'
import { noteChange } from '../tables/note-change.ts'
import { lockPartition, reschedulePartition } from '../partitions/reschedule-partition.ts'
import { retryRows } from './retry-rows.ts'
import { ackRows } from './ack-rows.ts'
import { takePartition, type TakenPartition } from '../partitions/take-partition.ts'
import { takeRows } from './take-rows.ts'

const mebibyte = 1024 * 1024

export interface InboxOptions {
  database: Database
  leases: PartitionLeases
  /** This process among all that have the database. */
  holder: string
  leaseMs: number
  /** So long a partition waits for who worked in its repository last. */
  headStartMs: number
  nowMs: () => number
  listen: (heard: () => void) => void
  /** Somebody in this process may look at once. */
  wake: () => void
  /** Hears of each partition that this process takes. */
  claimed: (partition: string) => void
}

/** The inbox on a Postgres. */
export function createInbox(options: InboxOptions): Inbox {
  const { database, leases, holder, leaseMs, headStartMs, nowMs, wake, claimed } = options
  /** Partitions with a claim that isn't finished, and how to end it. */
  const claims = new Map<string, () => boolean>()
  /** A partition that this process holds may be claimed: one that is being claimed must not be. */
  const claiming = new PQueue({ concurrency: 1 })
  /** Versions of repositories that this process knows of. */
  const versions = new Map<string, string>()
  let last: Turn = firstTurn

  const insert = coalesce<Delivery, 'stored' | 'known'>(
    async (deliveries) => {
      const stored = await insertDeliveries(database.bulk ?? database.query, deliveries)
      return deliveries.map(({ id }) => (stored.has(id) ? 'stored' : 'known'))
    },
    {
      windowMs: 3,
      maxItems: 100,
      sizeOf: ({ body }) => body.length,
      maxSize: 32 * mebibyte,
      actsAtOnce: 4,
    },
  )

  async function take(
    query: Query,
    full: readonly number[],
  ): Promise<{ taken: TakenPartition; rows: InboxRow[] } | undefined> {
    const taken = await takePartition(query, { holder, leaseMs, working: [...claims.keys()], full, last, headStartMs })
    if (taken === undefined) return undefined
    await makeRowsDue(query, taken.partition)
    await deadLetterExhausted(query, taken.partition)
    const rows = await takeRows(query, taken.partition)
    if (rows.length === 0) await reschedulePartition(query, taken.partition)
    return { taken, rows }
  }

  function begin({ taken, rows }: { taken: TakenPartition; rows: InboxRow[] }, isKnown: boolean): Claim {
    const { partition, former, wasHeld, wasAbandoned, version } = taken
    const place = parsePartition(partition, taken.installationId)
    const known = versions.get(place.key)
    if (version !== null) versions.set(place.key, version)
    const wasChanged = version !== null && version !== known
    // Held in this process's name without its knowing: the answer to an earlier claim was lost, and with it who had it before.
    const wasElsewhere = wasAbandoned || (former !== null && former !== holder) || (wasHeld && !isKnown)
    return { partition, repository: place, rows, wasElsewhere, wasChanged, wasAbandoned }
  }

  async function claimNext(full: readonly number[]): Promise<Claim | undefined> {
    for (;;) {
      const { isDue, mayBeMore } = await makePartitionsDue(database.query, holder)
      if (!isDue) return undefined
      const askedMs = nowMs()
      const found = await database.transaction((query) => take(query, full))
      if (found === undefined && mayBeMore) continue
      if (found === undefined) return undefined
      last = found.taken
      const isKnown = leases.isHeld(found.taken.partition)
      const giveBack = leases.note(found.taken, askedMs)
      // A partition with nothing due was only waiting for its time; look at the next.
      if (found.rows.length > 0 || found.taken.wasAbandoned) {
        claimed(found.taken.partition)
        claims.set(found.taken.partition, leases.endOfClaim(found.taken.partition, giveBack))
        return begin(found, isKnown)
      }
      giveBack()
    }
  }

  return {
    durable: true,
    async store(delivery) {
      try {
        const stored = await insert(delivery)
        if (stored === 'stored') wake()
        return stored
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new CountersignFault('database_unavailable', 'a webhook could not be stored', why, error)
      }
    },
    findStored: (deliveryIds) => findStored(database.query, deliveryIds),
    claim: (full = []) => claiming.add(() => claimNext(full)),
    async finish({ partition }, outcomes) {
      const isLast = claims.get(partition)?.() ?? false
      await database.transaction(async (query) => {
        if (!(await lockPartition(query, { partition, holder, release: isLast }))) return
        await ackRows(query, outcomes)
        await reschedulePartition(query, partition)
      })
      claims.delete(partition)
    },
    keep: (partition) => leases.keep(partition),
    watch: (partition) => leases.watch(partition),
    async lease(name) {
      if (leases.isHeld(name)) return true
      const askedMs = nowMs()
      const fencingToken = await leasePartition(database.query, name, holder, leaseMs)
      if (fencingToken !== undefined) leases.note({ partition: name, fencingToken }, askedMs)
      return fencingToken !== undefined
    },
    async noteChange({ key }) {
      const version = await noteChange(database.query, key)
      // This process knows of it; of others that came in between it doesn't.
      if (BigInt(versions.get(key) ?? 0) === version - 1n) versions.set(key, String(version))
    },
    listen: options.listen,
    countWaiting: () => countWaiting(database.query),
    measure: () => measureInbox(database.query),
    list: (limit, repository) => listEntries(database.query, limit, repository),
    async retry(rows) {
      const requeued = await retryRows(database.query, rows)
      if (requeued.length > 0) wake()
      return requeued
    },
    drop: (rows) => dropRows(database.query, rows),
  }
}
