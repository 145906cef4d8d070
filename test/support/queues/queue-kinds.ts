import { createMemoryQueues } from '../../../src/adapters/queue/memory-queues.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { createServerSource, emptyQueues, openQueues } from './database-sources.ts'
import { createEmbeddedDatabases } from './embedded-databases.ts'

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
    ['the embedded database', () => openEmbeddedSource(runsPerRepository)],
    ['Postgres', () => openServerSource(runsPerRepository)],
  ]
}

async function openEmbeddedSource(runsPerRepository: number): Promise<QueuesSource> {
  const databases = await createEmbeddedDatabases()
  let folder = ''
  let last: Queues | undefined
  const reopen = async () => {
    // It takes one process at a time.
    await last?.close()
    last = await databases.open(folder, { runsPerRepository })
    return last
  }
  return {
    async open() {
      folder = databases.folder()
      return reopen()
    },
    reopen,
    close: () => databases.close(),
  }
}

/** One database for all, emptied for each: opening one takes longer than most tests. */
async function openServerSource(runsPerRepository: number): Promise<QueuesSource> {
  const source = await createServerSource()
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
