import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const lockName = 'sandbox.lock'

/** A folder that can't be a sandbox's now: told in a line, with `code` ERR_SANDBOX_FOLDER. */
export class FolderRefused extends Error {
  override name = 'FolderRefused'
  readonly code = 'ERR_SANDBOX_FOLDER'
}

/**
 * Keeps other sandboxes off the folder of a world until the function that it gives is called: of two that write the same
 * `world.json`, the one that ends last would undo what the other kept. Throws `FolderRefused` while another process has it.
 */
export async function claimFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, lockName)
  while (!(await place(file))) {
    const pid = await readHolder(file)
    if (pid !== undefined && pid !== process.pid && isAlive(pid))
      throw new FolderRefused(
        `process ${pid} keeps a sandbox in ${dataDir} already; end it first, or name another folder with --data. If process ${pid} is no sandbox, delete ${file}`,
      )
    await rm(file, { force: true })
  }
  return () => rm(file, { force: true })
}

/**
 * Throws `FolderRefused` for a folder that holds other things and was no sandbox's, such as the repository that was
 * meant to be imported: nobody wants files of ours among theirs. `mark` is the file that a sandbox leaves there, `own` what
 * one that was ended too soon for that may have left.
 */
export async function refuseStrangeFolder(dataDir: string, mark: string, own: readonly string[] = []): Promise<void> {
  const names = await readNames(dataDir)
  const other = names.find((name) => !own.includes(name))
  if (other === undefined || (await isThere(path.join(dataDir, mark)))) return
  throw new FolderRefused(
    `${dataDir} holds other things (${JSON.stringify(other)}) and is no sandbox's folder; name one for --data that is empty or not there yet. What a repository holds is taken in with --import`,
  )
}

async function place(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined where it is gone or was not written whole. */
async function readHolder(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

async function readNames(dataDir: string): Promise<string[]> {
  try {
    return await readdir(dataDir)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    if (hasCode(error, 'ENOTDIR')) throw new FolderRefused(`${dataDir} is a file; --data takes a folder`)
    throw error
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
