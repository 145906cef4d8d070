import { afterAll, beforeAll } from 'vitest'
import { createServerSource, type ServerSource } from '../../../support/queues/database-sources.ts'

/** Where webhooks wait while servers are killed. */
export interface KillDatabase {
  /** For the table of faults: empty for the usual one. */
  words: string
  /** What one story takes, longest. */
  timeoutMs: number
  /** Settings of an App with an empty database of its own. */
  open(): Promise<Record<string, string>>
}

/**
 * What `KILL_DATABASE` says: `memory`, as a start with a database takes several times as long; `embedded`; or `postgres`,
 * where each kill takes as long as the lease of what the killed one held.
 */
export function useKillDatabase(): KillDatabase {
  const name = process.env['KILL_DATABASE'] ?? 'memory'
  if (name !== 'postgres') {
    const words = name === 'embedded' ? ', embedded database' : ''
    return { words, timeoutMs: 1_800_000, open: () => Promise.resolve({ DATABASE: name }) }
  }
  let source: ServerSource | undefined
  beforeAll(async () => {
    source = await createServerSource()
  })
  afterAll(() => source?.close())
  return {
    words: ', Postgres',
    timeoutMs: 3_600_000,
    async open() {
      if (source === undefined) throw new Error('there is no Postgres')
      return { DATABASE_URL: await source.address() }
    },
  }
}
