import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { v7 as uuidV7 } from 'uuid'
import { z } from 'zod'
import { CountersignFault } from '../../../application/fault.ts'
import { findProcessStart, isProcessAlive } from '../../process/is-process-alive.ts'

export interface DatabaseLock {
  release(): Promise<void>
}

const HolderSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  id: z.string(),
  /** When the process began; the same number may be another's by now. */
  started: z.string().optional(),
})
type Holder = z.infer<typeof HolderSchema>

const unreadable: Holder = { pid: 0, host: 'a machine that is not named', id: '' }

const touchEveryMs = 5_000
/** Whether a process of another machine or container lives can't be asked; it touches its lock as long as it does. */
const silentMs = 30_000
const heldHere = new Set<string>()

/**
 * Keeps other processes off the database in a folder, by a file `database.lock` with the holder's pid: the former embedded
 * database was kept off by the same. Throws `database_locked`.
 */
export async function lockDatabase(folder: string): Promise<DatabaseLock> {
  const path = join(resolve(folder), 'database.lock')
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    id: uuidV7(),
    started: findProcessStart(process.pid),
  }
  for (let tries = 0; !(await place(path, own)); tries += 1) {
    const holder = await readHolder(path)
    if (holder === undefined) continue
    if (tries > 3 || (await isHolderAlive(path, holder))) throw refusal(folder, path, holder)
    await removeStale(path, holder)
  }
  heldHere.add(path)
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchEveryMs)
  touching.unref()
  return {
    async release() {
      clearInterval(touching)
      heldHere.delete(path)
      if ((await readHolder(path))?.id === own.id) await rm(path, { force: true })
    },
  }
}

/** The file appears with its content or not at all. */
async function place(path: string, own: Holder): Promise<boolean> {
  const draft = `${path}.${own.id}`
  try {
    await writeFile(draft, JSON.stringify(own))
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return HolderSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    // A machine that lost its power may leave the file empty; whoever lives touches it.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return unreadable
    throw error
  }
}

async function isHolderAlive(path: string, { pid, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) {
    const touched = await stat(path).catch(() => undefined)
    return touched !== undefined && Date.now() - touched.mtimeMs < silentMs
  }
  // In a container the process before this one had the same number.
  if (pid === process.pid) return heldHere.has(path)
  return isProcessAlive(pid, started)
}

/** Moved away first: of several that find the same stale lock, each removes only the one it looked at. */
async function removeStale(path: string, stale: Holder): Promise<void> {
  const aside = `${path}.${uuidV7()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readHolder(aside))?.id !== stale.id) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function refusal(folder: string, path: string, { pid, host }: Holder): CountersignFault {
  const where = host === hostname() ? '' : ` on ${host}`
  return new CountersignFault(
    'database_locked',
    `the database in ${folder} is in use by process ${pid}${where}`,
    `Stop that process first; to have several on one database, keep it on a Postgres server (DATABASE_URL). For a server beside it, set DATA_DIR to another folder. If process ${pid}${where} is not Countersign, delete ${path}`,
  )
}
