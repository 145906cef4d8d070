import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import type { RunQueue } from '../../../src/application/ports/queues/run-queue.ts'
import { buildRunOrder as order, buildRunOutcome as outcomeOf } from '../../support/build-run-order.ts'
import {
  createServerSource,
  type DatabaseSource,
  emptyQueues,
  openQueues,
} from '../../support/queues/database-sources.ts'
import { queueKinds, type QueuesSource } from '../../support/queues/queue-kinds.ts'
import { checkFormerWorkerToBeRefused, checkRunToBeGivenOutOnce } from '../../support/queues/queue-promises.ts'

const perRepository = 2

async function takeAll(runs: RunQueue): Promise<string[]> {
  const ids: string[] = []
  for (let run = await runs.take(); run !== undefined; run = await runs.take()) ids.push(run.id)
  return ids
}

describe.each(queueKinds(perRepository))('a queue of runs in %s', (_name, openSource) => {
  let source: QueuesSource
  let queues: Queues
  let runs: RunQueue

  beforeAll(async () => {
    source = await openSource()
  })
  beforeEach(async () => {
    queues = await source.open()
    runs = queues.runs
  })
  afterEach(() => queues.close())
  afterAll(() => source.close())

  test('a cancelled run that is ordered again, and has not ended, may go on', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    await runs.take()
    await runs.cancel([ordered.id])
    expect(await runs.keep([ordered.id])).toEqual(new Map([[ordered.id, 'cancelled']]))

    await runs.add([ordered])

    expect(await runs.keep([ordered.id])).toEqual(new Map())
    expect(await runs.countOpen()).toBe(1)
  })

  test('gives out each run once, as it was ordered', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered, ordered])
    await runs.add([ordered])

    const taken = await runs.take()

    expect(taken).toEqual({ ...ordered, isOwn: true, attempts: 1, deferrals: 0 })
    expect(await runs.take()).toBeUndefined()
    expect(await runs.countOpen()).toBe(1)
  })

  test('what a run came to is stored where its issue waits, and the run is gone', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    await runs.take()

    const ended = await runs.finish(ordered.id, [outcomeOf(ordered)])
    const claim = await queues.inbox.claim()

    expect([ended, await runs.countOpen()]).toEqual([true, 0])
    expect(claim?.partition).toBe('octo-org/widgets#7')
    expect(claim?.rows.map(({ delivery }) => JSON.parse(new TextDecoder().decode(delivery.body)))).toEqual([
      [outcomeOf(ordered)],
    ])
  })

  test('until what it came to was decided on, a run counts as live and isn’t begun again', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    await runs.take()
    await runs.finish(ordered.id, [outcomeOf(ordered)])
    await runs.add([ordered])

    const claim = await queues.inbox.claim()
    const meanwhile = [await runs.take(), [...(await runs.findLive('octo-org/widgets'))]]
    if (claim !== undefined)
      await queues.inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
    const after = [...(await runs.findLive('octo-org/widgets'))]
    await runs.add([ordered])

    expect([meanwhile, after]).toEqual([[undefined, [ordered.id]], []])
    expect((await runs.take())?.id).toBe(ordered.id)
  })

  test('a run that came to nothing is just gone', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    await runs.take()

    await runs.finish(ordered.id, [])

    expect([await runs.countOpen(), await queues.inbox.countWaiting()]).toEqual([0, 0])
  })

  test('the repository with the fewest at work comes first, and none has more than agreed', async () => {
    const many = ['1', '2', '3'].map((op) => order(op))
    const few = ['1', '2'].map((op) => order(op, 'gadgets'))
    await runs.add([...many, ...few])

    const first = await takeAll(runs)
    await runs.finish('octo-org/widgets 1', [])

    expect(first).toEqual(['octo-org/gadgets 1', 'octo-org/widgets 1', 'octo-org/widgets 2', 'octo-org/gadgets 2'])
    expect(await takeAll(runs)).toEqual(['octo-org/widgets 3'])
  })

  test('one that is given back is taken again, and looked for before it is done', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    await runs.take()

    await runs.giveBack({ id: ordered.id, attempts: 1 }, 0)

    expect(await runs.take()).toEqual({ ...ordered, isUntried: false, isOwn: true, attempts: 2, deferrals: 0 })
  })

  test('one that is given back for later waits', async () => {
    await runs.add([order('1')])
    await runs.take()

    await runs.giveBack({ id: order('1').id, attempts: 1 }, 60_000)

    expect([await runs.take(), await runs.countOpen()]).toEqual([undefined, 1])
  })

  test('one that is deferred, however often, waits its time or until it is expedited, and its takings are counted anew', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])
    const taken: unknown[] = []

    for (let times = 0; times < 3; times += 1) {
      const { attempts = 0 } = (await runs.take()) ?? {}
      await runs.defer({ id: ordered.id, attempts }, { delayMs: 60_000, waitsFor: 'outage' })
      taken.push(await runs.take())
      await queues.expedite()
    }
    taken.push(await runs.take())

    const last = { ...ordered, isUntried: false, isOwn: true, attempts: 2, deferrals: 3 }
    expect(taken).toEqual([undefined, undefined, undefined, last])
  })

  test('one that waits for room on a disk is not expedited by the end of an outage', async () => {
    await runs.add([order('1')])
    await runs.take()
    await runs.defer({ id: order('1').id, attempts: 1 }, { delayMs: 60_000, waitsFor: 'room' })

    await queues.expedite()

    expect([await runs.take(), await runs.countOpen()]).toEqual([undefined, 1])
  })

  test('one that waits for a job of its own, however often, was never deferred', async () => {
    const ordered = order('ISS-007/1')
    await runs.add([ordered])

    for (let times = 0; times < 3; times += 1) {
      const { attempts = 0 } = (await runs.take()) ?? {}
      await runs.defer({ id: ordered.id, attempts }, { delayMs: 0, waitsFor: 'job' })
    }

    const last = { ...ordered, isUntried: false, isOwn: true, attempts: 2, deferrals: 0 }
    await expect.poll(() => runs.take()).toEqual(last)
  })

  test('what was deferred or given back is taken once its time has come', async () => {
    await runs.add([order('1'), order('2')])
    await takeAll(runs)

    await runs.defer({ id: order('1').id, attempts: 1 }, { delayMs: 1, waitsFor: 'room' })
    await runs.giveBack({ id: order('2').id, attempts: 1 }, 1)

    const taken: string[] = []
    const takeMore = async () => {
      taken.push(...(await takeAll(runs)))
      return taken.toSorted()
    }
    await expect.poll(takeMore).toEqual([order('1').id, order('2').id])
  })

  test('cancelling removes what waits and tells what is worked on, with its next heartbeat', async () => {
    await runs.add([order('1'), order('2'), order('3')])
    await runs.take()
    await runs.take()

    await runs.cancel([order('2').id, order('3').id])
    const news = await runs.keep([order('1').id, order('2').id])

    expect(news).toEqual(new Map([[order('2').id, 'cancelled']]))
    expect([...(await runs.findLive('octo-org/widgets'))].toSorted()).toEqual([order('1').id, order('2').id])
  })

  test('one that was told to end and given back may go on with whoever takes it', async () => {
    await runs.add([order('1')])
    await runs.take()
    await runs.cancel([order('1').id])
    await runs.giveBack({ id: order('1').id, attempts: 1 }, 0)

    await runs.take()

    expect(await runs.keep([order('1').id])).toEqual(new Map())
  })

  test('a heartbeat says what is no longer there', async () => {
    await runs.add([order('1')])
    await runs.take()
    await runs.finish(order('1').id, [])

    expect(await runs.keep([order('1').id])).toEqual(new Map([[order('1').id, 'lost']]))
    expect(await runs.finish(order('1').id, [outcomeOf(order('1'))])).toBe(false)
    expect(await queues.inbox.countWaiting()).toBe(0)
  })

  test('live are the runs of one repository, not of another', async () => {
    await runs.add([order('1'), order('1', 'gadgets')])

    expect([...(await runs.findLive('octo-org/gadgets'))]).toEqual(['octo-org/gadgets 1'])
  })
})

describe('runs of two processes on Postgres', () => {
  let source: DatabaseSource
  let database: Database
  let processes: Queues[]
  let here: Queues
  let there: Queues

  beforeAll(async () => {
    source = await createServerSource()
    database = await source.open()
  })
  beforeEach(async () => {
    here = await openQueues(await source.openAgain(database), { runsPerRepository: perRepository })
    there = await openQueues(await source.openAgain(database), { runsPerRepository: perRepository })
    processes = [here, there]
    await emptyQueues(database)
  })
  afterEach(() => Promise.all(processes.map((one) => one.close())))
  afterAll(() => source.close())

  test('what one orders another may take, and knows that it isn’t its own', async () => {
    await here.runs.add([order('1')])

    expect(await there.runs.take()).toMatchObject({ id: order('1').id, isOwn: false, isUntried: true })
    expect(await here.runs.take()).toBeUndefined()
  })

  test('a run is left for a moment to who ordered it', async () => {
    const patient = await openQueues(await source.openAgain(database), { headStart: { partitionMs: 0, runMs: 60_000 } })
    processes.push(patient)
    await here.runs.add([order('1')])
    await patient.runs.add([order('2')])

    const [own, atOnce] = [await patient.runs.take(), await patient.runs.take()]
    await database.query(`update countersign.run set due_at = now() - interval '61 seconds'`)
    const later = await patient.runs.take()

    expect([own?.op, atOnce, later?.op]).toEqual([order('2').op, undefined, order('1').op])
  })

  test('together they have no more of a repository at work than agreed', async () => {
    await here.runs.add(['1', '2', '3'].map((op) => order(op)))

    const taken = await Promise.all([here.runs.take(), there.runs.take(), here.runs.take(), there.runs.take()])

    expect(taken.filter((one) => one !== undefined)).toHaveLength(perRepository)
  })

  test('a run is given out once, however often it is ordered', () =>
    expect(checkRunToBeGivenOutOnce({ database, here, there })).resolves.toBeUndefined())

  test('a run without a heartbeat is another’s, and what its former worker reports is refused', () =>
    expect(checkFormerWorkerToBeRefused({ database, here, there })).resolves.toBeUndefined())

  test('one that its own worker took again is not given back by the end of the former taking', async () => {
    await here.runs.add([order('1')])
    const former = await here.runs.take()
    await database.query(`update countersign.run set held_until = now() - interval '1 second'`)
    await here.runs.take()

    await here.runs.giveBack({ id: order('1').id, attempts: former?.attempts ?? 0 }, 0)

    expect(await there.runs.take()).toBeUndefined()
  })

  test('a run is cancelled from anywhere', async () => {
    await here.runs.add([order('1')])
    await there.runs.take()

    await here.runs.cancel([order('1').id])

    expect(await there.runs.keep([order('1').id])).toEqual(new Map([[order('1').id, 'cancelled']]))
  })
})

describe('on Postgres', () => {
  let source: DatabaseSource

  beforeAll(async () => {
    source = await createServerSource()
  })
  afterAll(() => source.close())

  test('one process hears of what another orders and cancels', async () => {
    const database = await source.open()
    const [here, there] = [await openQueues(database), await openQueues(await source.openAgain(database))]
    let heard = 0
    here.runs.listen(() => (heard += 1))

    await there.runs.add([order('1')])
    await expect.poll(() => heard).toBe(1)
    await here.runs.take()
    await there.runs.cancel([order('1').id])

    await expect.poll(() => heard).toBe(2)
    await Promise.all([here.close(), there.close()])
  })
})
