import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GivenFile } from '../../../application/ports/roles/workspace.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import { homePrefix } from './unconfined-run.ts'

/** A file that a command is given, as it lies on the host. */
export interface LaidFile {
  variable: string
  path: string
}

export interface LaidFiles extends AsyncDisposable {
  files: LaidFile[]
}

/**
 * Writes what a command in the work tree `dir` is given into a folder of its own, where there is anything. The folder
 * is named as a home is: a crash leaves it no longer than that.
 */
export async function layGivenFiles(dir: string, given: readonly GivenFile[]): Promise<LaidFiles> {
  if (given.length === 0) return { files: [], [Symbol.asyncDispose]: () => Promise.resolve() }
  const folder = await mkdtemp(join(tmpdir(), homePrefix(dir)))
  const files = given.map(({ variable, name }) => ({ variable, path: join(folder, name) }))
  await Promise.all(given.map(({ name, text }) => writeFile(join(folder, name), text, { mode: 0o444 })))
  return { files, [Symbol.asyncDispose]: () => removeFolder(folder) }
}
