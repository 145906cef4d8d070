import { createHmac } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/adapters/postgres/tables/database.ts'
import { DatabaseThread } from '../../src/adapters/postgres/embedded/database-thread.ts'
import { openEmbedded } from '../../src/adapters/postgres/embedded/open-embedded.ts'
import { openServer } from '../../src/adapters/postgres/server/open-server.ts'
import type { Inbox } from '../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../src/application/ports/queues/queues.ts'
import { createIntake, type TakeWebhook } from '../../src/entrypoints/intake/intake.ts'
import {
  createEmbeddedSource,
  createServerSource,
  type EmbeddedSource,
  openQueues,
  type ServerSource,
} from '../support/database-sources.ts'
import { buildPayload } from '../support/webhook-payloads.ts'

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

/** From now on each insertion into the inbox hangs. */
async function makeInsertionsHang(database: Database): Promise<void> {
  await database.query(
    `create function countersign.hang() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end'`,
  )
  await database.query('create trigger hang before insert on countersign.inbox execute function countersign.hang()')
}

/** From now on nothing can be written to that table, as when the disk is full. */
async function makeFull(database: Database, table: string): Promise<void> {
  await database.query(
    `create function countersign.hang() returns trigger language plpgsql as 'begin raise disk_full; end'`,
  )
  await database.query(
    `create trigger hang before insert or update on countersign.${table} execute function countersign.hang()`,
  )
}

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

const heal = (database: Database) => database.query('drop function countersign.hang cascade')

describe('an embedded database', () => {
  const workers: Worker[] = []
  const noteWorker = (worker: Worker) => void workers.push(worker)
  let source: EmbeddedSource | undefined
  let database: Database
  let queues: Queues
  let inbox: Inbox
  let patient: TakeWebhook
  let hasty: TakeWebhook

  beforeEach(async () => {
    source ??= await createEmbeddedSource()
    process.on('worker', noteWorker)
    await open()
  })
  afterEach(async () => {
    process.off('worker', noteWorker)
    await queues.close()
  })
  afterAll(() => source?.close())

  async function open(statementMs?: number): Promise<void> {
    database = await openEmbedded((await source?.folder()) ?? '', statementMs)
    queues = await openQueues(database, { isAlone: true })
    inbox = queues.inbox
    patient = startIntake(inbox, patientMs)
    hasty = startIntake(inbox, hastyMs)
  }

  test('that hangs is no 2xx; its thread is replaced, and the redelivery is kept', async () => {
    await queues.close()
    await open(4_000)
    const before = await deliver(patient, '1')
    await makeInsertionsHang(database)

    const meanwhile = await deliver(hasty, '2')
    await heal(database)
    const after = await deliver(patient, '2')

    expect([before, meanwhile, after]).toEqual(['202 accepted', '503', '202 accepted'])
    expect(await handedOut(inbox)).toEqual(['1', '2'])
  })

  test('whose thread dies while it stores is no 2xx; what it acknowledged before is there, and it goes on', async () => {
    const before = await deliver(patient, '1')
    await makeInsertionsHang(database)

    const dying = deliver(patient, '2')
    await workers.at(-1)?.terminate()
    const meanwhile = await dying
    await heal(database)
    const after = [await deliver(patient, '2'), await deliver(patient, '1')]

    expect([before, meanwhile, ...after]).toEqual(['202 accepted', '503', '202 accepted', '202 known'])
    expect(await handedOut(inbox)).toEqual(['1', '2'])
  })

  test('that is full hands nothing out twice: what became of it is recorded once there is space', async () => {
    await deliver(patient, '1')
    const claim = await inbox.claim()
    if (claim === undefined) throw new Error('nothing was due')
    const done = new Map(claim.rows.map(({ row }) => [row, { kind: 'done' as const }]))
    await makeFull(database, 'inbox')

    const refused = await inbox.finish(claim, done).catch((error: unknown) => error)
    const meanwhile = await handedOut(inbox)
    await heal(database)
    await inbox.finish(claim, done)

    expect(refused).toBeInstanceOf(Error)
    expect([meanwhile, await inbox.countWaiting()]).toEqual([[], 0])
  })

  test('that is full orders no run, and says that another try may', async () => {
    const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 5 }
    const order = { id: 'octo-org/widgets ISS-007/1', repository, issueNumber: 7, op: 'ISS-007/1', isUntried: true }
    await makeFull(database, 'run')

    const refused = await queues.runs.add([order]).catch((error: unknown) => error)
    await heal(database)
    await queues.runs.add([order])

    expect(refused).toMatchObject({ code: 'database_unavailable', retry: 'later' })
    expect(await queues.runs.countOpen()).toBe(1)
  })

  test('that is emptied while it is in use is set up again, and goes on', async () => {
    const before = await deliver(patient, '1')

    await database.query('drop schema countersign cascade')
    const after = await deliver(patient, '2')

    expect([before, after]).toEqual(['202 accepted', '202 accepted'])
    expect(await handedOut(inbox)).toEqual(['2'])
  })
})

test('an embedded database whose folder is broken is not opened, and it is said what to do', async () => {
  const source = await createEmbeddedSource()
  const folder = await source.folder()
  await truncate(join(folder, 'global', 'pg_control'))

  const refused = await openEmbedded(folder).catch((error: unknown) => error)

  expect(refused).toMatchObject({ code: 'database_unavailable', details: expect.stringContaining('move it away') })
  await source.close()
})

test('an embedded database that did not open in time is not called broken', async () => {
  const source = await createEmbeddedSource()
  const late = Object.assign(new Error('did not answer within 120000 ms'), { code: 'ETIMEDOUT' })
  const start = vi.spyOn(DatabaseThread, 'start').mockRejectedValueOnce(late)

  const refused = await openEmbedded(await source.folder()).catch((error: unknown) => error)

  start.mockRestore()
  expect(refused).toMatchObject({
    code: 'database_unavailable',
    details: expect.stringMatching(/^did not answer within 120000 ms\. That says nothing .* start again$/),
  })
  await source.close()
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

  async function isGone(pid: number): Promise<boolean> {
    return (await database.query('select 1 from pg_stat_activity where pid = $1', [pid])).length === 0
  }
})
