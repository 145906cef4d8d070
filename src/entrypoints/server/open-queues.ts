import { findFormer } from '../../adapters/queue/embedded/find-former.ts'
import { openEmbedded } from '../../adapters/queue/embedded/open-embedded.ts'
import { createMemoryQueues } from '../../adapters/queue/memory-queues.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { DatabaseSettings } from '../settings/parse-settings.ts'

/** Inbox and runs where the settings ask for them. `warn` is told what people should know of it. Throws `database_unavailable` or `database_locked`. */
export async function openQueues(
  settings: DatabaseSettings,
  onFault: (what: string, error: unknown) => void,
  warn: (what: string) => void,
): Promise<Queues> {
  const { DATABASE, DATABASE_URL, DATA_DIR, RUNS_PER_REPOSITORY: runsPerRepository } = settings
  if (DATABASE_URL === undefined && DATABASE === 'memory') return createMemoryQueues({ runsPerRepository })
  if (DATABASE_URL === undefined) {
    const queues = await openEmbedded(DATA_DIR, { runsPerRepository, onFault })
    const former = findFormer(DATA_DIR)
    if (former !== undefined) warn(describeFormer(former))
    return queues
  }
  const { createQueues } = await import('../../adapters/postgres/create-queues.ts')
  const { openServer } = await import('../../adapters/postgres/server/open-server.ts')
  const database = await openServer(DATABASE_URL, (error) => onFault('a connection to the database broke', error))
  try {
    return await createQueues(database, { leaseMs: settings.LEASE_SECONDS * 1000, runsPerRepository, onFault })
  } catch (error) {
    await database.close()
    throw error
  }
}

function describeFormer(former: string): string {
  return `${former} is the embedded database of an earlier version: it is left as it is and not read. Webhooks that waited in it are found by the sweep, but for the few that no sweep can find (docs/operations.md, "What nobody told the sweep"). Delete it once nobody goes back to that version.`
}
