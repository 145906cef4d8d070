import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { root } from './read-pages.ts'

/** A source with what it imports by a relative path, types and what is loaded later included. */
export interface Source {
  path: string
  text: string
  imports: string[]
}

/** Every TypeScript file of a folder of the repository, and below. */
export async function readSources(folder: string): Promise<Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      const found = [...text.matchAll(/\b(?:from |import\()'(\.[^']+)'/g)]
      return { path, text, imports: found.map(([, one = '']) => normalize(join(dirname(path), one))) }
    }),
  )
}
