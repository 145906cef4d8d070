import type { Artifact } from '../../records/artifact.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'
import { findLastReview, type GateDraft } from '../draft/gate-draft.ts'
import { recordText } from '../../language/message.ts'

/** What is known of a version: results of its last review, and of the one under way. */
export function knownResults(draft: GateDraft, check: CheckNode, artifact: Artifact): CriterionResult[] {
  const last = findLastReview(draft, artifact.artifact_id)?.criteria ?? []
  const partial = check.reviewed_artifact_id === artifact.artifact_id ? check.partial : []
  return mergeResults(
    last.filter((criterion) => criterion.result !== 'none'),
    partial,
  )
}

/** Later results win, but what was found stands against silence. */
export function mergeResults(known: readonly CriterionResult[], later: readonly CriterionResult[]): CriterionResult[] {
  const merged = new Map(known.map((result) => [result.id, result]))
  for (const result of later) if (result.result !== 'none' || !merged.has(result.id)) merged.set(result.id, result)
  return [...merged.values()]
}

/** A waived criterion counts as waived by that person, whatever else was found. */
export function withWaivers(action: ActionNode, results: readonly CriterionResult[]): CriterionResult[] {
  const waived = new Set(action.waivers.map((waiver) => waiver.criterion))
  return [
    ...results.filter((result) => !waived.has(result.id)),
    ...action.waivers.map((waiver): CriterionResult => ({
      id: waiver.criterion,
      result: 'waived',
      evidence: recordText('waived by {who}: {why}', { who: `@${waiver.by}`, why: waiver.why }),
    })),
  ]
}
