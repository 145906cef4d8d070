import type { Artifact } from '../records/artifact.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import { sameEntry, type TreeEntry } from './tree-change.ts'

/** What was approved last for a path, and whose work it holds. */
export interface ApprovedPath {
  path: string
  /** Null: it was approved that the path is gone. */
  entry: TreeEntry | null
  /** The version that it is of. */
  version: Artifact
  /** All merged versions that changed it, the oldest first; the last is `version`. */
  layers: readonly Artifact[]
}

/**
 * What the integration branch has to hold, path by path, where approved work touched it: the versions that were merged, in
 * the order of their merges (spec 003 §3.2). All else is as on the branch that the work began from.
 */
export function approvedContent(merged: readonly Artifact[]): Map<string, ApprovedPath> {
  const content = new Map<string, ApprovedPath>()
  for (const version of merged) {
    const entries = entriesOf(version)
    // It is the whole deliverable anew: what an earlier version of the task held beside it is as before the task.
    for (const { path, version: owner } of content.values())
      if (owner.task === version.task && !entries.has(path)) content.delete(path)
    for (const [path, entry] of entries) {
      const known = content.get(path)
      if (known !== undefined && sameEntry(known.entry, entry)) continue
      content.set(path, { path, entry, version, layers: [...(known?.layers ?? []), version] })
    }
  }
  return content
}

/** What an integration branch has to hold by the record. */
export function expectedContent(execution: ExecutionRecord): Map<string, ApprovedPath> {
  return approvedContent(mergedVersions(execution))
}

/** What a version leaves at the paths that it touches. */
export function entriesOf({ files }: Pick<Artifact, 'files'>): Map<string, TreeEntry | null> {
  const entries = new Map<string, TreeEntry | null>()
  for (const { previous_path: from } of files) if (from !== null) entries.set(from, null)
  for (const { path, blob, mode } of files) entries.set(path, blob === null || mode === null ? null : { blob, mode })
  return entries
}

/**
 * Versions in the integration branch, in the order of their merges. Records from before merges were kept in order have
 * them in the order of their approvals.
 */
export function mergedVersions({ artifacts, merges, nodes, reviews }: ExecutionRecord): Artifact[] {
  const versions = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const known = new Set(merges.map((one) => one.artifact_id))
  const unordered = Object.values(nodes).flatMap((node) => {
    if (node.kind !== 'ACTION' || node.state !== 'DONE' || node.active_artifact_id === null) return []
    const at = reviews.findLastIndex((review) => review.reviewed_artifact_id === node.approved_artifact_id)
    return known.has(node.active_artifact_id) ? [] : [{ id: node.active_artifact_id, at }]
  })
  const ids = [
    ...unordered.toSorted((a, b) => a.at - b.at).map(({ id }) => id),
    ...merges.map((one) => one.artifact_id),
  ]
  return ids.flatMap((id) => versions.get(id) ?? [])
}
