import type { Artifact } from '../../../domain/records/artifact.ts'
import type { ManifestItem } from '../../../domain/bundle/manifest.ts'
import { findNewestReview } from '../../../domain/records/newest-review.ts'
import { type Review, verdictKeys, verdictPath } from '../../../domain/records/review.ts'
import { sha256Of } from '../hashes.ts'
import type { RepositoryContext } from './check-version.ts'
import { parseVerdictFile } from '../parse-verdict-file.ts'

/** The review that the manifest names is on record, its verdict file says the same, and nothing later took it back. */
export async function checkApproval(context: RepositoryContext, item: ManifestItem, artifact: Artifact): Promise<void> {
  const { findings, state } = context
  const review = state.execution.reviews.find((one) => one.review_id === item.review.review_id)
  if (review === undefined) {
    findings.fault('not_recorded', item.task, `review ${item.review.review_id} is not in the record`)
    return
  }
  const { check_task_id, verdict, score, reviewer } = item.review
  const same =
    review.verdict === verdict &&
    review.check_task_id === check_task_id &&
    review.score === score &&
    review.reviewer === reviewer &&
    review.reviewed_artifact_id === item.approved_artifact_id &&
    review.task_id === item.task_id &&
    review.commit_sha === artifact.commit_sha &&
    review.tree_sha === artifact.tree_sha
  if (!same) findings.fault('record_differs', item.task, `review ${review.review_id} says something else in the record`)
  await checkVerdictFile(context, item, review)
  checkStanding(context, item)
}

async function checkVerdictFile({ reader, head, findings }: RepositoryContext, item: ManifestItem, review: Review) {
  const path = verdictPath(review)
  const file = await reader.findFile(head, path)
  if (file === undefined) {
    findings.fault('verdict_missing', path, `there is no verdict file for ${item.task}`)
    return
  }
  const bytes = await reader.readBlob(file.blob)
  const header = parseVerdictFile(new TextDecoder().decode(bytes))
  if (header === undefined) {
    findings.fault('verdict_differs', path, 'its front matter can’t be read')
    return
  }
  if (review.file !== null && sha256Of(bytes) !== review.file.sha256) {
    findings.fault('verdict_differs', path, 'it was changed after it was written')
  }
  const differing = verdictKeys.filter((key) => header[key] !== review[key])
  if (differing.length > 0) findings.fault('verdict_differs', path, `it has another ${differing.join(', ')}`)
}

function checkStanding({ findings, state }: RepositoryContext, item: ManifestItem): void {
  const newest = findNewestReview(state.execution.reviews, item.approved_artifact_id)
  if (newest?.verdict === 'REJECTED') {
    findings.fault('revoked', item.task, `version ${item.version} was rejected later, in review ${newest.review_id}`)
    return
  }
  const node = state.execution.nodes[item.task]
  const approved = node?.kind === 'ACTION' && node.state === 'DONE' && !node.approval_stale
  if (!approved || node.approved_artifact_id !== item.approved_artifact_id) {
    findings.doubt('superseded', item.task, `version ${item.version} was approved, but is no longer the approved one`)
  }
}
