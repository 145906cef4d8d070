import { join } from 'node:path'
import { createInbox } from '../adapters/postgres/create-inbox.ts'
import { openEmbedded } from '../adapters/postgres/open-embedded.ts'
import { openServer } from '../adapters/postgres/open-server.ts'
import { MemoryInbox } from '../adapters/queue/memory-inbox.ts'
import type { Inbox } from '../application/ports/inbox.ts'
import type { DatabaseSettings } from './settings.ts'

/** The inbox that the settings ask for. Throws `database_unavailable` or `database_locked`. */
export async function openInbox(
  settings: DatabaseSettings,
  leaseMs: number,
  onFault: (what: string, error: unknown) => void,
): Promise<Inbox> {
  if (settings.DATABASE_URL === undefined && settings.DATABASE === 'memory') return new MemoryInbox(leaseMs)
  const database =
    settings.DATABASE_URL === undefined
      ? await openEmbedded(join(settings.DATA_DIR, 'database'))
      : await openServer(settings.DATABASE_URL, (error) => onFault('a connection to the database broke', error))
  try {
    return await createInbox(database, { leaseMs, isAlone: settings.DATABASE_URL === undefined })
  } catch (error) {
    await database.close()
    throw error
  }
}
