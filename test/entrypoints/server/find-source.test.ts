import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSource } from '../../../src/entrypoints/server/find-source.ts'

const env = { PATH: process.env['PATH'] }
const takes = '--repo takes a path, an address or owner/name'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})

afterEach(() => rm(dir, { recursive: true }))

test('who stands in a folder of a clone means that clone', async () => {
  await execa('git', ['init', '--quiet', dir])
  const folder = join(dir, 'src', 'deep')
  await mkdir(folder, { recursive: true })

  expect(await findSource(folder, env)).toBe(join(dir, '.git'))
})

test.each([
  ['octo/widgets', 'https://github.com/octo/widgets.git'],
  ['https://example.com/a/b.git', 'https://example.com/a/b.git'],
  ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
])('%s is an address', async (given, address) => {
  expect(await findSource(given, env)).toBe(address)
})

test('a folder that is in no repository is called that, with what can be given instead', async () => {
  await expect(findSource(dir, env)).rejects.toThrow(`${dir} is no git repository, nor in one; ${takes}`)
})

test.each(['nowhere', './nowhere', '/no/where'])('%s, where nothing is, is not called a repository', async (path) => {
  await expect(findSource(path, env)).rejects.toThrow(`there is no ${path}; ${takes}`)
})
