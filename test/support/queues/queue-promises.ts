import { expect } from 'vitest'
import { extendPartitions } from '../../../src/adapters/postgres/partitions/extend-partitions.ts'
import { leasePartition } from '../../../src/adapters/postgres/partitions/lease-partition.ts'
import { releasePartition } from '../../../src/adapters/postgres/partitions/release-partition.ts'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import type { Claim, Inbox } from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { buildDelivery } from '../build-delivery.ts'
import { buildRunOrder, buildRunOutcome } from '../build-run-order.ts'

/** Two processes on one database, and the database. */
export interface TwoProcesses {
  database: Database
  here: Queues
  there: Queues
}

async function claimOne(inbox: Inbox): Promise<Claim> {
  const claim = await inbox.claim()
  if (claim === undefined) throw new Error('nothing was due')
  return claim
}

/** As if whoever holds partitions and runs had been silent for as long as its leases last. */
async function letLeasesEnd(database: Database): Promise<void> {
  for (const table of ['inbox_lane', 'run'])
    await database.query(
      `update countersign.${table} set held_until = now() - interval '1 second' where held_until > '-infinity'`,
    )
}

export async function checkKnownAgain(inbox: Inbox): Promise<void> {
  await inbox.store(buildDelivery('a'))

  const again = await Promise.all([
    inbox.store(buildDelivery('a', 'octo-org/widgets#7', 'other bytes')),
    inbox.store({ ...buildDelivery('b'), bodyKey: buildDelivery('a').bodyKey }),
    inbox.store(buildDelivery('c')),
  ])

  expect(again).toEqual(['known', 'known', 'stored'])
  expect(await inbox.countWaiting()).toBe(2)
}

export async function checkPartitionOfOne({ here, there }: TwoProcesses): Promise<void> {
  await here.inbox.store(buildDelivery('a1'))
  const claim = await claimOne(here.inbox)
  await there.inbox.store(buildDelivery('a2'))

  expect(await there.inbox.claim()).toBeUndefined()
  expect(claim.rows.map(({ delivery }) => delivery.id)).toEqual(['a1'])
}

export async function checkFormerHolderToChangeNothing({ database, here, there }: TwoProcesses): Promise<void> {
  await here.inbox.store(buildDelivery('a1'))
  const lost = await claimOne(here.inbox)
  await letLeasesEnd(database)

  const taken = await claimOne(there.inbox)
  await here.inbox.finish(lost, new Map(lost.rows.map(({ row }) => [row, { kind: 'done' }])))

  expect(taken.rows.map(({ delivery, attempts }) => [delivery.id, attempts])).toEqual([['a1', 2]])
  expect(taken.wasAbandoned).toBe(true)
  expect(await there.inbox.countWaiting()).toBe(1)
}

/** On its way, what gives a partition back may be overtaken by another taking of it. */
export async function checkLateReleaseToChangeNothing({ database: { query } }: TwoProcesses): Promise<void> {
  const first = await leasePartition(query, 'a lane', 'one', 60_000)
  const again = await leasePartition(query, 'a lane', 'one', 60_000)

  await releasePartition(query, 'a lane', 'one', first ?? '')
  const meanwhile = await leasePartition(query, 'a lane', 'other', 60_000)
  await releasePartition(query, 'a lane', 'one', again ?? '')

  expect(meanwhile).toBeUndefined()
  expect(await leasePartition(query, 'a lane', 'other', 60_000)).toBeDefined()
}

export async function checkLostPartitionNotToBeKept({ database: { query } }: TwoProcesses): Promise<void> {
  await leasePartition(query, 'a lane', 'one', -1_000)
  await leasePartition(query, 'a lane', 'other', 60_000)

  const kept = [
    await extendPartitions(query, 'one', ['a lane'], 60_000),
    await extendPartitions(query, 'other', ['a lane'], 9),
  ]

  expect(kept).toEqual([new Set(), new Set(['a lane'])])
}

export async function checkRunToBeGivenOutOnce({ here, there }: TwoProcesses): Promise<void> {
  const ordered = buildRunOrder('ISS-007/1')
  await here.runs.add([ordered, ordered])
  await there.runs.add([ordered])

  const taken = await here.runs.take()

  expect(taken).toEqual({ ...ordered, isOwn: true, attempts: 1, deferrals: 0 })
  expect([await there.runs.take(), await here.runs.take()]).toEqual([undefined, undefined])
  expect(await here.runs.countOpen()).toBe(1)
}

export async function checkFormerWorkerToBeRefused({ database, here, there }: TwoProcesses): Promise<void> {
  const ordered = buildRunOrder('1')
  await here.runs.add([ordered])
  await here.runs.take()
  await letLeasesEnd(database)

  const taken = await there.runs.take()
  const news = await here.runs.keep([ordered.id])
  const late = await here.runs.finish(ordered.id, [buildRunOutcome(ordered)])

  expect([taken?.attempts, taken?.isUntried, late]).toEqual([2, false, false])
  expect(news).toEqual(new Map([[ordered.id, 'lost']]))
  expect(await there.runs.finish(ordered.id, [buildRunOutcome(ordered)])).toBe(true)
  expect(await there.inbox.countWaiting()).toBe(1)
}
