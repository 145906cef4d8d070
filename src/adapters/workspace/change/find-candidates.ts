import type { PathEntry, PathFault } from '../../../domain/paths/path-policy.ts'
import { pathOfKey, type CommitTree, type PathKey, type WrittenTreeEntry } from './commit-tree.ts'
import { eachConcurrently } from '../plumbing/each-concurrently.ts'
import { hashBlobFile } from '../plumbing/git-blob.ts'
import { absolute, type WalkedEntry } from './walk-work-tree.ts'

/** A path that differs from the commit. `blob` is the commit's, where it had one. */
export interface CandidatePath extends PathEntry {
  key: PathKey
  blob: string | null
}

export interface Candidates {
  changed: CandidatePath[]
  unchanged: string[]
  faults: PathFault[]
}

/** Compares what was walked with the commit, byte for byte and without filters. */
export async function findCandidates(
  dir: string,
  tree: CommitTree,
  entries: ReadonlyMap<PathKey, WalkedEntry>,
): Promise<Candidates> {
  const found: Candidates = { changed: [], unchanged: [], faults: [] }
  const same = new Set<PathKey>()
  await eachConcurrently(tree.entries, 16, async ([key, before]) => {
    const now = entries.get(key)
    if (now !== undefined && (await isSame(dir, key, before, now))) same.add(key)
  })
  for (const [key, before] of tree.entries) {
    const now = entries.get(key)
    const path = pathOfKey(key)
    if (before.mode === '160000' || same.has(key)) found.unchanged.push(path)
    else if (now === undefined) found.changed.push(candidate(key, null, null, 'deleted', before.blob))
    else if (before.mode === '120000') found.faults.push(notRegular(path, 'a symbolic link was changed'))
    else found.changed.push(differing(key, now, 'modified', before.blob))
  }
  for (const [key, now] of entries) {
    if (!tree.entries.has(key)) found.changed.push(differing(key, now, 'added', null))
  }

  return { ...found, changed: found.changed.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }
}

async function isSame(dir: string, key: PathKey, before: WrittenTreeEntry, now: WalkedEntry): Promise<boolean> {
  if (now.kind === 'special') return false
  if (now.kind === 'link') return before.mode === '120000' && before.blob === now.blob
  if (before.mode !== now.mode || before.size !== now.size) return false

  return (await hashBlobFile(absolute(dir, key), now.size)) === before.blob
}

function differing(key: PathKey, now: WalkedEntry, status: 'added' | 'modified', blob: string | null): CandidatePath {
  if (now.kind === 'special') return candidate(key, null, null, status, blob)
  if (now.kind === 'link') return candidate(key, '120000', null, status, blob)

  return candidate(key, now.mode, now.size, status, blob)
}

function candidate(
  key: PathKey,
  mode: string | null,
  size: number | null,
  status: CandidatePath['status'],
  blob: string | null,
): CandidatePath {
  return { key, path: pathOfKey(key), mode, size, status, blob }
}

function notRegular(path: string, message: string): PathFault {
  return { path, code: 'not_regular', message }
}
