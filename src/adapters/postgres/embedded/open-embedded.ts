import { mkdir } from 'node:fs/promises'
import { CountersignFault } from '../../../application/fault.ts'
import type { Database } from '../tables/database.ts'
import { lockFolder } from './lock-folder.ts'
import { DatabaseThread } from './database-thread.ts'

const defaultStatementMs = 30_000
const ofSystem: ReadonlySet<unknown> = new Set([
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'ENOMEM',
  'ERR_WORKER_OUT_OF_MEMORY',
  'ERR_WORKER_INIT_FAILED',
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
])
const mayBeWhole =
  'That says nothing of what is in it: see to it that this machine has time, memory, file handles and room, and that the folder may be written to, and start again'
const maybeBroken =
  'Where the disk has room and the folder may be written to, it is broken, as a machine that lost its power leaves it: move it away and start again, and the sweep finds most of what waited in it'
const module = new URL('pglite-worker.ts', import.meta.url)

/**
 * Postgres in this process (PGlite) on a local folder, made if missing and locked against other processes. Where its thread
 * ends, or hangs for longer than `statementMs`, statements fail until the next one has opened the folder again. Throws
 * `database_locked`, or `database_unavailable` where the folder can't be opened: no time, no space, no permission, broken.
 */
export async function openEmbedded(folder: string, statementMs = defaultStatementMs): Promise<Database> {
  try {
    return await open(folder, statementMs)
  } catch (error) {
    if (error instanceof CountersignFault) throw error
    const said = error instanceof Error ? error.message : String(error)
    const why = isOfSystem(error) ? mayBeWhole : maybeBroken
    throw new CountersignFault(
      'database_unavailable',
      `the database in ${folder} could not be opened`,
      `${said}. ${why}`,
      error,
    )
  }
}

/** The system or the time failed, and not what Postgres found in the folder: that is named otherwise or not at all. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ofSystem.has(error.code)
}

async function open(folder: string, statementMs: number): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const lock = await lockFolder(folder)
  try {
    const start = () => DatabaseThread.start(module, folder, statementMs)
    return serialise(await start(), start, () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** There is one connection: a transaction has it to itself, and everything else waits for its end. */
function serialise(
  first: DatabaseThread,
  start: () => Promise<DatabaseThread>,
  release: () => Promise<void>,
): Database {
  let thread = first
  let last: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined
  const inTurn = <T>(act: (live: DatabaseThread) => Promise<T>): Promise<T> => {
    const turn = last.then(async () => {
      if (closing === undefined && thread.hasEnded()) {
        // Two threads on one folder would ruin it: the old one must be gone.
        await thread.close()
        thread = await start()
      }
      return act(thread)
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (sql, parameters) => inTurn((live) => live.send(sql, parameters)),
    transaction: (act) =>
      inTurn(async (live) => {
        await live.send('begin')
        try {
          const result = await act((sql, parameters) => live.send(sql, parameters))
          await live.send('commit')
          return result
        } catch (error) {
          await live.send('rollback').catch(() => undefined)
          throw error
        }
      }),
    close() {
      closing ??= inTurn(async (live) => {
        try {
          await live.close()
        } finally {
          await release()
        }
      })
      return closing
    },
  }
}
