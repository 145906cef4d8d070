import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Refs of a bare repository below a folder such as `refs/heads/`, in the order of their names, read where git keeps
 * them; undefined where one of them is not simply an id. A loose ref counts for more than a packed one.
 */
export function listRefFiles(dir: string, folder: string): { ref: string; sha: string }[] | undefined {
  const refs = readPacked(dir, folder)
  for (const ref of listFiles(dir, folder)) {
    const text = readOrNothing(() => readFileSync(path.join(dir, ref), 'utf8'))
    // Deleted meanwhile.
    if (text === undefined) continue
    if (!/^[0-9a-f]{40}\n$/.test(text)) return undefined
    refs.set(ref, text.trim())
  }

  return [...refs]
    .map(([ref, sha]) => ({ ref, sha }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.ref), Buffer.from(b.ref)))
}

/** Where a branch or tag is, if it is a loose one that is simply an id; undefined where git has to be asked. */
export function findRefFile(dir: string, ref: string): string | undefined {
  try {
    return /^([0-9a-f]{40})\n$/.exec(readFileSync(path.join(dir, ref), 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

function listFiles(dir: string, folder: string): string[] {
  const entries = readOrNothing(() => readdirSync(path.join(dir, folder), { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return listFiles(dir, `${folder}${entry.name}/`)
    return entry.name.endsWith('.lock') ? [] : [`${folder}${entry.name}`]
  })
}

function readPacked(dir: string, folder: string): Map<string, string> {
  const text = readOrNothing(() => readFileSync(path.join(dir, 'packed-refs'), 'utf8')) ?? ''
  const lines = text.split('\n').flatMap((line) => {
    const [, sha = '', ref = ''] = /^([0-9a-f]{40}) (.+)$/.exec(line) ?? []
    return ref.startsWith(folder) ? [[ref, sha] as const] : []
  })
  return new Map(lines)
}

function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    // A branch of the folder's own name leaves no room for the folder.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined
    throw error
  }
}
