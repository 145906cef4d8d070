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
/** Ids of the locks that this process has, or is about to have. */
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
  heldHere.add(own.id)
  try {
    await take(folder, path, own)
  } catch (error) {
    heldHere.delete(own.id)
    throw error
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchEveryMs)
  touching.unref()
  return {
    async release() {
      clearInterval(touching)
      heldHere.delete(own.id)
      if ((await readHolder(path))?.id === own.id) await rm(path, { force: true })
    },
  }
}

async function take(folder: string, path: string, own: Holder): Promise<void> {
  for (let tries = 0; !(await place(path, own)); tries += 1) {
    const holder = await readHolder(path)
    if (holder === undefined) continue
    if (holder.id === own.id) return
    if (tries > 3 || (await isHolderAlive(path, holder))) throw refusal(folder, path, holder)
    if (await replaceStale(folder, path, holder, own)) return
  }
}

/**
 * A stale lock is replaced, never removed: in a moment without any, one could be placed beside one that was just taken.
 * Only who has the claim to follow this very lock may; what a claimant left that ended in between is stale like a lock.
 */
async function replaceStale(folder: string, path: string, stale: Holder, own: Holder): Promise<boolean> {
  const claim = `${path}.after-${stale.id}`
  if (!(await place(claim, own))) {
    const claimant = await readHolder(claim)
    if (claimant === undefined) return false
    if (await isHolderAlive(claim, claimant)) throw refusal(folder, path, claimant)
    await rm(claim, { force: true })
    return false
  }
  if ((await readHolder(path))?.id !== stale.id) {
    await rm(claim, { force: true })
    return false
  }
  await rename(claim, path).catch(() => undefined)
  // The claim may have been taken for one that was left, and another stand in its place.
  return (await readHolder(path))?.id === own.id
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

async function isHolderAlive(path: string, { pid, host, id, started }: Holder): Promise<boolean> {
  if (host !== hostname()) {
    const touched = await stat(path).catch(() => undefined)
    return touched !== undefined && Date.now() - touched.mtimeMs < silentMs
  }
  // In a container the process before this one had the same number.
  if (pid === process.pid) return heldHere.has(id)
  return isProcessAlive(pid, started)
}

function refusal(folder: string, path: string, { pid, host }: Holder): CountersignFault {
  const where = host === hostname() ? '' : ` on ${host}`
  return new CountersignFault(
    'database_locked',
    `the database in ${folder} is in use by process ${pid}${where}`,
    `Stop that process first; to have several on one database, keep it on a Postgres server (DATABASE_URL). For a server beside it, set DATA_DIR to another folder. If process ${pid}${where} is not Countersign, delete ${path}`,
  )
}
