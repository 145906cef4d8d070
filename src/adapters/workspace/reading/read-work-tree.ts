import { opendir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FoundLines, RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import { findMalformation } from '../../../domain/paths/path-policy.ts'
import { pathOfKey } from '../change/commit-tree.ts'
import { findPathInside } from '../change/path-inside.ts'
import { type UsedWorkTree, walkUsed } from '../change/read-change.ts'
import { absolute } from '../change/walk-work-tree.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'
import { readFileStart } from '../plumbing/git-blob.ts'

const mostFiles = 50_000
/** Of one file no more is searched. */
const mostSearchedBytes = 1_000_000
const searchTimeoutMs = 30_000

/** Files of a work tree as they are now. Nothing in it is trusted: no link is followed, and git is asked only what is ignored. */
export function readWorkTree(used: UsedWorkTree, commit: string): RepositoryReader {
  const { dir } = used
  return {
    commit,
    async files() {
      const all = await walkFiles(used)
      return { files: new Map(all.slice(0, mostFiles)), more: Math.max(0, all.length - mostFiles) }
    },
    list: (folder) => listFolder(dir, folder),
    async read(path, maxBytes) {
      if (findMalformation(path) !== undefined) return undefined
      const target = await findPathInside(dir, path)
      const found = target === undefined ? undefined : await unlessGone(readFileStart(target, maxBytes))
      if (found === undefined) return undefined
      const { bytes, size } = found
      if (bytes.subarray(0, 8_000).includes(0)) return { kind: 'binary', bytes: size }
      return { kind: 'text', text: bytes.toString('utf8'), isCut: size > bytes.length }
    },
    search: (text, below, mostLines) => searchFiles(used, { text, below, mostLines }),
  }
}

async function walkFiles(used: UsedWorkTree): Promise<(readonly [path: string, bytes: number])[]> {
  const walk = await walkUsed(used, { scope: [], maxFiles: mostFiles })
  if (walk.kind === 'refused') {
    const [{ path, message } = { path: '.', message: 'it can’t be read' }] = walk.faults
    throw new WorkspaceError('path_refused', `${path}: ${message}`, { details: message, retry: 'never' })
  }
  const files = [...walk.entries].flatMap(([key, entry]) =>
    entry.kind === 'file' ? [[pathOfKey(key), entry.size] as const] : [],
  )
  return files.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

async function listFolder(dir: string, folder: string): Promise<string[] | undefined> {
  if (folder !== '' && findMalformation(folder) !== undefined) return undefined
  // The folder itself, not what a link in its place leads to.
  const inside = await findPathInside(dir, folder === '' ? 'any' : `${folder}/any`)
  const opened = inside === undefined ? undefined : await unlessGone(opendir(dirname(inside)))
  if (opened === undefined) return undefined
  const names: string[] = []
  for await (const entry of opened) {
    if (entry.isDirectory()) names.push(`${entry.name}/`)
    else if (entry.isFile()) names.push(entry.name)
    if (names.length > mostFiles) break
  }
  return names.toSorted()
}

async function searchFiles(
  used: UsedWorkTree,
  { text, below, mostLines }: { text: string; below: string; mostLines: number },
): Promise<FoundLines> {
  if (text === '' || /[\n\0]/.test(text)) return { lines: [], isCut: false }
  const wanted = text.toLowerCase()
  const endMs = performance.now() + searchTimeoutMs
  const lines: FoundLines['lines'] = []
  for (const [path] of await walkFiles(used)) {
    if (below !== '' && path !== below && !path.startsWith(`${below}/`)) continue
    if (lines.length > mostLines || performance.now() > endMs) return { lines: lines.slice(0, mostLines), isCut: true }
    const found = await unlessGone(
      readFileStart(absolute(used.dir, Buffer.from(path).toString('latin1')), mostSearchedBytes),
    )
    if (found === undefined || found.bytes.subarray(0, 8_000).includes(0)) continue
    const content = found.bytes.toString('utf8')
    if (!content.toLowerCase().includes(wanted)) continue
    for (const [index, line] of content.split('\n').entries())
      if (line.toLowerCase().includes(wanted)) lines.push({ path, line: index + 1, text: line.replace(/\r$/, '') })
  }
  return { lines: lines.slice(0, mostLines), isCut: lines.length > mostLines }
}

/** A command may have taken it away, put a link there, or taken the right to read it. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (['ENOENT', 'ELOOP', 'EACCES', 'ENOTDIR', 'EISDIR', 'ENXIO'].includes(String(code))) return undefined
    throw error
  }
}
