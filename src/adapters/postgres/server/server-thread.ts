import { DatabaseThread } from '../../storage/database-thread.ts'
import type { Query, Row } from '../tables/database.ts'

export interface ServerStatement {
  sql: string
  parameters: readonly unknown[]
}

/** The thread's connections end a statement sooner; this is for a thread that does nothing any more. */
const statementMs = 60_000
const module = new URL('server-worker.ts', import.meta.url)

/** A thread with connections of its own to a Postgres server, started when it is first needed, and again where it ended. */
export function createServerThread(address: string): { query: Query; close: () => Promise<void> } {
  let starting: Promise<DatabaseThread<ServerStatement, Row[]>> | undefined

  async function reach(): Promise<DatabaseThread<ServerStatement, Row[]>> {
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
    query: async (sql, parameters = []) => (await reach()).ask({ sql, parameters }),
    async close() {
      await starting?.then((thread) => thread.close()).catch(() => undefined)
    },
  }
}
