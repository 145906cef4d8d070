import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { findProcessStart, isProcessAlive } from '../../process/is-process-alive.ts'
import { endAbandonedRuns } from './unconfined-run.ts'
import { removeFolder } from '../machine/remove-folder.ts'

/** No run takes so long. */
const longestUseMs = 7 * 24 * 3_600_000

/** Tells this process from an earlier one that had the same id, as in a container that was started again. */
const processToken = randomUUID()

/** Written as the reason why a work tree is locked: the process that uses it. */
export function renderOwner(): string {
  return `${hostname()} ${process.pid} ${processToken} ${findProcessStart(process.pid) ?? ''}`.trim()
}

/**
 * Removes work trees of all mirrors below a folder whose process on this machine is gone, and ends what still runs in
 * them: a crash left them. One that can't be removed stays for the next start, and keeps nobody else from working.
 */
export async function removeAbandoned(mirrors: string): Promise<void> {
  for (const owner of await list(mirrors)) {
    for (const name of await list(join(mirrors, owner))) {
      const admins = join(mirrors, owner, name, 'worktrees')
      for (const id of await list(admins)) await removeIfAbandoned(join(admins, id)).catch(() => undefined)
    }
  }
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** `admin`: the mirror's side of a work tree. */
async function removeIfAbandoned(admin: string): Promise<void> {
  if (await isUsed(admin)) return
  const gitFile = await readFile(join(admin, 'gitdir'), 'utf8').catch(() => '')
  if (gitFile !== '') {
    const dir = dirname(gitFile.trim())
    await endAbandonedRuns(dir)
    await removeFolder(dir)
  }
  await rm(admin, { recursive: true, force: true })
}

async function isUsed(admin: string): Promise<boolean> {
  const lock = join(admin, 'locked')
  const owner = await readFile(lock, 'utf8').catch(() => '')
  const [host, pid, token, started] = owner.trim().split(' ')
  if (token === processToken) return true
  const since = await stat(lock).catch(() => stat(admin))
  // A container that was made anew has another name, and numbers of processes come again.
  if (Date.now() - since.mtimeMs > longestUseMs) return false
  if (host !== hostname()) return true
  // The process before this one had the same number.
  return Number(pid) !== process.pid && isProcessAlive(Number(pid), started)
}
