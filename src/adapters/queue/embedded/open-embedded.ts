import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CountersignFault } from '../../../application/fault.ts'
import type { Queues } from '../../../application/ports/queues/queues.ts'
import { DatabaseThread } from '../../storage/database-thread.ts'
import { createEmbeddedQueues, type EmbeddedOptions } from './create-embedded-queues.ts'
import { explainOpening } from './explain-opening.ts'
import type { FileThread } from './journal.ts'
import { lockDatabase } from './lock-database.ts'

const file = 'database.sqlite'
const module = new URL('sqlite-worker.ts', import.meta.url)

/**
 * Inbox and runs of one process, in a file of SQLite in this folder, made if missing and locked against other processes. Throws
 * `database_locked`, or `database_unavailable` where the file can't be opened: no space, no permission, broken, too new.
 */
export async function openEmbedded(folder: string, options: EmbeddedOptions): Promise<Queues> {
  const path = join(resolve(folder), file)
  try {
    const isNew = !existsSync(path)
    await mkdir(folder, { recursive: true })
    const lock = await lockDatabase(folder)
    try {
      const queues = await createEmbeddedQueues(() => startThread(path), options)
      if (isNew) await keepFolders(path)
      return {
        ...queues,
        async close() {
          try {
            await queues.close()
          } finally {
            await lock.release()
          }
        },
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw error instanceof CountersignFault ? error : explainOpening(folder, error)
  }
}

/** Whether one was made in a folder, or is being made. */
export function hasEmbedded(folder: string): boolean {
  return [file, 'database.lock'].some((name) => existsSync(join(folder, name)))
}

/** An answer is waited for, however long: a disk that hangs doesn't hang less for another thread. */
function startThread(path: string): Promise<FileThread> {
  return DatabaseThread.start(module, path, null)
}

/** SQLite sees to it that the name of the file is on the disk; here, that those of the folders above are. */
async function keepFolders(path: string): Promise<void> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    // Not every system can, and not every folder above is ours to open.
    const handle = await open(dirname(folder), 'r').catch(() => undefined)
    await handle?.sync().catch(() => undefined)
    await handle?.close()
  }
}
