import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPathMatcher } from '../../../domain/paths/path-pattern.ts'

/** Of each report in the work tree, what changes when it is written. */
export type Stamps = ReadonlyMap<string, string>

const maxEntries = 200_000
const skippedFolders = new Set(['.git', 'node_modules', '.venv'])

/** Plain files of the work tree that the globs name. Follows no link; dependencies are not looked through. */
export async function stampReports(dir: string, globs: readonly string[]): Promise<Stamps> {
  const matches = createPathMatcher(globs)
  const stamps = new Map<string, string>()
  const folders = ['']
  let left = maxEntries
  while (globs.length > 0) {
    const folder = folders.pop()
    if (folder === undefined || left <= 0) break
    for (const entry of await readFolder(join(dir, folder))) {
      left -= 1
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) folders.push(path)
      if (!entry.isFile() || !matches(path)) continue
      const stamp = await readStamp(join(dir, path))
      if (stamp !== undefined) stamps.set(path, stamp)
    }
  }
  return stamps
}

/** Reports that are new or were written since. */
export function findWritten(before: Stamps, after: Stamps): string[] {
  return [...after]
    .filter(([path, stamp]) => before.get(path) !== stamp)
    .map(([path]) => path)
    .toSorted()
}

/** A folder that can't be read, or is gone, has no reports. */
async function readFolder(path: string): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(path)) {
      entries.push(entry)
      if (entries.length > maxEntries) break
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return entries
}

async function readStamp(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path, { bigint: true })
    return stats.isFile() ? [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ') : undefined
  } catch {
    return undefined
  }
}
