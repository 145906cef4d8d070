import type { ApprovedPath } from '../../domain/content/approved-content.ts'
import type { HeldContent } from '../../domain/content/find-unapproved.ts'
import type { TreeEntry } from '../../domain/content/tree-change.ts'
import type { CommitTrees } from '../ports/state/commit-trees.ts'

/**
 * What a commit of an integration branch holds, against where it and the default branch part: that one's own newer commits
 * are no difference, somebody may have brought the integration branch up to date with them. Null where that isn't to be
 * seen from here. `base`: where the work began, for a repository without that default branch.
 */
export async function readHeldContent(
  trees: CommitTrees,
  { target, base, expected }: { target: string; base: string | null; expected: ReadonlyMap<string, ApprovedPath> },
  commit: string,
): Promise<HeldContent | null> {
  const tip = await trees.findHead(target)
  const start = (tip === undefined ? undefined : await trees.mergeBase(tip, commit)) ?? base
  const changed = start === null ? undefined : await trees.compareTrees(start, commit)
  if (start === null || changed === undefined) return null
  const known = new Set(changed.map(({ path }) => path))
  const unchanged = new Map<string, TreeEntry | null>()
  for (const { path, entry, version } of expected.values()) {
    if (known.has(path)) continue
    const since = await trees.compareTrees(start, version.commit_sha)
    const other = since?.find((one) => one.path === path)
    unchanged.set(path, since !== undefined && other === undefined ? entry : (other?.before ?? null))
  }
  return { changed, unchanged }
}
