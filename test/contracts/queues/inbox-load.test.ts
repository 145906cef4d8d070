import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import type { RowOutcome } from '../../../src/application/ports/queues/inbox.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { countRowsRead } from '../../support/queues/count-rows-read.ts'
import { createServerSource, type DatabaseSource, openQueues } from '../../support/queues/database-sources.ts'

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

describe('Postgres with 20,000 deliveries for 2,000 issues, never analysed', () => {
  let source: DatabaseSource

  beforeAll(async () => {
    source = await createServerSource()
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
    // Ten rows are looked for, handed out and settled; the rest is their partition, and whose its repository is.
    expect(readByEach).toBeLessThan(80)
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
