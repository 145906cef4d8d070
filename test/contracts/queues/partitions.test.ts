import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import type { Claim, Inbox, RowOutcome } from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import {
  createServerSource,
  type DatabaseSource,
  emptyQueues,
  openQueues,
} from '../../support/queues/database-sources.ts'
import {
  checkFormerHolderToChangeNothing,
  checkPartitionOfOne,
  checkLateReleaseToChangeNothing,
  checkLostPartitionNotToBeKept,
} from '../../support/queues/queue-promises.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 5 }
const partition = 'octo-org/widgets#7'
/** For what another process is told, or does by itself. */
const soon = { timeout: patienceMs(60_000), interval: 20 }

async function claimOne(inbox: Inbox): Promise<Claim> {
  const claim = await inbox.claim()
  if (claim === undefined) throw new Error('nothing was due')
  return claim
}

function all(claim: Claim, outcome: RowOutcome = { kind: 'done' }): Map<number, RowOutcome> {
  return new Map(claim.rows.map(({ row }) => [row, outcome]))
}

const idsOf = (claim: Claim | undefined) => claim?.rows.map(({ delivery }) => delivery.id)

describe('partitions of two processes on Postgres', () => {
  let source: DatabaseSource
  let database: Database
  let processes: Queues[]
  let here: Inbox
  let there: Inbox

  beforeAll(async () => {
    source = await createServerSource()
    database = await source.open()
    await (await openQueues(await source.openAgain(database))).close()
  })
  beforeEach(async () => {
    await emptyQueues(database)
    processes = [await openQueues(await source.openAgain(database)), await openQueues(await source.openAgain(database))]
    here = processes[0]?.inbox as Inbox
    there = processes[1]?.inbox as Inbox
  })
  afterEach(() => Promise.all(processes.map((one) => one.close())))
  afterAll(() => source.close())

  /** As if whoever holds partitions had been silent for as long as its leases last. */
  const letLeasesEnd = () =>
    database.query(
      `update countersign.inbox_lane set held_until = now() - interval '1 second' where held_until > '-infinity'`,
    )

  test('while one has a partition, what comes for it waits for that one', async () => {
    await here.store(buildDelivery('a1'))
    const claim = await claimOne(here)
    const release = here.keep(partition)
    await there.store(buildDelivery('a2'))

    await here.finish(claim, all(claim))

    expect([await there.claim(), here.watch(partition)(), there.watch(partition)()]).toEqual([undefined, true, false])
    const next = await claimOne(here)
    expect([idsOf(next), next.wasElsewhere]).toEqual([['a2'], false])
    release()
    expect(await there.claim()).toBeUndefined()
  })

  test('a partition that was given back is anybody’s, and who had it before is told that it was elsewhere', async () => {
    await here.store(buildDelivery('a1'))
    const first = await claimOne(here)
    const release = here.keep(partition)
    await here.finish(first, all(first))
    await here.store(buildDelivery('a2'))
    release()

    const second = await vi.waitFor(() => claimOne(there), soon)
    await there.finish(second, all(second))
    await here.store(buildDelivery('a3'))
    const third = await claimOne(here)

    const news = [first, second, third].map(({ wasElsewhere, wasAbandoned }) => [wasElsewhere, wasAbandoned])
    expect(news).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ])
    expect(here.watch(partition)()).toBe(true)
  })

  test('what one does in a partition alone is no news to it', async () => {
    await here.store(buildDelivery('a1'))
    const first = await claimOne(here)
    await here.finish(first, all(first))
    await here.store(buildDelivery('a2'))

    expect(await claimOne(here)).toMatchObject({ wasElsewhere: false, wasChanged: false, wasAbandoned: false })
  })

  test('where the answer to a claim was lost, the next one says that the partition may have been elsewhere', async () => {
    await here.store(buildDelivery('a1'))
    const first = await claimOne(here)
    await here.finish(first, all(first))
    await database.query(`update countersign.inbox_lane set held_until = now() + interval '1 minute', turn = turn + 1`)
    await here.store(buildDelivery('a2'))

    expect(await claimOne(here)).toMatchObject({ wasElsewhere: true, wasAbandoned: false })
  })

  const both = () => ({ database, here: processes[0] as Queues, there: processes[1] as Queues })

  test('one is handed to one process at a time', () => expect(checkPartitionOfOne(both())).resolves.toBeUndefined())

  test('one whose holder went away is taken over with its rows; the former holder changes nothing', () =>
    expect(checkFormerHolderToChangeNothing(both())).resolves.toBeUndefined())

  test('one that was taken again is not given back by what was sent before', () =>
    expect(checkLateReleaseToChangeNothing(both())).resolves.toBeUndefined())

  test('one that is another’s by now is not kept', () =>
    expect(checkLostPartitionNotToBeKept(both())).resolves.toBeUndefined())

  test('one that was abandoned with nothing waiting is handed out all the same, once', async () => {
    await here.store(buildDelivery('a1'))
    const claim = await claimOne(here)
    here.keep(partition)
    await here.finish(claim, all(claim))
    await letLeasesEnd()
    const hasty = await openQueues(await source.openAgain(database), { leaseMs: 200 })
    processes.push(hasty)

    // The hasty one wakes it soon; its own leases end too soon for a busy machine to keep one.
    const taken = await vi.waitFor(() => claimOne(there), soon)
    await there.finish(taken, new Map())

    expect(taken).toMatchObject({ partition, rows: [], wasAbandoned: true, wasElsewhere: true, repository })
    expect(await there.claim()).toBeUndefined()
  })

  test('leases are extended while they are held, and a partition that is kept is not lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const keeping = await openQueues(await source.openAgain(database))
    processes.push(keeping)
    await keeping.inbox.store(buildDelivery('a1'))
    const claim = await claimOne(keeping.inbox)
    const readEnd = async () => {
      const [row] = await database.query('select extract(epoch from held_until) as ends from countersign.inbox_lane')
      return Number(row?.['ends'])
    }
    const before = await readEnd()

    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await vi.waitFor(async () => expect(await readEnd()).toBeGreaterThan(before), soon)

    expect([claim.partition, keeping.inbox.watch(partition)(), await here.claim()]).toEqual([
      partition,
      true,
      undefined,
    ])
  })

  test('a process that closes gives back what it has', async () => {
    const leaving = await openQueues(await source.openAgain(database))
    await leaving.inbox.store(buildDelivery('a1'))
    await claimOne(leaving.inbox)

    await leaving.close()

    expect(await claimOne(here)).toMatchObject({ wasElsewhere: true, wasAbandoned: false })
  })

  test('what waits in a repository is left for a moment to who worked there last, until that one ends', async () => {
    const headStart = { partitionMs: 60_000, runMs: 60_000 }
    const openPatient = async () => openQueues(await source.openAgain(database), { headStart })
    const [nearest, other] = await Promise.all([openPatient(), openPatient()])
    processes.push(nearest, other)
    const workOne = async ({ inbox }: Queues) => {
      const claim = await inbox.claim()
      if (claim !== undefined) await inbox.finish(claim, all(claim))
      return idsOf(claim)
    }
    await nearest.inbox.store(buildDelivery('a1'))
    await workOne(nearest)

    await other.inbox.store(buildDelivery('b1', 'octo-org/widgets#8'))
    await other.inbox.store(buildDelivery('c1', 'octo-org/gadgets#1'))
    const [first, atOnce] = [await workOne(other), await workOne(other)]
    await database.query(
      `update countersign.inbox_lane set due_at = now() - interval '61 seconds' where lane like '%#8'`,
    )
    const later = await workOne(other)
    await other.inbox.store(buildDelivery('b2', 'octo-org/widgets#9'))
    const former = await workOne(nearest)
    processes.splice(processes.indexOf(other), 1)
    await other.close()
    const left = await workOne(nearest)

    expect([first, atOnce, later, former, left]).toEqual([['c1'], undefined, ['b1'], undefined, ['b2']])
  })

  test('who helps out in a repository while the nearest is at work there is not the nearest for that', async () => {
    const headStart = { partitionMs: 60_000, runMs: 60_000 }
    const openPatient = async () => openQueues(await source.openAgain(database), { headStart })
    const [nearest, other] = await Promise.all([openPatient(), openPatient()])
    processes.push(nearest, other)
    await nearest.inbox.store(buildDelivery('a1'))
    await claimOne(nearest.inbox)
    await other.inbox.store(buildDelivery('b1', 'octo-org/widgets#8'))
    await database.query(
      `update countersign.inbox_lane set due_at = now() - interval '61 seconds' where lane like '%#8'`,
    )
    const helped = await claimOne(other.inbox)
    await other.inbox.finish(helped, all(helped))

    await other.inbox.store(buildDelivery('b2', 'octo-org/widgets#9'))

    expect([idsOf(await other.inbox.claim()), idsOf(await nearest.inbox.claim())]).toEqual([undefined, ['b2']])
  })

  test('a repository that others changed is news to each process once, also to who holds the partition', async () => {
    await here.store(buildDelivery('a1'))
    const first = await claimOne(here)
    here.keep(partition)
    await here.finish(first, all(first))
    await there.noteChange(repository)
    await there.store(buildDelivery('a2'))
    const second = await claimOne(here)
    await here.finish(second, all(second))
    await here.noteChange(repository)
    await there.store(buildDelivery('a3'))
    const third = await claimOne(here)
    await there.store(buildDelivery('b1', 'octo-org/widgets#8'))
    const other = await claimOne(there)

    expect([first, second, third, other].map(({ wasChanged }) => wasChanged)).toEqual([false, true, false, true])
  })

  test('a name is held by one until that one closes or goes away', async () => {
    const leaving = await openQueues(await source.openAgain(database))

    expect([await leaving.inbox.lease('sweep'), await leaving.inbox.lease('sweep'), await here.lease('sweep')]).toEqual(
      [true, true, false],
    )
    await leaving.close()
    expect([await here.lease('sweep'), await there.lease('sweep')]).toEqual([true, false])
    await letLeasesEnd()
    expect(await there.lease('sweep')).toBe(true)
  })
})

describe('on Postgres', () => {
  let source: DatabaseSource

  beforeAll(async () => {
    source = await createServerSource()
  })
  afterAll(() => source.close())

  test('one process hears of what another stores', async () => {
    const database = await source.open()
    const [here, there] = [await openQueues(database), await openQueues(await source.openAgain(database))]
    let heard = 0
    here.inbox.listen(() => (heard += 1))

    await there.inbox.store(buildDelivery('a1'))

    await vi.waitFor(() => expect(heard).toBeGreaterThan(0), soon)
    await Promise.all([here.close(), there.close()])
  })

  test('two that look at once never get the same partition, and miss none', async () => {
    const database = await source.open()
    const [here, there] = [await openQueues(database), await openQueues(await source.openAgain(database))]
    for (let n = 0; n < 40; n += 1) await here.inbox.store(buildDelivery(`${n}`, `octo-org/widgets#${n}`))

    const taken = await Promise.all([here, there].flatMap(({ inbox }) => [1, 2].map(() => claimAll(inbox))))

    expect(taken.flat().toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`).toSorted())
    await Promise.all([here.close(), there.close()])
  })
})

async function claimAll(inbox: Inbox): Promise<string[]> {
  const ids: string[] = []
  for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim())
    ids.push(...(idsOf(claim) ?? []))
  return ids
}
