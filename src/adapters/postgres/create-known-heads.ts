import type { KnownHeads } from '../../application/ports/state/known-heads.ts'
import type { Query } from './tables/database.ts'
import { toIsoTime } from './tables/to-iso-time.ts'

export interface StoredHeads extends KnownHeads {
  /** Resolves when what was noted is stored, or can't be. */
  settled(): Promise<void>
}

const selection = 'select sha, at from countersign.known_head where repository = $1'
const upsert = `
insert into countersign.known_head (repository, sha, at) values ($1, $2, now())
on conflict (repository) do update set sha = excluded.sha, at = excluded.at`
const removal = 'delete from countersign.known_head where repository = $1'

/** The newest heads in a table beside the inbox. Of those noted while one is being written, only the last is. */
export function createKnownHeads(query: Query, onFault: (what: string, error: unknown) => void): StoredHeads {
  const waiting = new Map<string, string | null>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    for (const [repository, sha] of waiting) {
      waiting.delete(repository)
      try {
        await (sha === null ? query(removal, [repository]) : query(upsert, [repository, sha]))
      } catch (error) {
        onFault('the newest head of a workflow branch was not remembered', error)
      }
    }
    writing = undefined
  }

  return {
    async recall(repository) {
      try {
        const [row] = await query(selection, [repository])
        return row === undefined ? undefined : { sha: String(row['sha']), since: toIsoTime(row['at']) }
      } catch (error) {
        onFault('the newest head of a workflow branch could not be read', error)
        return undefined
      }
    },
    note(repository, sha) {
      waiting.set(repository, sha)
      writing ??= write()
    },
    async settled() {
      await writing
    },
  }
}
