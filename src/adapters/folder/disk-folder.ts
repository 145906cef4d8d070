import { createReadStream, lstatSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { BundleFolder, FolderEntry } from '../../application/ports/state/bundle-folder.ts'

const pieceBytes = 1024 * 1024

/**
 * A folder on disk; links are named, never followed. Who verifies one does nothing else meanwhile, and waiting for each
 * of many small files takes longer than to read it: so they are read at once.
 */
export function openDiskFolder(dir: string): BundleFolder {
  return {
    async list() {
      const found = await readdir(dir, { recursive: true, withFileTypes: true })
      const parents = new Set(found.map((one) => one.parentPath))
      const all = found.map((one) => ({ path: join(one.parentPath, one.name), isFolder: one.isDirectory() }))
      const paths = all.filter(({ path, isFolder }) => !isFolder || !parents.has(path)).map(({ path }) => path)
      const entries = paths.map((path) => describe(dir, path))
      return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    },
    read: async (path) => readFileSync(join(dir, path)),
    open: (path) => createReadStream(join(dir, path), { highWaterMark: pieceBytes }),
  }
}

function describe(dir: string, path: string): FolderEntry {
  const stats = lstatSync(path)
  return {
    path: relative(dir, path).split(sep).join('/'),
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'empty' : 'other',
    size: stats.size,
    executable: (stats.mode & 0o100) !== 0,
    isSpecial: stats.isFile() && (stats.mode & 0o7000) !== 0,
  }
}
