import { createHmac } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { extendPartitions } from '../../../src/adapters/postgres/partitions/extend-partitions.ts'
import { leasePartition } from '../../../src/adapters/postgres/partitions/lease-partition.ts'
import { releasePartition } from '../../../src/adapters/postgres/partitions/release-partition.ts'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import { migrate } from '../../../src/adapters/postgres/tables/migrate.ts'
import { openServer } from '../../../src/adapters/postgres/server/open-server.ts'
import { CountersignFault } from '../../../src/application/fault.ts'
import { type Inbox, maxAttempts } from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { createIntake, type TakeWebhook } from '../../../src/entrypoints/intake/intake.ts'
import { BreakableFile } from '../../support/breakable-file.ts'
import { buildRunOrder, buildRunOutcome } from '../../support/build-run-order.ts'
import { createServerSource, openQueues, type ServerSource } from '../../support/queues/database-sources.ts'
import { buildPayload } from '../../support/webhook-payloads.ts'

const secret = 'the newest secret of all'
/** Where nothing can be stored: far below what a database that hangs makes it wait. */
const hastyMs = 1_500
/** Where it can: only what hangs takes longer, however busy the machine is. */
const patientMs = 60_000

/** The intake as it is wired in the App, on a database that the test breaks. */
function startIntake(inbox: Inbox, deadlineMs: number): TakeWebhook {
  return createIntake({
    secrets: [secret],
    context: () => ({
      ourLogins: ['countersign[bot]'],
      appId: 42,
      holdsMarker: () => false,
      toOwnTime: (time: string) => time,
      now: '2026-11-21T03:12:00.000Z',
    }),
    store: (delivery) => inbox.store(delivery),
    storeDeadlineMs: deadlineMs,
    forget: () => Promise.resolve(),
    log: pino({ level: 'silent' }),
  })
}

/** Delivers a command under this id: `202 accepted`, `202 known` or `503`. */
async function deliver(take: TakeWebhook, id: string): Promise<string> {
  const comment = { id: Number(id), body: '/approve' }
  const payload = buildPayload('issue_comment', 'created', { issue: { number: 7, pull_request: undefined }, comment })
  const body = JSON.stringify(payload)
  const { status, said } = await take({
    event: 'issue_comment',
    delivery: id,
    signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    readBody: () => Promise.resolve(Buffer.from(body)),
  })
  return 'status' in said ? `${status} ${said.status}` : String(status)
}

async function handedOut(inbox: Inbox): Promise<string[]> {
  return (await inbox.claim())?.rows.map(({ delivery }) => delivery.id) ?? []
}

const codeOf = (error: unknown) => (error instanceof CountersignFault ? error.code : error)

/** Nobody else gets to the inbox until it is unlocked. */
async function lockInbox(database: Database): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const blocking = database.transaction(async (query) => {
    await query('lock table countersign.inbox in access exclusive mode')
    locked.resolve()
    await over.promise
  })
  await locked.promise
  return () => {
    over.resolve()
    return blocking
  }
}

describe('an embedded database', () => {
  let file: BreakableFile
  let queues: Queues
  let inbox: Inbox
  let patient: TakeWebhook
  let hasty: TakeWebhook

  beforeEach(async () => {
    file = await BreakableFile.make()
    queues = await file.openQueues()
    inbox = queues.inbox
    patient = startIntake(inbox, patientMs)
    hasty = startIntake(inbox, hastyMs)
  })
  afterEach(async () => {
    await queues.close()
    await file.remove()
  })

  test('whose disk hangs is no 2xx; what it stored after all is known, and handed out once', async () => {
    const before = await deliver(patient, '1')
    const over = Promise.withResolvers<void>()
    file.held = over.promise

    const meanwhile = await deliver(hasty, '2')
    over.resolve()
    const after = await deliver(patient, '2')

    expect([before, meanwhile, after]).toEqual(['202 accepted', '503', '202 known'])
    expect([await handedOut(inbox), await handedOut(inbox)]).toEqual([['1', '2'], []])
  })

  test.each([
    ['and nothing of it is in the file', 'ended before', '202 accepted'],
    ['and it is in the file already', 'ended after', '202 known'],
  ] as const)(
    'whose thread ends while it stores, %s, is no 2xx; it goes on, and loses nothing',
    async (_, fault, told) => {
      const before = await deliver(patient, '1')
      file.fault = fault

      const meanwhile = await deliver(patient, '2')
      const after = [await deliver(patient, '2'), await deliver(patient, '1')]

      expect([before, meanwhile, ...after]).toEqual(['202 accepted', '503', told, '202 known'])
      expect(await handedOut(inbox)).toEqual(['1', '2'])
    },
  )

  test('that is full is no 2xx and not ready; once there is space, it takes what is delivered again', async () => {
    file.fault = 'full'

    const meanwhile = [await deliver(patient, '1'), await deliver(patient, '1')]
    const ready = await inbox.countWaiting().catch(codeOf)
    file.fault = undefined
    const after = await deliver(patient, '1')

    expect([...meanwhile, ready, after]).toEqual(['503', '503', 'database_unavailable', '202 accepted'])
    expect(await handedOut(inbox)).toEqual(['1'])
  })

  test('that is full hands nothing out twice: what became of it is recorded once there is space', async () => {
    await deliver(patient, '1')
    const claim = await inbox.claim()
    if (claim === undefined) throw new Error('nothing was due')
    const done = new Map(claim.rows.map(({ row }) => [row, { kind: 'done' as const }]))
    file.fault = 'full'

    const refused = await inbox.finish(claim, done).catch(codeOf)
    file.fault = undefined
    const meanwhile = await handedOut(inbox)
    await inbox.finish(claim, done)

    expect(refused).toBe('database_unavailable')
    expect([meanwhile, await inbox.countWaiting()]).toEqual([[], 0])
  })

  test('that is full counts no claim as one: however often it is tried, nothing is dead of it', async () => {
    await deliver(patient, '1')
    file.fault = 'full'

    for (let times = 0; times < 2 * maxAttempts; times += 1) await inbox.claim().catch(codeOf)
    file.fault = undefined

    expect((await inbox.claim())?.rows).toMatchObject([{ attempts: 1 }])
  })

  test('that is full orders no run, and says that another try may', async () => {
    const order = buildRunOrder('ISS-007/1')
    file.fault = 'full'

    const refused = await queues.runs.add([order]).catch((error: unknown) => error)
    file.fault = undefined
    const meanwhile = await queues.runs.countOpen()
    await queues.runs.add([order])

    expect(refused).toMatchObject({ code: 'database_unavailable', retry: 'later' })
    expect([meanwhile, await queues.runs.countOpen()]).toEqual([0, 1])
  })

  test('that ends a run without space ends it once there is some, with what it came to', async () => {
    const order = buildRunOrder('ISS-007/1')
    await queues.runs.add([order])
    await queues.runs.take()
    file.fault = 'full'

    const refused = await queues.runs.finish(order.id, [buildRunOutcome(order)]).catch(codeOf)
    file.fault = undefined
    const meanwhile = [await queues.runs.countOpen(), await inbox.countWaiting()]
    const ended = await queues.runs.finish(order.id, [buildRunOutcome(order)])

    expect([refused, ...meanwhile, ended]).toEqual(['database_unavailable', 1, 0, true])
    expect([await queues.runs.countOpen(), await inbox.countWaiting()]).toEqual([0, 1])
  })
})

describe('a Postgres server', () => {
  let source: ServerSource | undefined
  let database: Database
  let queues: Queues
  let inbox: Inbox
  let patient: TakeWebhook
  let hasty: TakeWebhook

  beforeEach(async () => {
    source ??= await createServerSource()
    database = await openServer(await source.address(), () => undefined)
    queues = await openQueues(database)
    inbox = queues.inbox
    patient = startIntake(inbox, patientMs)
    hasty = startIntake(inbox, hastyMs)
  })
  afterEach(() => queues.close())
  afterAll(() => source?.close())

  test('hands out what is due, also behind what an older process deferred', async () => {
    await deliver(patient, '1')
    await deliver(patient, '2')
    await deliver(patient, '3')
    // As a process from before `is_later` leaves it.
    await database.query(`update countersign.inbox set due_at = now() + interval '1 hour' where delivery_id = '1'`)
    const claim = await inbox.claim()
    if (claim === undefined) throw new Error('nothing was due')
    const [second, third] = claim.rows.map(({ row }) => row)

    await inbox.finish(
      claim,
      new Map([
        [second ?? 0, { kind: 'done' }],
        [third ?? 0, { kind: 'deferred', delayMs: 1, why: 'GitHub is away' }],
      ]),
    )

    await expect.poll(() => handedOut(inbox)).toEqual(['3'])
  })

  test('that is stopped is no 2xx; started again it has what was acknowledged, and keeps the redelivery', async () => {
    const before = await deliver(patient, '1')

    await source?.stop()
    const meanwhile = [await deliver(hasty, '2'), await deliver(hasty, '1')]
    await source?.start()
    const after = [await deliver(patient, '2'), await deliver(patient, '1')]

    expect([before, ...meanwhile]).toEqual(['202 accepted', '503', '503'])
    expect(after).toEqual(['202 accepted', '202 known'])
    expect(await handedOut(inbox)).toEqual(['1', '2'])
  })

  test('that does not get to it is no 2xx; what it stored after all is known, and handed out once', async () => {
    const unlock = await lockInbox(database)

    const meanwhile = await deliver(hasty, '2')
    await unlock()
    const after = await deliver(patient, '2')

    expect([meanwhile, after]).toEqual(['503', '202 known'])
    expect([await handedOut(inbox), await handedOut(inbox)]).toEqual([['2'], []])
  })

  test('whose thread dies while it stores is no 2xx; another takes its place, and each webhook is handed out once', async () => {
    const workers: Worker[] = []
    const noteWorker = (worker: Worker) => void workers.push(worker)
    process.on('worker', noteWorker)
    const before = await deliver(patient, '1')
    const unlock = await lockInbox(database)

    const dying = deliver(patient, '2')
    await expect.poll(countLocked).toBe(1)
    await workers.at(-1)?.terminate()
    const meanwhile = await dying
    await unlock()
    const after = [await deliver(patient, '3'), await deliver(patient, '1')]
    process.off('worker', noteWorker)

    expect([before, meanwhile, ...after]).toEqual(['202 accepted', '503', '202 accepted', '202 known'])
    expect(workers).toHaveLength(2)
    expect((await handedOut(inbox)).filter((id) => id !== '2')).toEqual(['1', '3'])
  })

  test('that is emptied while it is in use is set up again, and goes on', async () => {
    const before = await deliver(patient, '1')

    await database.query('drop schema countersign cascade')
    const after = await deliver(patient, '2')

    expect([before, after]).toEqual(['202 accepted', '202 accepted'])
    expect(await handedOut(inbox)).toEqual(['2'])
  })

  test('that is emptied: a lease from before, given back late, ends none that was taken since', async () => {
    const lease = () => leasePartition(database.query, 'ada/clock#7', 'this', 60_000)
    const former = await lease()
    await database.query('drop schema countersign cascade')
    await migrate(database)
    await lease()

    await releasePartition(database.query, 'ada/clock#7', 'this', former ?? '')

    const kept = await extendPartitions(database.query, 'this', ['ada/clock#7'], 60_000)
    expect([...kept]).toEqual(['ada/clock#7'])
  })

  test('that ends a connection in the middle of a transaction ends that transaction and nothing else', async () => {
    const cut = database.transaction(async (query) => {
      const [row] = await query('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1)', [row?.['pid']])
      // The server's word arrives between two statements.
      await expect.poll(() => isGone(Number(row?.['pid']))).toBe(true)
      await query('select 1')
    })

    await expect(cut).rejects.toThrow(/connection/i)
    expect(await deliver(patient, '1')).toBe('202 accepted')
  })

  async function countLocked(): Promise<number> {
    const waiting = `datname = current_database() and wait_event_type = 'Lock'`
    return (await database.query(`select 1 from pg_stat_activity where ${waiting}`)).length
  }

  async function isGone(pid: number): Promise<boolean> {
    return (await database.query('select 1 from pg_stat_activity where pid = $1', [pid])).length === 0
  }
})
