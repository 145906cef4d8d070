import { z } from 'zod'
import type { ApprovedPath } from './approved-content.ts'
import { sameEntry, type TreeChange, type TreeEntry } from './tree-change.ts'

/** A path at which an integration branch holds something else than what was approved last for it. */
export const IntegrationDifferenceSchema = z.strictObject({
  path: z.string(),
  /** The version that was approved last for it; null where no approved work touched it. */
  approved: z.strictObject({ task: z.string(), version: z.int().positive() }).nullable(),
})
export type IntegrationDifference = z.infer<typeof IntegrationDifferenceSchema>

/** What a commit holds: all paths that differ from where the work began, and what it has at those of `expected` that don't. */
export interface HeldContent {
  changed: readonly TreeChange[]
  unchanged: ReadonlyMap<string, TreeEntry | null>
}

/**
 * Where a commit is not, path by path, what was approved last, and all else as where the work began. `bringing`: versions
 * that are on their way in, or were merged by hand and not judged yet; they are no difference.
 */
export function findDifferences(
  expected: ReadonlyMap<string, ApprovedPath>,
  { changed, unchanged }: HeldContent,
  bringing: readonly ReadonlyMap<string, TreeEntry | null>[] = [],
): IntegrationDifference[] {
  const isBrought = (path: string, entry: TreeEntry | null) =>
    bringing.some((one) => one.has(path) && sameEntry(one.get(path) ?? null, entry))
  const held = new Map(changed.map(({ path, after }) => [path, after]))
  const paths = new Set([...held.keys(), ...expected.keys()])
  return [...paths].toSorted().flatMap((path): IntegrationDifference[] => {
    const approved = expected.get(path)
    const entry = held.get(path) ?? unchanged.get(path) ?? null
    if (approved !== undefined && sameEntry(approved.entry, entry)) return []
    if (isBrought(path, entry)) return []
    const { task, version } = approved?.version ?? {}
    return [{ path, approved: task === undefined || version === undefined ? null : { task, version } }]
  })
}
