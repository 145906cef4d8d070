import { inCatalogue } from '../language/in-catalogue.ts'
import { verdictPath } from '../../domain/records/review.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import type { Work } from '../../domain/records/work.ts'
import { renderVerdictFile } from '../../views/check/verdict-file.ts'
import type { StateFile } from '../ports/state/state-store.ts'

/** Writes the verdict file of every review that has none yet, and notes its hash in the record (spec 003 §1.2). */
export function sealVerdicts(work: Work): { work: Work; files: StateFile[] } {
  const files: StateFile[] = []
  const execution = sealExecution(work, files)
  const replaced = work.replaced?.map((old) => ({ ...old, execution: sealExecution(old, files) }))
  if (files.length === 0) return { work, files }
  return { work: { ...work, execution, ...(replaced === undefined ? {} : { replaced }) }, files }
}

/** Pushes the verdict files to `files`. */
function sealExecution({ plan, execution }: Pick<Work, 'plan' | 'execution'>, files: StateFile[]): Work['execution'] {
  if (plan === null || execution === null || execution.reviews.every((review) => review.file !== null)) return execution
  const reviews = execution.reviews.map((review) => {
    if (review.file !== null) return review
    const artifact = execution.artifacts.find((one) => one.artifact_id === review.reviewed_artifact_id)
    if (artifact === undefined) throw new Error(`review ${review.review_id} is of an unknown version`)
    const bytes = new TextEncoder().encode(inCatalogue(null, () => renderVerdictFile({ review, plan, artifact })))
    const path = verdictPath(review)
    files.push({ path, bytes })
    return { ...review, file: { path, sha256: sha256Hex(bytes) } }
  })
  return { ...execution, reviews }
}
