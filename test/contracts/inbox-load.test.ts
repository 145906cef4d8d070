import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/adapters/postgres/tables/database.ts'
import type { RowOutcome } from '../../src/application/ports/queues/inbox.ts'
import { buildDelivery } from '../support/build-delivery.ts'
import { countRowsRead } from '../support/count-rows-read.ts'
import { createEmbeddedSource, databaseKinds, type DatabaseSource, openQueues } from '../support/database-sources.ts'

const deferred: RowOutcome = { kind: 'deferred', delayMs: 3_600_000, why: 'GitHub is away' }

/** A database that counts the statements that store deliveries. */
function countStatements(database: Database): { counted: Database; count: () => number } {
  let sent = 0
  const query: Database['query'] = (sql, parameters) => {
    if (sql.includes('insert into countersign.inbox ')) sent += 1
    return database.query(sql, parameters)
  }
  return { counted: { ...database, query }, count: () => sent }
}

describe.each(databaseKinds)('%s with 20,000 deliveries for 2,000 issues, never analysed', (_name, openSource) => {
  let source: DatabaseSource

  beforeAll(async () => {
    source = await openSource()
  })
  afterAll(() => source.close())

  test('took them in few statements, and reads no more than an issue’s own rows to hand them out', async () => {
    const database = await source.open()
    const { counted, count } = countStatements(database)
    const { inbox } = await openQueues(counted)
    const sentBefore = count()
    const deliveries = Array.from({ length: 20_000 }, (_, n) => buildDelivery(`${n}`, `octo-org/widgets#${n % 2_000}`))
    await Promise.all(deliveries.map((delivery) => inbox.store(delivery)))
    const statements = count() - sentBefore
    const readBefore = await countRowsRead(database)

    for (let times = 0; times < 100; times += 1) {
      const claim = await inbox.claim()
      expect(claim?.rows).toHaveLength(10)
      if (claim !== undefined) await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
    }

    const readByEach = ((await countRowsRead(database)) - readBefore) / 100
    expect(statements).toBeLessThanOrEqual(20_000 / 100)
    // Ten rows are looked for, handed out and settled; the rest is their partition.
    expect(readByEach).toBeLessThan(60)
    expect(await inbox.countWaiting()).toBe(19_000)
  })

  test('and reads none of what was deferred, neither of other issues nor of the same', async () => {
    const database = await source.open()
    const { inbox } = await openQueues(database)
    const others = Array.from({ length: 60 }, (_, n) => buildDelivery(`${n}`, `octo-org/later-${n % 30}#${n}`))
    const before = Array.from({ length: 200 }, (_, n) => buildDelivery(`same ${n}`))
    await Promise.all([...others, ...before].map((delivery) => inbox.store(delivery)))
    for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim())
      await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, deferred])))
    const readBefore = await countRowsRead(database)

    for (let times = 0; times < 10; times += 1) {
      await inbox.store(buildDelivery(`new ${times}`))
      const claim = await inbox.claim()
      expect(claim?.rows).toHaveLength(1)
      if (claim !== undefined) await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
      expect(await inbox.claim()).toBeUndefined()
    }

    expect(((await countRowsRead(database)) - readBefore) / 10).toBeLessThan(60)
    expect(await inbox.countWaiting()).toBe(260)
  })
})

test('an embedded database that forgets what is done does not grow', { timeout: 120_000 }, async () => {
  const source = await createEmbeddedSource()
  const database = await source.open()
  const sizes: number[] = []

  for (let week = 1; week <= 4; week += 1) {
    const { inbox } = await openQueues(database, { isAlone: true })
    const deliveries = Array.from({ length: 300 }, (_, n) =>
      buildDelivery(`${week} ${n}`, `lane ${n % 10}`, randomBytes(4_000).toString('hex')),
    )
    await Promise.all(deliveries.map((delivery) => inbox.store(delivery)))
    for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim())
      await inbox.finish(claim, new Map(claim.rows.map(({ row }) => [row, { kind: 'done' }])))
    await database.query(`update countersign.inbox set settled_at = settled_at - interval '8 days'`)
    const [row] = await database.query(`select pg_total_relation_size('countersign.inbox') as bytes`)
    sizes.push(Number(row?.['bytes']))
  }
  await source.close()

  expect(sizes[3]).toBeLessThan(1.5 * (sizes[1] ?? 0))
})

const settledLongAgo = `
insert into countersign.inbox (delivery_id, body_sha256, event, lane, body, received_at, state, settled_at)
select n::text, n::text, 'issues', 'octo-org/widgets#7', '', now(), 'done', now() - interval '8 days'
from generate_series(1, 6000) as n`

test('an embedded database forgets in portions what was done long ago, and starts where it can’t', async () => {
  const source = await createEmbeddedSource()
  const database = await source.open()
  await openQueues(database)
  await database.query(settledLongAgo)
  await database.query(
    `create function countersign.keep() returns trigger language plpgsql as 'begin raise disk_full; end'`,
  )
  await database.query('create trigger keep before delete on countersign.inbox execute function countersign.keep()')
  const sent: string[] = []
  const query: Database['query'] = (sql, parameters) => {
    sent.push(sql)
    return database.query(sql, parameters)
  }
  const countRows = () => database.query('select count(*)::integer as rows from countersign.inbox')

  await openQueues({ ...database, query }, { isAlone: true })
  const kept = await countRows()
  await database.query('drop function countersign.keep cascade')
  sent.length = 0
  await openQueues({ ...database, query }, { isAlone: true })

  expect([kept, await countRows()]).toEqual([[{ rows: 6_000 }], [{ rows: 0 }]])
  expect(sent.filter((sql) => sql.includes('delete from countersign.inbox using'))).toHaveLength(2)
  await source.close()
})
