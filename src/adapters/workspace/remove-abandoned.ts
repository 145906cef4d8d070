import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { removeFolder } from './remove-folder.ts'

/** Tells this process from an earlier one that had the same id, as in a container that was started again. */
const processToken = randomUUID()

/** Written as the reason why a work tree is locked: the process that uses it. */
export function renderOwner(): string {
  return `${hostname()} ${process.pid} ${processToken}`
}

/** Removes work trees of a mirror whose process on this machine is gone: a crash left them. */
export async function removeAbandoned(mirrorDir: string): Promise<void> {
  const folder = join(mirrorDir, 'worktrees')
  for (const name of await readdir(folder).catch(() => [])) {
    const admin = join(folder, name)
    const owner = await readFile(join(admin, 'locked'), 'utf8').catch(() => '')
    const [host, pid, token] = owner.trim().split(' ')
    if (host !== hostname() || isAlive(Number(pid), token)) continue
    const gitFile = await readFile(join(admin, 'gitdir'), 'utf8').catch(() => '')
    if (gitFile !== '') await removeFolder(dirname(gitFile.trim()))
    await rm(admin, { recursive: true, force: true })
  }
}

function isAlive(pid: number, token: string | undefined): boolean {
  if (pid === process.pid) return token === processToken
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
