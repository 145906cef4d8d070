import { join } from 'node:path'
import { createQueues } from '../../adapters/postgres/create-queues.ts'
import type { Database } from '../../adapters/postgres/tables/database.ts'
import { openEmbedded } from '../../adapters/postgres/embedded/open-embedded.ts'
import { createMemoryQueues } from '../../adapters/queue/memory-queues.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { DatabaseSettings } from '../settings/settings.ts'

/** What a process held that was killed waits so long for another; also for one that is still there and silent. */
export const leaseMs = 20_000

/** Inbox and runs where the settings ask for them. Throws `database_unavailable` or `database_locked`. */
export async function openQueues(
  settings: DatabaseSettings,
  onFault: (what: string, error: unknown) => void,
): Promise<Queues> {
  const runsPerRepository = settings.RUNS_PER_REPOSITORY
  if (settings.DATABASE_URL === undefined && settings.DATABASE === 'memory')
    return createMemoryQueues({ runsPerRepository })
  const database = await openDatabase(settings, onFault)
  try {
    const isAlone = settings.DATABASE_URL === undefined
    return await createQueues(database, { leaseMs, isAlone, runsPerRepository, onFault })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseSettings,
  onFault: (what: string, error: unknown) => void,
): Promise<Database> {
  if (DATABASE_URL === undefined) return openEmbedded(join(DATA_DIR, 'database'))
  const { openServer } = await import('../../adapters/postgres/server/open-server.ts')
  return openServer(DATABASE_URL, (error) => onFault('a connection to the database broke', error))
}
