import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { BundleFolder, FolderEntry } from '../../application/ports/state/bundle-folder.ts'

/** A folder on disk; links are named, never followed. */
export function openDiskFolder(dir: string): BundleFolder {
  return {
    async list() {
      const found = await readdir(dir, { recursive: true, withFileTypes: true })
      const parents = new Set(found.map((one) => one.parentPath))
      const all = found.map((one) => ({ path: join(one.parentPath, one.name), isFolder: one.isDirectory() }))
      const paths = all.filter(({ path, isFolder }) => !isFolder || !parents.has(path)).map(({ path }) => path)
      const entries = await Promise.all(paths.map((path) => describe(dir, path)))
      return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    },
    read: (path) => readFile(join(dir, path)),
  }
}

async function describe(dir: string, path: string): Promise<FolderEntry> {
  const stats = await lstat(path)
  return {
    path: relative(dir, path).split(sep).join('/'),
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'empty' : 'other',
    size: stats.size,
    executable: (stats.mode & 0o100) !== 0,
    isSpecial: stats.isFile() && (stats.mode & 0o7000) !== 0,
  }
}
