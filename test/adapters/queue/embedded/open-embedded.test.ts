import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDelivery } from '../../../support/build-delivery.ts'
import { createEmbeddedDatabases, type EmbeddedDatabases } from '../../../support/queues/embedded-databases.ts'

let databases: EmbeddedDatabases
let folder: string
let file: string

beforeEach(async () => {
  databases = await createEmbeddedDatabases()
  folder = databases.folder()
  file = join(folder, 'database.sqlite')
})
afterEach(() => databases.close())

/** Leaves a database with so many deliveries that wait. */
async function leave(count: number): Promise<void> {
  const queues = await databases.open(folder)
  for (let n = 0; n < count; n += 1) await queues.inbox.store(buildDelivery(`${n}`))
  await queues.close()
}

const opening = () => databases.open(folder).catch((error: unknown) => error)

test('one that is closed leaves a single file, and the next process finds what waits in it', async () => {
  await leave(2)

  expect(await readdir(folder)).toEqual(['database.sqlite'])
  const claim = await (await databases.open(folder)).inbox.claim()
  expect(claim?.rows.map(({ delivery }) => delivery.id)).toEqual(['0', '1'])
})

test('what its process was at when it was killed is said to be abandoned, also where no row waits', async () => {
  await leave(1)
  const script = join(import.meta.dirname, '../../../support/queues/claim-and-keep.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(createInterface({ input: child.stdout }), 'line')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const { inbox, runs } = await databases.open(folder)
  const claim = await inbox.claim()

  expect(claim).toMatchObject({ partition: 'octo-org/widgets#7', rows: [], wasAbandoned: true, wasElsewhere: true })
  expect(await runs.take()).toMatchObject({ op: 'ISS-007/1', attempts: 2, isUntried: false, isOwn: false })
})

test.each([
  ['cut off', () => truncate(file, 5_000)],
  ['overwritten', () => overwrite(file)],
])('a file that was %s is not opened, is left as it is, and it is said what to do', async (_name, spoil) => {
  await leave(50)
  await spoil()
  const before = (await stat(file)).size

  const refused = await opening()

  expect(refused).toMatchObject({
    code: 'database_unavailable',
    message: `the database in ${folder} could not be opened`,
    details: expect.stringMatching(/broken: move database\.sqlite .* away and start again.*sweep/),
  })
  expect((await stat(file)).size).toBe(before)
})

test('a file that a newer version wrote is not opened, is left as it is, and it is said what to do', async () => {
  await leave(1)
  const newer = new DatabaseSync(file)
  newer.exec('pragma user_version = 99')
  newer.close()

  expect(await opening()).toMatchObject({
    code: 'database_unavailable',
    details: expect.stringMatching(
      /^it is of version 99, .*A newer version of Countersign wrote it: start that version/,
    ),
  })
})

test('a file that can’t be opened is not called broken', async () => {
  await mkdir(file, { recursive: true })

  expect(await opening()).toMatchObject({
    code: 'database_unavailable',
    details: expect.stringMatching(/^unable to open database file\. That says nothing .* start again$/),
  })
})

test('a second process on the folder is refused, also where somebody deleted the lock', async () => {
  await databases.open(folder)

  const locked = await opening()
  await rm(join(folder, 'database.lock'))
  const script = join(import.meta.dirname, '../../../support/queues/store-without-end.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) said.push(line)

  expect(locked).toMatchObject({
    code: 'database_locked',
    message: `the database in ${folder} is in use by process ${process.pid}`,
  })
  expect(said.join('\n')).toContain(`the database in ${folder} is in use by another process`)
})

test('a thread that ends is replaced, and what was stored before is there', async () => {
  const workers: Worker[] = []
  const note = (worker: Worker) => void workers.push(worker)
  process.on('worker', note)
  const { inbox } = await databases.open(folder)
  await inbox.store(buildDelivery('before'))

  await workers[0]?.terminate()
  await inbox.store(buildDelivery('after'))
  process.off('worker', note)

  expect(workers).toHaveLength(2)
  expect((await inbox.claim())?.rows.map(({ delivery }) => delivery.id)).toEqual(['before', 'after'])
})

/** In the middle, where rows are; as after a crash, since what was closed in order is not looked through. */
async function overwrite(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  for (let page = 2; page < 8; page += 1) await handle.write(Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096)
  await handle.close()
  await writeFile(`${path}-wal`, '')
}
