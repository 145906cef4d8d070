import type { Artifact } from '../../../domain/records/artifact.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { WorkTree } from './workspace.ts'

/** A check run or status on the reviewed commit. */
export interface CiResult {
  name: string
  state: 'passed' | 'failed' | 'pending'
  url: string | null
}

export interface ReviewRequest {
  reviewId: string
  repository: RepositoryRef
  plan: Plan
  task: Task
  artifact: Artifact
  /** Paths that approved earlier versions of the same task hold: what is merged already needn't change again. */
  deliveredBefore: readonly string[]
  criteria: readonly AcceptanceCriterion[]
  /** What was found of this version before, by an earlier look of the same CHECK or by people. */
  known: readonly CriterionResult[]
  /** An isolated checkout of exactly the reviewed commit. */
  workTree: WorkTree
  /** Bytes of a file as it was before the task's work; undefined where there was none. Absent where nobody can tell. */
  readBefore?: (path: string) => Promise<Uint8Array | undefined>
  /** What CI says of the commit; asked for only where a criterion needs it. */
  ci: readonly CiResult[]
  configuration: Configuration
  signal: AbortSignal
}

export interface ReviewAnswer {
  /** Criteria with a result; one that waits may be in here as `none`, with why. */
  results: CriterionResult[]
  /** Criteria only a person can judge, and those CI has not finished. */
  waiting: { criterion: string; for: 'person' | 'ci'; why?: string }[]
  /** Of a reviewer that asked a model, with the review as its run. */
  receipt?: Receipt
}

export interface Reviewer {
  readonly name: string
  /** Whether it judges all of these by a look at files: that neither waits nor runs anything, and takes no run of its own. */
  judgesAtOnce?(criteria: readonly AcceptanceCriterion[]): boolean
  review(request: ReviewRequest): Promise<ReviewAnswer>
}
