import { type ApprovedPath, entriesOf, expectedContent } from './approved-content.ts'
import type { Artifact } from '../records/artifact.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { IntegrationDifference } from '../effects/integration-difference.ts'
import { findNewestReview } from '../records/newest-review.ts'
import { sameEntry, type TreeChange, type TreeEntry } from './tree-change.ts'

/** What a commit holds: all paths that differ from where the work began, and what it has at those of `expected` that don't. */
export interface HeldContent {
  changed: readonly TreeChange[]
  unchanged: ReadonlyMap<string, TreeEntry | null>
}

/** Where what is held is not what was approved last, nor on its way in; `more` is so too. */
export function findUnapproved(
  execution: ExecutionRecord,
  held: HeldContent,
  more: readonly ReadonlyMap<string, TreeEntry | null>[] = [],
): IntegrationDifference[] {
  return findDifferences(expectedContent(execution), held, [...listOnTheirWay(execution).map(entriesOf), ...more])
}

/**
 * Versions of tasks that aren't DONE, which may be in there: merged by hand and not judged yet, or done anew, where the
 * earlier work stays until the new one is merged. One that was rejected and never approved is taken out, and is none.
 */
function listOnTheirWay({ artifacts, nodes, reviews }: ExecutionRecord): Artifact[] {
  const approved = new Set(reviews.flatMap((one) => (one.verdict === 'APPROVED' ? [one.reviewed_artifact_id] : [])))
  const isRejected = (id: string) => !approved.has(id) && findNewestReview(reviews, id)?.verdict === 'REJECTED'
  return artifacts.filter(({ task, artifact_id: id }) => nodes[task]?.state !== 'DONE' && !isRejected(id))
}

/**
 * Where a commit is not, path by path, what was approved last, and all else as where the work began. `bringing`: versions
 * that are on their way in, or were merged by hand and not judged yet; they are no difference.
 */
function findDifferences(
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
