import type { ActionOf } from '../../../domain/effects/effect.ts'
import type { Artifact } from '../../../domain/records/artifact.ts'
import { findNewInBase } from '../../../domain/debug/find-new-in-base.ts'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import { owedTests } from '../../../domain/loop/owed-tests.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import type { VersionReview } from './review-version.ts'

/** What a review of a version is about; undefined where the state knows no such version any more. */
export function prepareReview(
  { work, configuration, repository }: Pick<RunPlace, 'work' | 'configuration' | 'repository'>,
  action: ActionOf<'review_version'>,
  signal: AbortSignal,
): VersionReview | undefined {
  const { plan, execution } = work
  const task = plan?.tasks.find((one) => one.id === action.task)
  const artifact = execution?.artifacts.find((one) => one.artifact_id === action.artifact_id)
  if (plan === null || execution === null || task === undefined || artifact === undefined) return undefined
  return {
    repository,
    plan,
    task,
    artifact,
    deliveredBefore: listDelivered(execution, artifact),
    known: listKnown(execution, artifact),
    reviewId: action.review_id,
    tests: owedTests(execution, task, artifact),
    newInBase: findNewInBase(execution, task.id),
    configuration,
    signal,
  }
}

function listDelivered({ artifacts, reviews }: ExecutionRecord, { task, artifact_id: id }: Artifact): string[] {
  const approved = new Set(reviews.flatMap((one) => (one.verdict === 'APPROVED' ? [one.reviewed_artifact_id] : [])))
  const earlier = artifacts.filter(
    (one) => one.task === task && one.artifact_id !== id && approved.has(one.artifact_id),
  )
  return [...new Set(earlier.flatMap((one) => one.files.map((file) => file.path)))]
}

/** Found while the CHECK waited for CI or a person, and what was waived. */
function listKnown({ nodes }: ExecutionRecord, { task, artifact_id: id }: Artifact): CriterionResult[] {
  const check = Object.values(nodes).find((node) => node.kind === 'CHECK' && node.target === task)
  const found = check?.kind === 'CHECK' && check.reviewed_artifact_id === id ? check.partial : []
  const action = nodes[task]
  const waived = action?.kind === 'ACTION' ? action.waivers : []
  return [
    ...found,
    ...waived.map(({ criterion, why }) => ({ id: criterion, result: 'waived' as const, evidence: why })),
  ]
}
