import { createHash } from 'node:crypto'
import type { PathRules, WorkTreeChange, WorkTreeFile } from '../../../application/ports/roles/workspace.ts'
import { cleanPattern, isLiteralPattern } from '../../../domain/paths/path-pattern.ts'
import { findPathFaults, type PathFault } from '../../../domain/paths/path-policy.ts'
import type { CommitTree } from './commit-tree.ts'
import { findCandidates, type CandidatePath } from './find-candidates.ts'
import { findLfs, refuseLfs } from './find-lfs.ts'
import { findIgnored } from './find-ignored.ts'
import { hashBlob, readRegularFile } from '../plumbing/git-blob.ts'
import type { Git } from '../plumbing/git.ts'
import { nameRenames } from './name-renames.ts'
import { absolute, walkWorkTree, type Walk } from './walk-work-tree.ts'
import { writeBlobs } from './write-blobs.ts'

export interface UsedWorkTree {
  git: Git
  /** Where git keeps what it knows of this work tree. */
  gitDir: string
  dir: string
  tree: CommitTree
}

/** All files of a change are held in memory at once: no more than this many of the largest allowed. */
const maxChangeInFiles = 5

/** What differs from the commit, policed; new blobs are stored. Nothing of the work tree is trusted. */
export async function readChange(used: UsedWorkTree, rules: PathRules): Promise<WorkTreeChange> {
  const walk = await walkUsed(used, rules)
  if (walk.kind === 'refused') return walk
  const { changed, unchanged, faults } = await findCandidates(used.dir, used.tree, walk.entries)
  const refused = [...faults, ...findPathFaults(changed, rules, unchanged), ...findExcess(changed, rules)]
  if (refused.length > 0) return { kind: 'refused', faults: refused }

  const written = changed.filter(({ status }) => status !== 'deleted').map(({ key }) => key)
  const inLfs = await findLfs(used.git, used.dir, used.tree, written)
  const files: WorkTreeFile[] = []
  for (const entry of changed) {
    const bytes = entry.status === 'deleted' ? null : await readRegularFile(absolute(used.dir, entry.key))
    if (bytes === undefined) return { kind: 'refused', faults: [swapped(entry.path)] }
    const refusedFile = bytes !== null && inLfs.has(entry.key) ? refuseLfs(entry.key, bytes) : undefined
    if (refusedFile !== undefined) return { kind: 'refused', faults: [refusedFile] }
    files.push(describeFile(entry, bytes))
  }
  await writeBlobs(
    used.git,
    used.gitDir,
    files.flatMap((file) => (file.bytes === null ? [] : [file.bytes])),
  )
  const deleted = changed.flatMap(({ status, path, blob }) =>
    status === 'deleted' && blob ? [[path, blob] as const] : [],
  )

  return { kind: 'files', files: nameRenames(files, new Map(deleted)) }
}

/**
 * What the repository ignores stays out, unless the scope has exactly this file or this folder: a folder of the scope
 * does not open the ignored ones in it.
 */
export function walkUsed(used: UsedWorkTree, rules: Pick<PathRules, 'scope' | 'maxFiles'>): Promise<Walk> {
  return walkWorkTree(used.dir, used.tree, {
    findIgnored: (keys) => findIgnored(used.git, { gitDir: used.gitDir, workTree: used.dir }, keys),
    named: new Set(rules.scope.map(cleanPattern).filter((pattern) => pattern !== '' && isLiteralPattern(pattern))),
    maxNewFiles: rules.maxFiles,
  })
}

function findExcess(changed: readonly CandidatePath[], rules: PathRules): PathFault[] {
  const bytes = changed.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const limit = maxChangeInFiles * rules.maxFileBytes
  return bytes > limit ? [{ path: '.', code: 'too_large', message: `${bytes} bytes in all, at most ${limit}` }] : []
}

function describeFile(entry: CandidatePath, bytes: Uint8Array | null): WorkTreeFile {
  return {
    path: entry.path,
    status: entry.status,
    previous_path: null,
    mode: bytes !== null && (entry.mode === '100644' || entry.mode === '100755') ? entry.mode : null,
    size: bytes?.length ?? null,
    sha256: bytes === null ? null : createHash('sha256').update(bytes).digest('hex'),
    blob: bytes === null ? null : hashBlob(bytes),
    bytes,
  }
}

function swapped(path: string): PathFault {
  return { path, code: 'not_regular', message: 'changed while it was read' }
}
