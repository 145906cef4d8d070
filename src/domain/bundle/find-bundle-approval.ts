import type { Artifact } from '../records/artifact.ts'
import type { ApprovedPath } from '../content/approved-content.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import { heldFiles } from '../content/held-files.ts'
import type { MissingTask } from './manifest.ts'
import type { ActionNode } from '../records/node-state.ts'
import { findNewestReview } from '../records/newest-review.ts'
import type { Review } from '../records/review.ts'
import type { Task } from '../plan/task.ts'
import { recordText } from '../language/message.ts'

/** A task with the version that was approved, and the review that did. */
export interface BundleApproval {
  task: Task
  artifact: Artifact
  review: Review
}

/** What of a task may be exported, or why nothing of it. */
export function findBundleApproval(
  task: Task,
  execution: ExecutionRecord,
  content: ReadonlyMap<string, ApprovedPath>,
): ({ kind: 'approved' } & BundleApproval) | { kind: 'missing'; missing: MissingTask } {
  const node = execution.nodes[task.id]
  const state = node?.kind === 'ACTION' ? node.state : 'PENDING'
  const lacks = (why: string) => ({
    kind: 'missing' as const,
    missing: { task_id: task.task_id, task: task.id, task_title: task.title, state, why },
  })
  if (node?.kind !== 'ACTION') return lacks(recordText('has no state'))
  if (node.state !== 'DONE') return lacks(whyNotDone(node))
  if (node.approved_artifact_id === null || node.approval_stale)
    return lacks(recordText('is done without a standing approval'))
  const artifact = execution.artifacts.find((one) => one.artifact_id === node.approved_artifact_id)
  if (artifact === undefined || artifact.task_id !== task.task_id)
    return lacks(recordText('its approved version is not recorded'))
  if (artifact.files.some(lacksBytes))
    return lacks(recordText('a file of its approved version is recorded without its bytes'))
  const review = findNewestReview(execution.reviews, artifact.artifact_id)
  if (review?.verdict !== 'APPROVED' || review.task_id !== task.task_id) {
    return lacks(recordText('its approved version has no approving review'))
  }
  const redone = heldFiles(artifact, content).find(({ version }) => execution.nodes[version.task]?.state !== 'DONE')
  if (redone !== undefined)
    return lacks(
      recordText('{path} was changed since by {task}, which is being done anew', {
        path: redone.file.path,
        task: redone.version.task,
      }),
    )
  return { kind: 'approved', task, artifact, review }
}

function lacksBytes({ status, sha256, blob, size, mode }: Artifact['files'][number]): boolean {
  return status !== 'deleted' && (sha256 === null || blob === null || size === null || mode === null)
}

function whyNotDone(node: ActionNode): string {
  return node.approved_artifact_id === null
    ? recordText('nothing is approved yet')
    : recordText('its approval is not final')
}
