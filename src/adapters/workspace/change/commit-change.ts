import type { ArtifactFile } from '../../../domain/records/artifact.ts'
import { findPathFaults, type PathFault, type PathPolicy } from '../../../domain/paths/path-policy.ts'
import type { TreeChange } from '../../../domain/content/tree-change.ts'
import { readBlobDigests } from '../plumbing/blob-digests.ts'
import { pathOfKey, readCommitTree } from './commit-tree.ts'
import type { Git } from '../plumbing/git.ts'
import { nameRenames } from './name-renames.ts'

interface RawChange {
  path: string
  mode: string
  blob: string
  previousMode: string
  previousBlob: string
  status: 'added' | 'modified' | 'deleted'
}

/**
 * Paths that differ between two commits. What is no regular file on the newer side has mode null; a submodule has no
 * blob, sha256 and size either.
 */
export async function describeChange(git: Git, gitDir: string, base: string, head: string): Promise<ArtifactFile[]> {
  const changes = await readRawChanges(git, gitDir, base, head)
  const blobs = changes.filter(hasBlob).map((change) => change.blob)
  const digests = await readBlobDigests(git, gitDir, blobs)
  const files = changes.map((change): ArtifactFile => {
    const digest = hasBlob(change) ? digests.get(change.blob) : undefined
    return {
      path: change.path,
      status: change.status,
      previous_path: null,
      mode: change.mode === '100644' || change.mode === '100755' ? change.mode : null,
      size: digest?.size ?? null,
      sha256: digest?.sha256 ?? null,
      blob: digest === undefined ? null : change.blob,
    }
  })
  const deleted = changes.filter(({ status }) => status === 'deleted')

  return nameRenames(files, new Map(deleted.map(({ path, previousBlob }) => [path, previousBlob])))
}

/** Paths that differ between two commits, with what both have there. */
export async function compareTrees(git: Git, gitDir: string, base: string, head: string): Promise<TreeChange[]> {
  const changes = await readRawChanges(git, gitDir, base, head)
  return changes.map(({ path, mode, blob, previousMode, previousBlob, status }) => ({
    path,
    before: status === 'added' ? null : { blob: previousBlob, mode: previousMode },
    after: status === 'deleted' ? null : { blob, mode },
  }))
}

/** The path policy on what somebody pushed. */
export async function findCommitFaults(
  git: Git,
  gitDir: string,
  range: { base: string; head: string },
  rules: PathPolicy,
): Promise<PathFault[]> {
  const changes = await readRawChanges(git, gitDir, range.base, range.head)
  const tree = await readCommitTree(git, gitDir, range.head)
  const changed = new Set(changes.map(({ path }) => path))
  const sizes = new Map([...tree.entries].map(([key, entry]) => [pathOfKey(key), entry.size]))
  const entries = changes.map(({ path, mode, status }) =>
    status === 'deleted'
      ? { path, mode: null, size: null, status }
      : { path, mode, size: sizes.get(path) ?? null, status },
  )

  return findPathFaults(
    entries,
    rules,
    [...sizes.keys()].filter((path) => !changed.has(path)),
  )
}

async function readRawChanges(git: Git, gitDir: string, base: string, head: string): Promise<RawChange[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', base, head]
  const fields = (await git.read({ gitDir, args })).toString('latin1').split('\0')
  const changes: RawChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [previousMode = '', mode = '', previousBlob = '', blob = '', letter = ''] = fields[at]?.split(' ') ?? []
    const status = letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified'
    changes.push({
      path: pathOfKey(fields[at + 1] ?? ''),
      mode,
      previousMode: previousMode.replace(/^:/, ''),
      previousBlob,
      blob,
      status,
    })
  }

  return changes
}

function hasBlob(change: RawChange): boolean {
  return change.status !== 'deleted' && change.mode !== '160000'
}
