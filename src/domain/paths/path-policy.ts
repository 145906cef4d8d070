import { recordText } from '../language/message.ts'
import { canonicalPath, collisionKey, isPlainPath } from './canonical-path.ts'
import { createDeniedMatcher, isGitMetadata } from './denied-path.ts'
import { createPathMatcher, type PathMatcher } from './path-pattern.ts'

/** Why a path may not be in a deliverable (design 7.1). */
export interface PathFault {
  path: string
  code:
    | 'outside_scope'
    | 'denied'
    | 'not_regular'
    | 'git_metadata'
    | 'malformed'
    | 'ambiguous'
    | 'too_large'
    | 'too_many'
    | 'in_lfs'
  message: string
}

/** One path that differs, with git's mode and the size in bytes of the newer side (null when deleted). */
export interface PathEntry {
  path: string
  mode: string | null
  size: number | null
  status: 'added' | 'modified' | 'renamed' | 'deleted'
}

export interface PathPolicy {
  /** Files, folders or globs the task may touch; empty: everything that isn't denied. */
  scope: readonly string[]
  denied: readonly string[]
  maxFileBytes: number
  maxFiles: number
}

const maxPathLength = 1024

/**
 * All reasons not to commit these entries, at most one a path. `unchanged` are the other paths of the tree: a new path
 * must not collide with them either.
 */
export function findPathFaults(
  entries: readonly PathEntry[],
  policy: PathPolicy,
  unchanged: readonly string[] = [],
): PathFault[] {
  const scope = policy.scope.filter((pattern) => pattern.trim() !== '')
  const inScope = scope.length === 0 ? () => true : createPathMatcher(scope)
  const isDenied = createDeniedMatcher(policy.denied)
  const faults: PathFault[] = []
  const kept: string[] = [...unchanged]
  const added: string[] = []
  for (const entry of entries) {
    const fault = findFault(entry, policy, inScope, isDenied)
    if (fault !== undefined) faults.push({ path: entry.path, ...fault })
    else if (entry.status === 'modified') kept.push(entry.path)
    else if (entry.status !== 'deleted') added.push(entry.path)
  }
  const tooMany: PathFault[] =
    entries.length > policy.maxFiles
      ? [
          {
            path: '.',
            code: 'too_many',
            message: recordText('{n} files changed, at most {most}', { n: entries.length, most: policy.maxFiles }),
          },
        ]
      : []

  return [...faults, ...findCollisions(added, kept), ...tooMany]
}

function findFault(
  entry: PathEntry,
  policy: PathPolicy,
  inScope: PathMatcher,
  isDenied: PathMatcher,
): Omit<PathFault, 'path'> | undefined {
  const { path, mode, size, status } = entry
  const malformed = status === 'deleted' ? undefined : findMalformation(path)
  if (malformed !== undefined) return { code: 'malformed', message: malformed }
  if (isGitMetadata(path))
    return { code: 'git_metadata', message: recordText("git's own files (.git*) can't be delivered") }
  if (isDenied(path)) return { code: 'denied', message: recordText('no task may touch this path') }
  if (status !== 'deleted' && mode !== '100644' && mode !== '100755') {
    return { code: 'not_regular', message: recordText('{mode}, not a regular file', { mode: describeMode(mode) }) }
  }
  if (!inScope(path))
    return {
      code: 'outside_scope',
      message: recordText("outside the task's scope ({scope})", { scope: policy.scope.join(', ') }),
    }
  if (size !== null && size > policy.maxFileBytes) {
    return {
      code: 'too_large',
      message: recordText('{n} bytes, at most {most}', { n: size, most: policy.maxFileBytes }),
    }
  }

  return undefined
}

/** What makes this no plain relative path, as a phrase; undefined when it is one. */
export function findMalformation(path: string): string | undefined {
  if (path === '') return recordText('empty path')
  if (path.length > maxPathLength) return recordText('path longer than {n} characters', { n: maxPathLength })
  if (isPlainPath(path)) return undefined
  const segments = path.split('/')
  if (!path.isWellFormed() || path.includes('\uFFFD')) return recordText('name is not valid Unicode')
  if (/\p{Cc}/u.test(path)) return recordText('control character in the name')
  if (path.startsWith('/')) return recordText('absolute path')
  if (/^[A-Za-z]:/.test(path)) return recordText('drive letter')
  if (path.includes('\\')) return recordText('backslash in the name')
  if (segments.includes('..')) return recordText('climbs out with ".."')
  if (segments.some((segment) => segment === '' || segment === '.')) return recordText('empty or "." segment')
  if (segments.some((segment) => /^[^.~]{1,7}~\d{1,6}(?:\.[^.]{0,3})?$/.test(segment))) {
    return recordText('reads as a short name of another file on Windows')
  }
  if (canonicalPath(path).split('/').includes('')) return recordText('a name of dots, spaces or invisible characters')

  return undefined
}

/** Two files, or a file and a folder, that a case-insensitive or normalising file system would make one. */
function findCollisions(added: readonly string[], kept: readonly string[]): PathFault[] {
  const files = new Map<string, string>()
  const folders = new Map<string, string>()
  const seen = new Set<string>()
  const note = (path: string): void => {
    const key = collisionKey(path)
    if (!files.has(key)) files.set(key, path)
    for (const folder of foldersUpTo(seen, path)) {
      const folderKey = collisionKey(folder)
      if (!folders.has(folderKey)) folders.set(folderKey, folder)
    }
  }
  for (const path of kept) note(path)
  for (const path of added) note(path)
  // Nearly always: each path has a key of its own, and none has that of a folder.
  if (files.size === kept.length + added.length && ![...folders.keys()].some((key) => files.has(key))) return []
  const findFileAbove = createFileAbove(files)

  return added.flatMap((path): PathFault[] => {
    const key = collisionKey(path)
    const file = files.get(key)
    const rival = (file === path ? undefined : file) ?? folders.get(key) ?? findFileAbove(path)
    if (rival === undefined) return []
    return [
      {
        path,
        code: 'ambiguous',
        message: recordText("the same name as {path} where letter case or accents don't count", { path: rival }),
      },
    ]
  })
}

const none: readonly string[] = []

/** Folders of a path that are new to `seen`, the outermost first; where a folder is known, those around it are. */
function foldersUpTo(seen: Set<string>, path: string): readonly string[] {
  let folder = parentOf(path)
  if (folder === '' || seen.has(folder)) return none
  const fresh: string[] = []
  for (; folder !== '' && !seen.has(folder); folder = parentOf(folder)) {
    seen.add(folder)
    fresh.push(folder)
  }
  return fresh.toReversed()
}

/** Looks for a file with the name of one of a path's folders, the outermost first; a folder is looked at once. */
function createFileAbove(files: ReadonlyMap<string, string>): (path: string) => string | undefined {
  const free = new Set<string>()
  return (path) => {
    if (free.has(parentOf(path))) return undefined
    for (const folder of ancestors(path)) {
      const rival = free.has(folder) ? undefined : files.get(collisionKey(folder))
      if (rival !== undefined) return rival
      free.add(folder)
    }
    return undefined
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function ancestors(path: string): string[] {
  const segments = path.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

function describeMode(mode: string | null): string {
  if (mode === '120000') return recordText('a symbolic link')
  if (mode === '160000') return recordText('a submodule')
  return mode === null ? recordText('a special file') : recordText('mode {number}', { number: mode })
}
