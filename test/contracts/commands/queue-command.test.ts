import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockDatabase } from '../../../src/adapters/queue/embedded/lock-database.ts'
import { openServer } from '../../../src/adapters/postgres/server/open-server.ts'
import { runQueueDrop, runQueueList, runQueueRetry } from '../../../src/entrypoints/commands/queue.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { createServerSource, openQueues, type ServerSource } from '../../support/queues/database-sources.ts'

let source: ServerSource
let address: string

beforeAll(async () => {
  source = await createServerSource()
})
beforeEach(async () => {
  address = await source.address()
})
afterAll(() => source.close())

/** Three deliveries, of which the first two are dead. Their numbers are 1, 2 and 3. */
async function leaveThree(): Promise<void> {
  const database = await openServer(address, () => undefined)
  const queues = await openQueues(database)
  const { inbox } = queues
  await inbox.store(buildDelivery('a1'))
  await inbox.store(buildDelivery('a2'))
  const claim = await inbox.claim()
  if (claim === undefined) throw new Error('nothing was due')
  await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'dead', why: 'GitHub says no' }])))
  await inbox.store(buildDelivery('b1', 'octo-org/widgets#8'))
  await queues.close()
}

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

async function run(
  act: (io: Parameters<typeof runQueueList>[1]) => Promise<number>,
  env: Record<string, string> = { DATABASE_URL: address },
): Promise<Outcome> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await act({
    env,
    stdout: (text) => void stdout.push(text),
    stderr: (text) => void stderr.push(text),
    terminal: { colours: false, width: 120 },
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

async function listStates(): Promise<string[]> {
  const { stdout } = await run((io) => runQueueList({ json: true }, io))
  const entries = JSON.parse(stdout) as { row: number; state: string; attempts: number; fault: string | null }[]
  return entries.map(({ row, state, attempts, fault }) => `${row} ${state} ${attempts} ${fault}`)
}

test('what waits and what is dead is listed, also for programs', async () => {
  await leaveThree()

  const { code, stdout } = await run((io) => runQueueList({}, io))

  expect(code).toBe(0)
  expect(stdout).toMatch(/dead.*octo-org\/widgets#7.*GitHub says no/)
  expect(await listStates()).toEqual(['1 dead 1 GitHub says no', '2 dead 1 GitHub says no', '3 waiting 0 null'])
})

test('programs find the names that they always found', async () => {
  await leaveThree()

  const { stdout } = await run((io) => runQueueList({ json: true }, io))

  const [first] = JSON.parse(stdout) as Record<string, unknown>[]
  expect(Object.keys(first ?? {}).join(' ')).toBe('row delivery event lane state attempts receivedAt fault')
})

test('one is put back, its tries counted anew', async () => {
  await leaveThree()

  const outcome = await run((io) => runQueueRetry({ rows: [2], all: false }, io))

  expect(outcome).toEqual({
    code: 0,
    stdout: '1 put back, tries counted anew; the App takes it up when it runs.\n',
    stderr: '',
  })
  expect(await listStates()).toEqual(['1 dead 1 GitHub says no', '2 waiting 0 GitHub says no', '3 waiting 0 null'])
})

test('a number that isn’t there is named; the others are put back', async () => {
  await leaveThree()

  const none = await run((io) => runQueueRetry({ rows: [99], all: false }, io))
  const some = await run((io) => runQueueRetry({ rows: [1, 98, 99], all: false }, io))

  expect(none).toEqual({
    code: 1,
    stdout: 'Nothing was put back.\n',
    stderr: 'Not there: 99. What waits or is dead is shown by "countersign queue list".\n',
  })
  expect([some.code, some.stdout, some.stderr]).toEqual([
    1,
    expect.stringContaining('1 put back'),
    expect.stringContaining('Not there: 98, 99.'),
  ])
})

test('all are put back, also when there is nothing', async () => {
  const nothing = await run((io) => runQueueRetry({ rows: [], all: true }, io))
  await leaveThree()
  const all = await run((io) => runQueueRetry({ rows: [], all: true }, io))

  expect(nothing).toEqual({ code: 0, stdout: 'Nothing was put back.\n', stderr: '' })
  expect([all.code, all.stdout]).toEqual([0, expect.stringContaining('3 put back')])
  expect(await listStates()).toEqual(['1 waiting 0 GitHub says no', '2 waiting 0 GitHub says no', '3 waiting 0 null'])
})

test('what is dead for too long is named, and dropped like any other', async () => {
  await leaveThree()
  const database = await openServer(address, () => undefined)
  await database.query(`update countersign.inbox set received_at = now() - interval '7 days' where id = 1`)
  await database.close()

  const one = await run((io) => runQueueRetry({ rows: [1, 2], all: false }, io))
  const all = await run((io) => runQueueRetry({ rows: [], all: true }, io))
  const dropped = await run((io) => runQueueDrop({ rows: [1, 3], all: false }, io))

  expect([one.code, one.stdout, one.stderr]).toEqual([
    1,
    expect.stringContaining('1 put back'),
    expect.stringMatching(/^Not put back: 1: older than 6 days.*queue drop"\.\n$/),
  ])
  expect([all.code, all.stdout]).toEqual([1, expect.stringContaining('2 put back')])
  expect(dropped).toEqual({ code: 1, stdout: '1 dropped.\n', stderr: expect.stringMatching(/^Not dead: 3\..*\n$/) })
  expect(await listStates()).toEqual(['2 waiting 0 GitHub says no', '3 waiting 0 null'])
})

test('what was put back and is dead again before anybody looked is not called too old', async () => {
  await leaveThree()
  const database = await openServer(address, () => undefined)
  await database.query(`create function die() returns trigger language plpgsql as
    $$ begin update countersign.inbox set state = 'dead' where id = new.id; return null; end $$`)
  await database.query(`create trigger die after update on countersign.inbox for each row
    when (old.state = 'dead' and new.state = 'waiting') execute function die()`)
  await database.close()

  const some = await run((io) => runQueueRetry({ rows: [1], all: false }, io))
  const all = await run((io) => runQueueRetry({ rows: [], all: true }, io))

  expect([some.code, some.stderr, all.code, all.stderr]).toEqual([0, '', 0, ''])
})

test('where more waits than is looked through, it is said', async () => {
  await leaveThree()
  const database = await openServer(address, () => undefined)
  await database.query(`insert into countersign.inbox (delivery_id, body_sha256, event, lane, body, received_at, installation_id)
    select 'c' || n, 'c' || n, 'issues', 'octo-org/widgets#8', '', now(), 5 from generate_series(1, 1000) as n`)
  await database.query(`update countersign.inbox set state = 'dead', received_at = now() - interval '7 days'
    where id = (select max(id) from countersign.inbox)`)
  const [last] = await database.query('select max(id) as id from countersign.inbox')
  await database.close()

  const one = await run((io) => runQueueRetry({ rows: [Number(last?.['id'])], all: false }, io))
  const all = await run((io) => runQueueRetry({ rows: [], all: true }, io))

  expect(one).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Not among the oldest 1000: \d+\./) })
  expect(all.stderr).toBe('Only the oldest 1000 were looked through for what is older than 6 days.\n')
})

test.each([
  ['neither numbers nor --all', { rows: [], all: false }],
  ['both numbers and --all', { rows: [1], all: true }],
])('%s is refused', async (_name, args) => {
  const outcome = await run((io) => runQueueRetry(args, io))

  expect([outcome.code, outcome.stdout]).toEqual([2, ''])
  expect(outcome.stderr).toContain('either numbers from "queue list", or --all')
})

test('a server that has the embedded database is named by its process, with the ways on', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-queue-'))
  const lock = await lockDatabase(dir)

  const listing = run((io) => runQueueList({}, io), { DATA_DIR: dir })

  await expect(listing).rejects.toMatchObject({
    code: 'database_locked',
    message: `the database in ${dir} is in use by process ${process.pid}`,
    details: expect.stringMatching(/^Stop that process first; .*DATABASE_URL.*DATA_DIR.*delete .*\.lock$/),
  })
  await lock.release()
  await rm(dir, { recursive: true })
})

test('outside of a server’s folder it says where there is no database, and makes none', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))

  const looking = run((io) => runQueueList({}, io), { DATA_DIR: join(dir, '.countersign') })

  await expect(looking).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: `there is no database in ${join(dir, '.countersign')}`,
  })
  expect(await readdir(dir)).toEqual([])
  await rm(dir, { recursive: true })
})
