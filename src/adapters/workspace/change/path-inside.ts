import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isGitMetadata } from '../../../domain/paths/denied-path.ts'
import { findMalformation } from '../../../domain/paths/path-policy.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

/** Where a repository path is on disk; undefined where a folder above it is missing or no folder. Follows no link. */
export async function findPathInside(dir: string, path: string): Promise<string | undefined> {
  refuseMalformed(path)
  const segments = path.split('/')
  for (const [index] of segments.slice(1).entries()) {
    const stats = await lstat(join(dir, ...segments.slice(0, index + 1))).catch(() => undefined)
    if (stats?.isDirectory() !== true) return undefined
  }

  return join(dir, path)
}

/** The same for writing: makes the folders that are missing. `path_refused` where a link or a file is in the way. */
export async function makePathInside(dir: string, path: string): Promise<string> {
  refuseMalformed(path)
  if (isGitMetadata(path)) throw refused(path, "git's own files (.git*) can't be written")
  const segments = path.split('/')
  for (const [index] of segments.slice(1).entries()) {
    const folder = join(dir, ...segments.slice(0, index + 1))
    const stats = await lstat(folder).catch(() => undefined)
    if (stats === undefined) await mkdir(folder)
    else if (!stats.isDirectory()) throw refused(path, `${segments.slice(0, index + 1).join('/')} is no folder`)
  }
  const target = join(dir, path)
  const stats = await lstat(target).catch(() => undefined)
  if (stats !== undefined && !stats.isFile()) throw refused(path, 'what is there is no regular file')

  return target
}

function refuseMalformed(path: string): void {
  const malformed = findMalformation(path)
  if (malformed !== undefined) throw refused(path, malformed)
}

function refused(path: string, details: string): WorkspaceError {
  return new WorkspaceError('path_refused', `${path}: ${details}`, { details, retry: 'never' })
}
