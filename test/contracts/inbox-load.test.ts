import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInbox } from '../../src/adapters/postgres/create-inbox.ts'
import { openEmbedded } from '../../src/adapters/postgres/open-embedded.ts'
import type { Delivery, Inbox } from '../../src/application/ports/inbox.ts'
import { createEmbeddedSource } from '../support/database-sources.ts'

let source: Awaited<ReturnType<typeof createEmbeddedSource>>
let writer: ChildProcess | undefined

beforeAll(async () => {
  source = await createEmbeddedSource()
})
afterAll(async () => {
  writer?.kill('SIGKILL')
  await source.close()
})

function buildDelivery(n: number, issues: number): Delivery {
  const id = `delivery-${n}`
  const lane = `octo-org/widgets#${n % issues}`
  return { id, event: 'issue_comment', body: '{}', bodySha256: id, lane, receivedAt: '2026-11-21T03:12:00.000Z' }
}

test('fetching stays fast with 20,000 rows over 2,000 issues, never analysed', async () => {
  const inbox = await createInbox(await source.open(), { leaseMs: 60_000, isAlone: true })
  await Promise.all(Array.from({ length: 20_000 }, (_, n) => inbox.store(buildDelivery(n, 2_000))))
  const took: number[] = []

  for (let times = 0; times < 200; times += 1) {
    const before = performance.now()
    const claim = await inbox.claim()
    took.push(performance.now() - before)
    if (claim === undefined) throw new Error('nothing was due')
    expect(claim.rows).toHaveLength(10)
    await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
  }

  const median = took.toSorted((a, b) => a - b)[100] ?? Number.NaN
  expect(median).toBeLessThan(50)
  expect(await inbox.countWaiting()).toBe(18_000)
})

/** Stores without end in a process of its own and says what was stored, a line for each. */
async function storeUntilKilled(folder: string, from: number, upTo: number): Promise<string[]> {
  const started = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/store-without-end.ts'), folder, String(from)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  writer = started
  const stored: string[] = []
  for await (const line of createInterface({ input: started.stdout })) {
    stored.push(line)
    if (stored.length === upTo) started.kill('SIGKILL')
  }
  if (started.exitCode === null && started.signalCode === null) await once(started, 'exit')
  return stored
}

async function listIds(inbox: Inbox): Promise<Set<string>> {
  return new Set((await inbox.list(1_000_000)).map(({ delivery }) => delivery))
}

test('ten kills while writing lose nothing that was stored', { timeout: 180_000 }, async () => {
  const folder = await source.folder()
  const stored: string[] = []

  for (let times = 0; times < 10; times += 1) {
    stored.push(...(await storeUntilKilled(folder, stored.length + times * 100_000, 20 + times * 7)))
  }

  const inbox = await createInbox(await openEmbedded(folder), { leaseMs: 60_000, isAlone: true })
  const kept = await listIds(inbox)
  await inbox.close()
  expect(stored.length).toBeGreaterThan(400)
  expect(stored.filter((id) => !kept.has(id))).toEqual([])
})
