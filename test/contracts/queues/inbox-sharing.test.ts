import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import { openServer } from '../../../src/adapters/postgres/server/open-server.ts'
import type { Inbox } from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { createServerSource, openQueues, type ServerSource } from '../../support/queues/database-sources.ts'

let source: ServerSource
/** Two processes on one Postgres, as far as it can tell. */
let databases: [Database, Database]
let inboxes: [Inbox, Inbox]

beforeAll(async () => {
  source = await createServerSource()
})
beforeEach(async () => {
  const address = await source.address()
  const open = () => openServer(address, () => undefined)
  databases = [await open(), await open()]
  const queues: [Queues, Queues] = await Promise.all([openQueues(databases[0]), openQueues(databases[1])])
  inboxes = [queues[0].inbox, queues[1].inbox]
  return async () => {
    for (const one of queues) await one.close()
  }
})
afterAll(() => source.close())

/** Takes partitions and ends them until nothing is due; remembers what it was handed. */
async function drain(inbox: Inbox, held: Set<string>, handed: string[]): Promise<void> {
  for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim()) {
    expect(held).not.toContain(claim.partition)
    held.add(claim.partition)
    handed.push(...claim.rows.map(({ delivery }) => delivery.id))
    // Lets the others take what they can get.
    await inbox.countWaiting()
    held.delete(claim.partition)
    await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
  }
}

test('two processes, each with four workers, share the partitions: none is held twice, each row is handed out once', async () => {
  const ids = Array.from({ length: 300 }, (_, n) => `${n}`)
  await Promise.all(ids.map((id) => inboxes[0].store(buildDelivery(id, `lane ${Number(id) % 60}`))))
  const held = new Set<string>()
  const handed: string[][] = [[], []]

  await Promise.all(
    [0, 1, 0, 1, 0, 1, 0, 1].map((process) => drain(inboxes[process === 0 ? 0 : 1], held, handed[process] ?? [])),
  )

  expect(handed.flat().toSorted()).toEqual(ids.toSorted())
  expect(handed.map((own) => own.length > 0)).toEqual([true, true])
})

test('what both are told at once, in any order, is stored once', async () => {
  const deliveries = Array.from({ length: 300 }, (_, n) => buildDelivery(`${n}`, `lane ${n % 60}`))

  const outcomes = await Promise.all([
    ...deliveries.map((delivery) => inboxes[0].store(delivery)),
    ...deliveries.toReversed().map((delivery) => inboxes[1].store(delivery)),
  ])

  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(300)
  expect(await inboxes[0].countWaiting()).toBe(300)
})

test('a row that one puts back is handed out by the other', async () => {
  await inboxes[0].store(buildDelivery('a'))
  const claim = await inboxes[0].claim()
  const [row] = claim?.rows ?? []
  if (claim === undefined || row === undefined) throw new Error('nothing was due')
  await inboxes[0].finish(claim, new Map([[row.row, { kind: 'dead', why: 'it is no use' }]]))

  await inboxes[1].retry([row.row])

  expect((await inboxes[1].claim())?.rows.map(({ delivery }) => delivery.id)).toEqual(['a'])
})

test('transactions that wait for each other crosswise both end', async () => {
  const [one, other] = databases
  await one.query('create table public.thing (name text primary key, touched integer not null default 0)')
  await one.query(`insert into public.thing values ('a'), ('b')`)
  const touch = 'update public.thing set touched = touched + 1 where name = $1'
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const crosswise = (database: Database, index: number, names: [string, string]) =>
    database.transaction(async (query) => {
      await query(touch, [names[0]])
      both[index]?.resolve()
      await Promise.all(both.map(({ promise }) => promise))
      await query(touch, [names[1]])
    })

  await Promise.all([crosswise(one, 0, ['a', 'b']), crosswise(other, 1, ['b', 'a'])])

  const rows = await one.query('select name, touched from public.thing order by name')
  expect(rows).toEqual([
    { name: 'a', touched: 2 },
    { name: 'b', touched: 2 },
  ])
})
