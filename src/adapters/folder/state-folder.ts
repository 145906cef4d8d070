import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { StateFolder } from '../../application/ports/state/state-folder.ts'

/** A workflow branch that is checked out on this disk; links are not followed. */
export function openStateFolder(dir: string): StateFolder {
  return {
    async list(folder) {
      const found = await readdir(join(dir, folder), { recursive: true, withFileTypes: true }).catch(orNone([]))
      const files = found.filter((one) => one.isFile())
      return files.map((one) => relative(dir, join(one.parentPath, one.name)).split(sep).join('/')).toSorted()
    },
    read: (path) => readFile(join(dir, path), 'utf8').catch(orNone(null)),
  }
}

/** Whole or not at all: a file that is there is only replaced once the new one is complete. */
export async function writeWhole(dir: string, path: string, text: string): Promise<void> {
  const place = join(dir, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(`${place}.new`, text)
  await rename(`${place}.new`, place)
}

function orNone<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return none
    throw error
  }
}
