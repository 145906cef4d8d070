import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Text that is replaced in a file; it occurs there once. */
export interface Edit {
  path: string
  from: string
  to: string
}

/** A repository whose tests pass, and edits of which one alone makes them fail. */
export interface SeededBug {
  name: string
  repository: 'shop' | 'jobs' | 'ledger' | 'logs'
  command: string
  /** The edit to blame; none where it isn't in the files. */
  guilty: Edit | null
  /** Edits that change nothing that a test sees. */
  decoys: readonly Edit[]
  /** What brought the guilty edit in: this version, an input that it stands on, or a commit of the integration branch. */
  by: 'change' | 'input' | 'commit' | 'chance' | 'machine'
  timeoutMs?: number
}

export function edit(path: string, from: string, to: string): Edit {
  return { path, from, to }
}

/** Files of a repository before any edit. */
export async function readBase(repository: SeededBug['repository']): Promise<Map<string, string>> {
  const root = fileURLToPath(new URL(`./${repository}`, import.meta.url))
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile() || entry.parentPath.includes('__pycache__')) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(root.length + 1), await readFile(path, 'utf8'))
  }
  return files
}

/** The files with these edits; fails where one doesn't find its text exactly once. */
export function applyEdits(files: ReadonlyMap<string, string>, edits: readonly Edit[]): Map<string, string> {
  const edited = new Map(files)
  for (const { path, from, to } of edits) {
    const parts = edited.get(path)?.split(from) ?? []
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${from}`)
    edited.set(path, parts.join(to))
  }
  return edited
}
