import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDatabase } from '../../../../src/adapters/queue/embedded/lock-database.ts'
import { findProcessStart } from '../../../../src/adapters/process/is-process-alive.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-lock-'))
  path = join(folder, 'database.lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const holdAs = (pid: number, host = hostname(), started?: string) =>
  writeFile(path, JSON.stringify({ pid, host, id: 'another', started }))

test('a folder that another process holds is refused, with both named', async () => {
  await holdAs(process.ppid)

  await expect(lockDatabase(folder)).rejects.toMatchObject({
    code: 'database_locked',
    message: `the database in ${folder} is in use by process ${process.ppid}`,
  })
})

test('a process that began when the lock says is the one that holds it', async () => {
  await holdAs(process.ppid, hostname(), findProcessStart(process.ppid))

  await expect(lockDatabase(folder)).rejects.toMatchObject({ code: 'database_locked' })
})

test('a process that has the number of the one that was killed does not hold its lock', async () => {
  await holdAs(process.ppid, hostname(), '1')

  const lock = await lockDatabase(folder)

  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    pid: process.pid,
    started: findProcessStart(process.pid),
  })
  await lock.release()
})

test('a folder that this process holds is refused until it is released', async () => {
  const lock = await lockDatabase(folder)

  await expect(lockDatabase(folder)).rejects.toMatchObject({ code: 'database_locked' })
  await lock.release()
  await (await lockDatabase(folder)).release()
})

test('the lock of a process that ended is taken over, by one of many', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  await holdAs(ended.pid ?? 0)

  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDatabase(folder)))

  const taken = tries.filter((one) => one.status === 'fulfilled')
  expect(taken).toHaveLength(1)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
  await taken[0]?.value.release()
})

test('a process of another machine holds its folder as long as it touches the lock', async () => {
  await holdAs(1, 'elsewhere')

  await expect(lockDatabase(folder)).rejects.toMatchObject({
    message: expect.stringContaining('process 1 on elsewhere'),
  })
})

test.each([
  ['of another machine', JSON.stringify({ pid: 1, host: 'elsewhere', id: 'another' })],
  ['that lost its content when the power failed', ''],
])('a lock %s is taken over when nobody touched it for long', async (_name, content) => {
  await writeFile(path, content)
  await expect(lockDatabase(folder)).rejects.toMatchObject({ code: 'database_locked' })
  const minuteAgo = new Date(Date.now() - 60_000)
  await utimes(path, minuteAgo, minuteAgo)

  const lock = await lockDatabase(folder)

  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
  await lock.release()
})
