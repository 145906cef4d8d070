import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { buildRunOrder } from '../../support/build-run-order.ts'
import { countRowsRead } from '../../support/queues/count-rows-read.ts'
import { createServerSource, type DatabaseSource, openQueues } from '../../support/queues/database-sources.ts'

/** All that waits is of one installation: 19,000 of one repository, and 10 of each of a hundred others. */
const fill = `
insert into countersign.run (id, repository, installation_id, issue, op, ordered_by, is_untried)
select repository || ' ' || number, repository, 5, number, number, 'elsewhere', true
from (
  select number, case when number <= 19000 then 'octo-org/large' else 'octo-org/small-' || number % 100 end as repository
  from generate_series(1, 20000) as number
) as ordered`

describe('Postgres with 20,000 runs that wait, never analysed', () => {
  let source: DatabaseSource
  let database: Database
  let queues: Queues

  beforeAll(async () => {
    source = await createServerSource()
    database = await source.open()
    queues = await openQueues(database, { runsPerRepository: 32 })
    await database.query(fill)
  })
  afterAll(() => source.close())

  /** Rows read by each of so many takings, and their repositories. */
  async function take(count: number): Promise<{ readByEach: number; taken: string[] }> {
    const before = await countRowsRead(database)
    const taken: string[] = []
    for (let times = 0; times < count; times += 1) {
      const run = await queues.runs.take()
      if (run !== undefined) taken.push(run.id)
    }
    return { readByEach: ((await countRowsRead(database)) - before) / count, taken }
  }

  /** Nothing is left but one repository, which has as many at work as it may have. */
  async function fillPlaces(): Promise<void> {
    await database.query(`delete from countersign.run where repository <> 'octo-org/large'`)
    await database.query(
      `update countersign.run set holder = 'elsewhere', held_until = now() + interval '1 hour'
       where id in (select id from countersign.run order by place limit 32)`,
    )
  }

  test('hands them out repository by repository, reading what is at work and little more', async () => {
    const { readByEach, taken } = await take(101)

    expect(new Set(taken.map((id) => id.split(' ')[0])).size).toBe(101)
    expect(readByEach).toBeLessThan(40)
  })

  test('and looks no further where every repository has as many at work as it may have', async () => {
    await fillPlaces()

    const { readByEach, taken } = await take(10)

    expect(taken).toEqual([])
    expect(readByEach).toBeLessThan(100)
  })

  test('nor over what was deferred, of the same repository or of others', async () => {
    await fillPlaces()
    const before = await take(10)
    const names = Array.from({ length: 40 }, (_, index) => `later-${index}`)
    const orders = names.flatMap((name) => [buildRunOrder('1', name), buildRunOrder(name, 'later')])
    await queues.runs.add(orders)
    for (let run = await queues.runs.take(); run !== undefined; run = await queues.runs.take())
      await queues.runs.defer(run, { delayMs: 3_600_000, waitsFor: 'outage' })

    const after = await take(10)

    expect([before.taken, after.taken]).toEqual([[], []])
    expect(after.readByEach).toBeLessThan(before.readByEach + 10)
  })
})
