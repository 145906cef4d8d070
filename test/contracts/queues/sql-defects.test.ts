import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/adapters/postgres/tables/database.ts'
import {
  createServerSource,
  type DatabaseSource,
  emptyQueues,
  openQueues,
} from '../../support/queues/database-sources.ts'
import { plantSql, type SqlDefect } from '../../support/queues/plant-sql.ts'
import {
  checkFormerHolderToChangeNothing,
  checkFormerWorkerToBeRefused,
  checkKnownAgain,
  checkPartitionOfOne,
  checkLateReleaseToChangeNothing,
  checkLostPartitionNotToBeKept,
  checkRunToBeGivenOutOnce,
  type TwoProcesses,
} from '../../support/queues/queue-promises.ts'

/** Deliberate mistakes in statements, each with what the contract tests of the queues say about it. */
const defects: (SqlDefect & { expectation: (processes: TwoProcesses) => Promise<void> })[] = [
  {
    name: 'a delivery that is known is stored once more',
    find: 'on conflict do nothing\n  returning delivery_id',
    replace: "on conflict (delivery_id) do update set state = 'waiting'\n  returning delivery_id",
    expectation: ({ here }) => checkKnownAgain(here.inbox),
  },
  {
    name: 'a partition that another process works in is handed out',
    find: '(held_until <= now() or holder = $1)',
    replace: '(held_until is not null or holder = $1)',
    expectation: checkPartitionOfOne,
  },
  {
    name: 'who lost a partition says what became of its rows',
    find: 'where lane = $1 and holder = $2 returning lane',
    replace: 'where lane = $1 and $2::text is not null returning lane',
    expectation: checkFormerHolderToChangeNothing,
  },
  {
    name: 'a partition is given back that was taken again since',
    find: 'and turn = $3::bigint',
    replace: 'and turn >= $3::bigint',
    expectation: checkLateReleaseToChangeNothing,
  },
  {
    name: 'who lost a partition keeps it',
    find: 'where holder = $1 and lane = any($2::text[])',
    replace: 'where $1::text is not null and lane = any($2::text[])',
    expectation: checkLostPartitionNotToBeKept,
  },
  {
    name: 'a run that somebody works on is handed out',
    find: 'and held_until <= now() and due_at <= now()',
    replace: 'and due_at <= now()',
    expectation: checkRunToBeGivenOutOnce,
  },
  {
    name: 'who lost a run says what it came to',
    find: 'where id = $1 and holder = $2 returning id',
    replace: 'where id = $1 and $2::text is not null returning id',
    expectation: checkFormerWorkerToBeRefused,
  },
  {
    name: 'who lost a run keeps it',
    find: 'where holder = $1 and id = any($2::text[])',
    replace: 'where $1::text is not null and id = any($2::text[])',
    expectation: checkFormerWorkerToBeRefused,
  },
]

let source: DatabaseSource
let database: Database

beforeAll(async () => {
  source = await createServerSource()
  database = await source.open()
  await (await openQueues(await source.openAgain(database))).close()
})
afterAll(() => source.close())

/** What two processes on the database are found to do wrong, in words; undefined for nothing. */
async function findFault(planted: Database, expectation: (processes: TwoProcesses) => Promise<void>) {
  await emptyQueues(database)
  // They share its connections, which outlive both.
  const open = () => openQueues({ ...planted, close: () => Promise.resolve() })
  const [here, there] = [await open(), await open()]
  try {
    return await expectation({ database: planted, here, there }).then(() => undefined, String)
  } finally {
    await Promise.all([here.close(), there.close()])
  }
}

describe.each(defects)('the contract of the queues catches that $name', ({ expectation, ...defect }) => {
  test('it holds without, and not with it', async () => {
    const { planted, times } = plantSql(database, defect)

    const without = await findFault(database, expectation)
    const caught = await findFault(planted, expectation)

    expect(times()).toBeGreaterThan(0)
    expect(without).toBeUndefined()
    expect(caught).toBeDefined()
    // The mistake is in what the statement does, not in how it is written.
    expect(caught).not.toMatch(/syntax|does not exist|operator|type/)
  })
})
