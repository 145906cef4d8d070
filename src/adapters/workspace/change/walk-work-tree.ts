import type { Dir, Dirent } from 'node:fs'
import { lstat, opendir, readlink } from 'node:fs/promises'
import { isGitMetadata } from '../../../domain/paths/denied-path.ts'
import type { PathFault } from '../../../domain/paths/path-policy.ts'
import { pathOfKey, type CommitTree, type PathKey } from './commit-tree.ts'
import { eachConcurrently } from '../plumbing/each-concurrently.ts'
import { hashBlob, hashBlobFile } from '../plumbing/git-blob.ts'

export type WalkedEntry =
  | { kind: 'file'; mode: '100644' | '100755'; size: number }
  | { kind: 'link'; blob: string }
  | { kind: 'special' }

export interface WalkRules {
  /** Which of these new paths the repository ignores; asked only once everything above them was found sound. */
  findIgnored: (keys: readonly PathKey[]) => Promise<ReadonlySet<PathKey>>
  /** Files and folders that count although they are ignored, by their exact names. */
  named: ReadonlySet<string>
  maxNewFiles: number
}

export type Walk = { kind: 'walked'; entries: Map<PathKey, WalkedEntry> } | { kind: 'refused'; faults: PathFault[] }

/** Paths looked at beyond those of the commit before the walk gives up. */
const maxExtraEntries = 200_000
const maxKeyLength = 2048

/**
 * Looks at a used work tree without git, folder by folder: what is there, and no `.git*` that the commit doesn't have
 * as it stands (design 3.4). Follows no link, enters no submodule.
 */
export async function walkWorkTree(dir: string, tree: CommitTree, rules: WalkRules): Promise<Walk> {
  const entries = new Map<PathKey, WalkedEntry>()
  const wantedFolders: string[] = []
  const isWanted = (path: string) => rules.named.has(path) || wantedFolders.some((at) => path.startsWith(`${at}/`))
  const budget = { left: tree.entries.size + tree.folders.size + maxExtraEntries, newFiles: rules.maxNewFiles }
  let level: PathKey[] = ['']
  while (level.length > 0) {
    const looked = await lookAtLevel(dir, level, tree, budget)
    if (looked.faults.length > 0) return { kind: 'refused', faults: looked.faults.toSorted(byPath) }
    for (const [key, entry] of looked.known) entries.set(key, entry)
    const candidates = [...looked.newFolders, ...looked.newFiles.keys()]
    const ignored = candidates.length === 0 ? new Set<PathKey>() : await rules.findIgnored(candidates)
    for (const [key, entry] of looked.newFiles) {
      if (ignored.has(key) && !isWanted(pathOfKey(key))) continue
      entries.set(key, entry)
      budget.newFiles -= 1
    }
    if (budget.newFiles < 0) return { kind: 'refused', faults: [tooMany(`more than ${rules.maxNewFiles} new files`)] }
    level = looked.folders
    for (const key of looked.newFolders) {
      const path = pathOfKey(key)
      if (ignored.has(key) && rules.named.has(path)) wantedFolders.push(path)
      if (!ignored.has(key) || isWanted(path) || leadsToNamed(path, rules.named)) level.push(key)
    }
  }

  return { kind: 'walked', entries }
}

interface WalkedLevel {
  known: Map<PathKey, WalkedEntry>
  newFiles: Map<PathKey, WalkedEntry>
  folders: PathKey[]
  newFolders: PathKey[]
  faults: PathFault[]
}

async function lookAtLevel(
  dir: string,
  folders: readonly PathKey[],
  tree: CommitTree,
  budget: { left: number },
): Promise<WalkedLevel> {
  const level: WalkedLevel = { known: new Map(), newFiles: new Map(), folders: [], newFolders: [], faults: [] }
  const found: { key: PathKey; dirent: Dirent }[] = []
  for (const folder of folders) {
    const opened = await openFolder(dir, folder)
    if (opened === undefined) {
      level.faults.push(fault(folder, 'not_regular', "a folder that can't be read"))
      continue
    }
    for await (const dirent of opened) {
      budget.left -= 1
      if (budget.left < 0) return { ...level, faults: [tooMany('far more paths than the repository has')] }
      found.push({ key: folder === '' ? dirent.name : `${folder}/${dirent.name}`, dirent })
    }
  }
  await eachConcurrently(found, 16, ({ key, dirent }) => lookAtEntry(dir, key, dirent, tree, level))

  return level
}

async function lookAtEntry(
  dir: string,
  key: PathKey,
  dirent: Dirent,
  tree: CommitTree,
  level: WalkedLevel,
): Promise<void> {
  const tracked = tree.entries.get(key)
  const isMetadata = isGitMetadata(pathOfKey(dirent.name))
  if (key.length > maxKeyLength) {
    level.faults.push({ path: `${pathOfKey(key).slice(0, 100)}…`, code: 'malformed', message: 'path too long' })
  } else if (tracked?.mode === '160000') {
    if (await isEmptyFolder(dir, key, dirent)) return
    level.faults.push(fault(key, 'not_regular', 'a submodule was changed'))
  } else if (dirent.isDirectory()) {
    if (tree.folders.has(key)) level.folders.push(key)
    else if (isMetadata) level.faults.push(planted(key))
    else level.newFolders.push(key)
  } else {
    const entry = await readEntry(dir, key)
    if (isMetadata && !(await isUntouched(dir, key, entry, tracked?.blob))) level.faults.push(planted(key))
    else if (tracked === undefined) level.newFiles.set(key, entry)
    else level.known.set(key, entry)
  }
}

/**
 * Undefined where a command took its own right to look into the folder. Read in small parts: the room for a part, 24 bytes an
 * entry, is kept until the closed folder is collected, and V8 doesn't know of it.
 */
async function openFolder(dir: string, folder: PathKey): Promise<Dir | undefined> {
  try {
    return await opendir(absolute(dir, folder), { encoding: 'latin1', bufferSize: 64 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return undefined
    throw error
  }
}

async function readEntry(dir: string, key: PathKey): Promise<WalkedEntry> {
  const path = absolute(dir, key)
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return { kind: 'link', blob: hashBlob(await readlink(path, { encoding: 'buffer' })) }
  if (!stats.isFile()) return { kind: 'special' }

  return { kind: 'file', mode: (stats.mode & 0o100) === 0 ? '100644' : '100755', size: stats.size }
}

async function isUntouched(dir: string, key: PathKey, entry: WalkedEntry, blob: string | undefined): Promise<boolean> {
  if (entry.kind === 'link') return entry.blob === blob
  if (entry.kind === 'special' || blob === undefined) return false

  return (await hashBlobFile(absolute(dir, key), entry.size)) === blob
}

async function isEmptyFolder(dir: string, key: PathKey, dirent: Dirent): Promise<boolean> {
  if (!dirent.isDirectory()) return false
  await using folder = await opendir(absolute(dir, key))

  return (await folder.read()) === null
}

function leadsToNamed(path: string, named: ReadonlySet<string>): boolean {
  return [...named].some((name) => name.startsWith(`${path}/`))
}

/** The path's bytes on disk: names that aren't UTF-8 have no string. */
export function absolute(dir: string, key: PathKey): Buffer {
  return Buffer.concat([Buffer.from(dir), Buffer.from('/'), Buffer.from(key, 'latin1')])
}

function byPath(a: PathFault, b: PathFault): number {
  return a.path < b.path ? -1 : 1
}

function planted(key: PathKey): PathFault {
  return fault(key, 'git_metadata', "git's own files (.git*) were added or changed")
}

function tooMany(message: string): PathFault {
  return { path: '.', code: 'too_many', message }
}

function fault(key: PathKey, code: PathFault['code'], message: string): PathFault {
  return { path: pathOfKey(key), code, message }
}
