import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { CountersignFault } from '../../application/fault.ts'

/** What a server keeps in it; made by another user once, as by root, they are that one's. */
const folders = ['.', 'workspace']
const files = ['database.sqlite', 'database.sqlite-wal']
/** What was counted for GitHub's limits, over a restart. */
export const limitFile = 'limits.json'
const limitFiles = [limitFile, `${limitFile}.new`]
/** `database` is what the embedded database was in first; `lost+found` is what a volume brings. */
const own: ReadonlySet<string> = new Set([
  ...folders,
  ...files,
  ...limitFiles,
  'database',
  'database.lock',
  'lost+found',
])
const notOurs: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP'])

/**
 * Makes the folder of the server's data, or closes the one that is there, to all users but its own: it holds whole
 * repositories. Throws `configuration_invalid` where this user can't enter or write to it, and for an open folder that
 * others use too: closing that would lock them out.
 */
export async function openDataFolder(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await makeFolders(resolve(dir))
    const { R_OK, W_OK, X_OK } = constants
    for (const one of folders) await expectAccess(join(dir, one), R_OK | W_OK | X_OK)
    for (const one of files) await expectAccess(join(dir, one), R_OK | W_OK)
  } catch (error) {
    throw isNotOurs(error) ? refusal(dir, error) : error
  }
  if (((await stat(dir)).mode & 0o077) === 0) return
  const [other] = (await readdir(dir)).filter((name) => !own.has(name))
  if (other !== undefined) throw sharedRefusal(dir, other)
  try {
    await chmod(dir, 0o700)
  } catch (error) {
    log.warn({ err: error, dir }, 'other users may look into DATA_DIR')
  }
}

/** Each by itself: where a file system makes none, as `/proc`, `recursive` tries for ever. */
async function makeFolders(path: string): Promise<void> {
  const missing: string[] = []
  for (let at = path; !(await isThere(at)); at = dirname(at)) missing.unshift(at)
  if (missing.length === 0) await mkdir(path, { recursive: true })
  for (const folder of missing) await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting)
}

/** Another process was faster. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

function sharedRefusal(dir: string, other: string): CountersignFault {
  return new CountersignFault(
    'configuration_invalid',
    `DATA_DIR is not the server's own: ${resolve(dir)}`,
    `Other users may look into it, and it holds what isn't the server's (${JSON.stringify(other)}), so the server doesn't close it to them. Set DATA_DIR to a folder of its own, such as ${join(resolve(dir), 'countersign')}; one that isn't there is made.`,
  )
}

async function expectAccess(path: string, mode: number): Promise<void> {
  if (await isThere(path)) await access(path, mode)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    },
  )
}

function isNotOurs(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && notOurs.has(error.code)
}

function refusal(dir: string, error: Error): CountersignFault {
  const path = resolve(dir)
  const user = process.geteuid === undefined ? 'this user' : `user ${process.geteuid()}`
  return new CountersignFault(
    'configuration_invalid',
    `DATA_DIR can't be used: ${path}`,
    `${error.message}. The server runs as ${user}: make the folder and what is in it theirs and let them enter the folders above it, or set DATA_DIR to a folder of theirs (docs/operations.md, "Start the server").`,
    error,
  )
}
