import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKnownHeads } from '../../../src/adapters/postgres/create-known-heads.ts'
import type { KnownHeads } from '../../../src/application/ports/state/known-heads.ts'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import { migrate } from '../../../src/adapters/postgres/tables/migrate.ts'
import { remakeTables } from '../../../src/adapters/postgres/tables/remake-tables.ts'
import { createServerSource, type DatabaseSource } from '../../support/queues/database-sources.ts'
import { BreakableFile } from '../../support/breakable-file.ts'

describe('heads that are remembered in Postgres', () => {
  let source: DatabaseSource
  let database: Database
  const faults: string[] = []
  const open = () => createKnownHeads(remakeTables(database).query, (what) => faults.push(what))

  beforeAll(async () => {
    source = await createServerSource()
    database = await source.open()
    await migrate(database)
  })
  afterAll(() => source.close())

  test('the last one noted is recalled by the next process, and none where none is known', async () => {
    const heads = open()
    heads.note('octo/widgets', 'a'.repeat(40))
    heads.note('octo/widgets', 'b'.repeat(40))
    await heads.settled()

    expect(await open().recall('octo/widgets')).toMatchObject({ sha: 'b'.repeat(40) })
    expect(await open().recall('octo/gadgets')).toBeUndefined()
  })

  test('one that no longer counts is forgotten', async () => {
    const heads = open()
    heads.note('octo/forgotten', 'a'.repeat(40))
    heads.note('octo/forgotten', null)
    await heads.settled()

    expect(await open().recall('octo/forgotten')).toBeUndefined()
  })

  test('a database that was emptied remembers nothing, and is filled again', async () => {
    const heads = open()
    heads.note('octo/widgets', 'a'.repeat(40))
    await heads.settled()

    await database.query('drop schema countersign cascade')

    expect(await heads.recall('octo/widgets')).toBeUndefined()
    heads.note('octo/widgets', 'c'.repeat(40))
    await heads.settled()
    expect(await heads.recall('octo/widgets')).toMatchObject({ sha: 'c'.repeat(40) })
    expect(faults).toEqual([])
  })

  test('a database that cannot be asked holds nobody up, and is told of', async () => {
    const broken = createKnownHeads(
      () => Promise.reject(new Error('gone')),
      (what) => faults.push(what),
    )

    broken.note('octo/widgets', 'a'.repeat(40))
    await broken.settled()

    expect(await broken.recall('octo/widgets')).toBeUndefined()
    expect(faults.splice(0)).toHaveLength(2)
  })
})

describe('heads that are remembered in the embedded database', () => {
  const faults: string[] = []
  let file: BreakableFile

  beforeAll(async () => {
    file = await BreakableFile.make()
  })
  afterAll(() => file.remove())

  const reopen = async () => {
    const queues = await file.openQueues((what) => faults.push(what))
    return { heads: queues.heads as KnownHeads, close: () => queues.close() }
  }

  test('the last one noted is recalled, also by the next process, and none that no longer counts', async () => {
    const before = await reopen()
    before.heads.note('octo/widgets', 'a'.repeat(40))
    before.heads.note('octo/widgets', 'b'.repeat(40))
    before.heads.note('octo/gadgets', 'c'.repeat(40))
    before.heads.note('octo/gadgets', null)
    const here = await before.heads.recall('octo/widgets')
    await before.close()
    const after = await reopen()

    expect([here?.sha, await after.heads.recall('octo/widgets')]).toEqual(['b'.repeat(40), here])
    expect(await after.heads.recall('octo/gadgets')).toBeUndefined()
    await after.close()
    expect(faults).toEqual([])
  })

  test('a database that takes nothing holds nobody up, and is told of', async () => {
    const { heads, close } = await reopen()
    file.fault = 'full'

    heads.note('octo/widgets', 'd'.repeat(40))

    await expect.poll(() => faults).toContain('the newest head of a workflow branch was not remembered')
    file.fault = undefined
    await close()
  })
})
