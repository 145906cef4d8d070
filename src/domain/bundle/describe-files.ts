import { type Artifact, artifactDir } from '../records/artifact.ts'
import type { ApprovedPath } from '../content/approved-content.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import { heldFiles } from '../content/held-files.ts'
import type { ManifestCandidate, ManifestFile } from './manifest.ts'
import { findNewestReview } from '../records/newest-review.ts'
import type { Task } from '../plan/task.ts'
import type { BundleApproval } from './find-bundle-approval.ts'

/** Versions that were not approved, as a manifest has them. */
export function describeCandidates(
  tasks: readonly Task[],
  execution: ExecutionRecord,
  approvals: readonly BundleApproval[],
  folderOf: (task: Task) => string,
): ManifestCandidate[] {
  const approved = new Set(approvals.map(({ artifact }) => artifact.artifact_id))
  return tasks.flatMap((task) =>
    execution.artifacts
      .filter((artifact) => artifact.task_id === task.task_id && !approved.has(artifact.artifact_id))
      .toSorted((a, b) => a.version - b.version)
      .map((artifact) => ({
        task_id: task.task_id,
        task: task.id,
        task_title: task.title,
        artifact_id: artifact.artifact_id,
        version: artifact.version,
        verdict: findNewestReview(execution.reviews, artifact.artifact_id)?.verdict ?? null,
        files: describeFiles(artifact, `_candidates/${folderOf(task)}/${artifact.artifact_id}`),
      })),
  )
}

/** Its files as they were approved last. */
export function describeHeld(
  artifact: Artifact,
  folder: string,
  content: ReadonlyMap<string, ApprovedPath>,
): ManifestFile[] {
  return heldFiles(artifact, content)
    .flatMap(({ file, version }) => {
      const described = describeFiles({ ...version, files: [file] }, folder)
      if (version.task === artifact.task) return described
      const { task_id, task, artifact_id, version: number } = version
      return described.map((one) => ({ ...one, approved_as: { task_id, task, artifact_id, version: number } }))
    })
    .toSorted((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
}

/** Files with bytes; a path that the version deletes has none to hand over. */
function describeFiles(artifact: Artifact, folder: string): ManifestFile[] {
  const files: ManifestFile[] = []
  for (const { path, sha256, blob, size, mode } of artifact.files) {
    if (sha256 === null || blob === null || size === null || mode === null) continue
    const source = `${artifactDir(artifact)}/${path}`
    files.push({ dest_path: `${folder}/${path}`, sha256, source_path: source, size, mode })
  }
  return files.toSorted((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
}
