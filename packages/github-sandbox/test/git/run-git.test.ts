import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readGit, runGit, runHttpBackend } from '../../src/git/run-git.ts'

let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-git-'))
  await readGit(dir, ['init', '--quiet', '--bare'])
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rm(dir, { recursive: true }))

test('what git writes is given whole, however much it is', async () => {
  const id = await readGit(dir, ['hash-object', '-w', '--stdin'], '0'.repeat(101_000_000))

  expect((await readGit(dir, ['cat-file', 'blob', id.trim()])).length).toBe(101_000_000)
})

test('a git that cannot be started is said', async () => {
  vi.stubEnv('PATH', '/nowhere')

  await expect(runGit(dir, ['status'])).rejects.toThrow(/^git status did not run: .*ENOENT/s)
  await expect(runHttpBackend({}, Buffer.of())).rejects.toThrow(/^git http-backend did not run: .*ENOENT/s)
})
