import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findNative, installPostgres } from './install-postgres.ts'

let closed: string

/** A folder that no other user may enter. */
beforeEach(async () => {
  closed = await mkdtemp(join(tmpdir(), 'countersign-closed-'))
  await chmod(closed, 0o700)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(closed, { recursive: true })
})

test('the programs of a folder that other users can’t enter are run all the same, as root too', async () => {
  const native = join(closed, 'native')
  await cp(findNative(), native, { recursive: true, verbatimSymlinks: true })

  const { binaries, user, dir, remove } = await installPostgres(native)

  const { stdout } = await promisify(execFile)(join(binaries, 'initdb'), ['--version'], { ...user, cwd: dir })
  await remove()
  expect(stdout).toMatch(/^initdb \(PostgreSQL\) \d+/)
})

test('where temporary files lie in such a folder, a server’s data lies elsewhere', async () => {
  vi.stubEnv('TMPDIR', closed)

  const { dir, user, remove } = await installPostgres()

  await promisify(execFile)('touch', [join(dir, 'written')], { ...user, cwd: '/' })
  const found = await readdir(dir)
  await remove()
  expect(found).toEqual(['written'])
})

test('programs that can’t be started are an error that says what was seen and what to do', async () => {
  const native = join(closed, 'native')
  await mkdir(join(native, 'bin'), { recursive: true })

  await expect(installPostgres(native)).rejects.toThrow(/Postgres .*ENOENT.*(npm ci|another user than root)/s)
})
