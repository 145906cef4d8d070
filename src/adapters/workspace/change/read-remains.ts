import type { RemainingChange, PathRules } from '../../../application/ports/roles/workspace.ts'
import { maxNamedRemains, type RemainingFile } from '../../../domain/records/agent-remains.ts'
import { findPathFaults, type PathFault } from '../../../domain/paths/path-policy.ts'
import { findCandidates, type CandidatePath } from './find-candidates.ts'
import { hashBlob, readRegularFile } from '../plumbing/git-blob.ts'
import { type UsedWorkTree, walkUsed } from './read-change.ts'
import { absolute } from './walk-work-tree.ts'
import { writeBlobs } from './write-blobs.ts'

/**
 * What differs from the commit, as far as the rules let it pass, as one patch of at most `maxBytes`: whole files, by
 * path, those that fit. Nothing of the work tree is trusted.
 */
export async function readRemains(
  used: UsedWorkTree,
  commit: string,
  rules: PathRules,
  maxBytes: number,
): Promise<RemainingChange> {
  const walk = await walkUsed(used, rules)
  if (walk.kind === 'refused') return { files: [], more: 0, patch: new Uint8Array(), faults: walk.faults }
  const { changed, unchanged, faults } = await findCandidates(used.dir, used.tree, walk.entries)
  const refused = [...faults, ...findPathFaults(changed, { ...rules, maxFileBytes: maxBytes }, unchanged)]
  const refusedPaths = new Set(refused.map(({ path }) => path))
  const named = changed.slice(0, maxNamedRemains)
  const staged = await stage(
    used,
    named.filter(({ path }) => !refusedPaths.has(path)),
  )
  const parts: Buffer[] = []
  const files: RemainingFile[] = []
  let left = maxBytes
  for (const { path, status, size } of named) {
    const part = staged.has(path) ? await readPart(used, commit, path, left) : undefined
    if (part !== undefined) {
      parts.push(part)
      left -= part.length
    }
    files.push({ path, status: status === 'renamed' ? 'modified' : status, size, kept: part !== undefined })
  }
  const tooLarge = files
    .filter(({ path, kept }) => !kept && staged.has(path))
    .map(({ path }) => overTheCap(path, maxBytes))
  return {
    files,
    more: changed.length - named.length,
    patch: Buffer.concat(parts),
    faults: [...refused, ...tooLarge],
  }
}

/** Puts the bytes into git's index of this work tree, which is thrown away with it: git looks at no file of the agent's. */
async function stage(
  { git, gitDir, dir }: UsedWorkTree,
  entries: readonly CandidatePath[],
): Promise<ReadonlySet<string>> {
  const lines: Buffer[] = []
  const blobs: Uint8Array[] = []
  const staged = new Set<string>()
  // A file where a folder was, or the other way round: what goes must go first.
  const inOrder = entries.toSorted((a, b) => Number(b.status === 'deleted') - Number(a.status === 'deleted'))
  for (const { key, path, status, mode } of inOrder) {
    const bytes = status === 'deleted' ? null : await readRegularFile(absolute(dir, key))
    if (bytes === undefined) continue
    if (bytes !== null) blobs.push(bytes)
    const entry = bytes === null ? `0 ${'0'.repeat(40)}` : `${mode} ${hashBlob(bytes)}`
    lines.push(Buffer.from(`${entry}\t`), Buffer.from(key, 'latin1'), Buffer.from('\0'))
    staged.add(path)
  }
  await writeBlobs(git, gitDir, blobs)
  await git.read({ gitDir, args: ['update-index', '-z', '--index-info'], input: Buffer.concat(lines) })
  return staged
}

/** Undefined where it takes more bytes than are left. */
async function readPart(
  { git, gitDir }: UsedWorkTree,
  commit: string,
  path: string,
  left: number,
): Promise<Buffer | undefined> {
  const how = ['--cached', '-p', '--binary', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const answer = await git.ask({
    gitDir,
    args: ['diff-index', ...how, commit, '--', path],
    maxBytes: Math.max(left, 1),
  })
  return answer.exitCode === 0 && !answer.cut && answer.stdout.length <= left ? answer.stdout : undefined
}

function overTheCap(path: string, maxBytes: number): PathFault {
  return { path, code: 'too_large', message: `the patch would be larger than ${maxBytes} bytes` }
}
