import type { KnownHeads } from '../../../application/ports/state/known-heads.ts'
import type { Journal } from './journal.ts'

const selection = 'select sha, at from head where repository = ?'
const removal = 'delete from head where repository = ?'
const upsert = 'insert or replace into head (repository, sha, at) values (?, ?, ?)'

/** The newest heads in a table beside the inbox. */
export function createEmbeddedHeads(
  journal: Journal,
  nowMs: () => number,
  onFault: (what: string, error: unknown) => void,
): KnownHeads {
  return {
    async recall(repository) {
      try {
        await journal.flush()
        const [row] = await journal.read({ sql: selection, parameters: [repository] })
        return row === undefined ? undefined : { sha: String(row['sha']), since: String(row['at']) }
      } catch (error) {
        onFault('the newest head of a workflow branch could not be read', error)
        return undefined
      }
    },
    note(repository, sha) {
      const statement =
        sha === null
          ? { sql: removal, parameters: [repository] }
          : { sql: upsert, parameters: [repository, sha, new Date(nowMs()).toISOString()] }
      journal
        .write([statement])
        .catch((error: unknown) => onFault('the newest head of a workflow branch was not remembered', error))
    },
  }
}
