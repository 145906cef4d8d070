import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKnownHeads } from '../../src/adapters/postgres/create-known-heads.ts'
import type { Database } from '../../src/adapters/postgres/tables/database.ts'
import { migrate } from '../../src/adapters/postgres/tables/migrate.ts'
import { openEmbedded } from '../../src/adapters/postgres/embedded/open-embedded.ts'
import { remakeTables } from '../../src/adapters/postgres/embedded/remake-tables.ts'
import { createEmbeddedSource, type EmbeddedSource } from '../support/database-sources.ts'

describe('heads that are remembered', () => {
  let source: EmbeddedSource
  let database: Database
  const faults: string[] = []
  const open = () => createKnownHeads(remakeTables(database).query, (what) => faults.push(what))

  beforeAll(async () => {
    source = await createEmbeddedSource()
    database = await openEmbedded(await source.folder())
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await source.close()
  })

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
