import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openQueues } from '../../../src/entrypoints/server/open-queues.ts'
import { parseDatabaseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-queues-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function openAndClose(): Promise<string[]> {
  const said: string[] = []
  const settings = parseDatabaseSettings({ DATA_DIR: dir })
  const queues = await openQueues(
    settings,
    () => {},
    (what) => said.push(what),
  )
  await queues.close()
  return said
}

test('the embedded database of an earlier version is told of, with what becomes of its webhooks, and left as it is', async () => {
  await mkdir(join(dir, 'database'))
  await writeFile(join(dir, 'database', 'PG_VERSION'), '18\n')

  const said = await openAndClose()

  expect(said).toEqual([expect.stringMatching(/\/database is the embedded database of an earlier version.*the sweep/)])
  expect([await readdir(dir), await readdir(join(dir, 'database'))]).toEqual([
    ['database', 'database.sqlite'],
    ['PG_VERSION'],
  ])
  expect(await readFile(join(dir, 'database', 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('where there is none, nothing is said', async () => {
  expect(await openAndClose()).toEqual([])
})
