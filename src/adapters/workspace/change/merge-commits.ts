import type { MergedChange, MergedCommits } from '../../../application/ports/roles/workspace.ts'
import { compareTrees } from './commit-change.ts'
import type { Git } from '../plumbing/git.ts'
import { pathOfKey } from './commit-tree.ts'

/** What is merged is text of others. */
const memoryMiB = 1024

/** Merges in the object store alone, by git's own rules; a git that can't (before 2.38) meets a conflict of unknown paths. */
export async function mergeCommits(git: Git, gitDir: string, base: string, head: string): Promise<MergedCommits> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', base, head]
  const answer = await git.ask({ gitDir, args, memoryMiB })
  const [tree = '', ...named] = answer.stdout.toString('latin1').split('\0')
  const paths = [...new Set(named.filter((path) => path !== '').map(pathOfKey))]
  if (answer.exitCode !== 0 || !/^[0-9a-f]{40}$/.test(tree)) return { kind: 'conflict', paths }
  const merged = await compareTrees(git, gitDir, base, tree)
  const changes = merged.flatMap(({ path, after }): MergedChange[] => {
    if (after === null) return [{ path, after }]
    const { blob, mode } = after
    return mode === '100644' || mode === '100755' ? [{ path, after: { blob, mode } }] : []
  })
  // Links and submodules are no task's to write.
  return changes.length === merged.length ? { kind: 'clean', changes } : { kind: 'conflict', paths: [] }
}
