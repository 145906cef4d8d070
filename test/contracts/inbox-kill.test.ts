import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../../src/adapters/postgres/open-embedded.ts'
import { createEmbeddedSource, type EmbeddedSource, openQueues } from '../support/database-sources.ts'

/** Each costs the start of a process and the opening of a database; `DATABASE_KILLS=50` for more. */
const kills = Number(process.env['DATABASE_KILLS'] ?? '5')

let source: EmbeddedSource
let writer: ChildProcess | undefined

beforeAll(async () => {
  source = await createEmbeddedSource()
})
afterAll(async () => {
  writer?.kill('SIGKILL')
  await source.close()
})

/** Stores without end in a process of its own, that is killed once it said of so many that they are stored. */
async function storeUntilKilled(folder: string, from: number, upTo: number): Promise<string[]> {
  const script = join(import.meta.dirname, '../support/store-without-end.ts')
  const started = spawn(process.execPath, [script, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] })
  writer = started
  const stored: string[] = []
  for await (const line of createInterface({ input: started.stdout })) {
    stored.push(line)
    if (stored.length === upTo) started.kill('SIGKILL')
  }
  if (started.exitCode === null && started.signalCode === null) await once(started, 'exit')
  return stored
}

test(`${kills} kills while writing lose nothing that was stored`, { timeout: 60_000 + kills * 20_000 }, async () => {
  const folder = await source.folder()
  const stored: string[] = []

  for (let times = 0; times < kills; times += 1) {
    stored.push(...(await storeUntilKilled(folder, times * 100_000, 20 + times * 7)))
  }

  const queues = await openQueues(await openEmbedded(folder), { isAlone: true })
  const kept = new Set((await queues.inbox.list(1_000_000)).map(({ delivery }) => delivery))
  await queues.close()
  expect(stored.length).toBeGreaterThanOrEqual(kills * 20)
  expect(stored.filter((id) => !kept.has(id))).toEqual([])
})
