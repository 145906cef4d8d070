import { createMemoryQueues } from '../../src/adapters/queue/memory-queues.ts'
import type { Queues } from '../../src/application/ports/queues/queues.ts'
import { databaseKinds, type DatabaseSource, emptyQueues, openQueues } from './database-sources.ts'

export interface QueuesSource {
  /** Empty ones, as a process of its own would have them. */
  open(): Promise<Queues>
  /** What those left that were opened last, as a process that is started after them would find it. */
  reopen(): Promise<Queues>
  close(): Promise<void>
}

/** Everything that queues are kept in, with its name, for tests that all of it has to pass. */
export function queueKinds(runsPerRepository: number): [string, () => Promise<QueuesSource>][] {
  const open = async () => createMemoryQueues({ runsPerRepository })
  const inMemory = { open, reopen: open, close: async () => {} }
  return [
    ['memory', async () => inMemory],
    ...databaseKinds.map(([name, openSource]): [string, () => Promise<QueuesSource>] => [
      name,
      async () => onDatabase(await openSource(), runsPerRepository),
    ]),
  ]
}

/** One database for all, emptied for each: opening one takes longer than most tests. */
async function onDatabase(source: DatabaseSource, runsPerRepository: number): Promise<QueuesSource> {
  const database = await source.open()
  const reopen = async () => openQueues(await source.openAgain(database), { runsPerRepository })
  return {
    async open() {
      const queues = await reopen()
      await emptyQueues(database)
      return queues
    },
    reopen,
    close: () => source.close(),
  }
}
