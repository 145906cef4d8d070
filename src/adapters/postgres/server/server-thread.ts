import type { Query } from '../tables/database.ts'
import { DatabaseThread } from '../embedded/database-thread.ts'

/** The thread's connections end a statement sooner; this is for a thread that does nothing any more. */
const statementMs = 60_000
const module = new URL('server-worker.ts', import.meta.url)

/** A thread with connections of its own to a Postgres server, started when it is first needed, and again where it ended. */
export function createServerThread(address: string): { query: Query; close: () => Promise<void> } {
  let starting: Promise<DatabaseThread> | undefined

  async function reach(): Promise<DatabaseThread> {
    starting ??= DatabaseThread.start(module, address, statementMs)
    const mine = starting
    const thread = await mine.catch((error: unknown) => {
      if (starting === mine) starting = undefined
      throw error
    })
    if (!thread.hasEnded()) return thread
    if (starting === mine) starting = undefined
    return reach()
  }

  return {
    query: async (sql, parameters) => (await reach()).send(sql, parameters),
    async close() {
      await starting?.then((thread) => thread.close()).catch(() => undefined)
    },
  }
}
