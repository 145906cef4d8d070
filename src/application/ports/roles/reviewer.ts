import type { Artifact } from '../../../domain/records/artifact.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { WorkTree } from './workspace.ts'

/** A check run or status on the reviewed commit. */
export interface CiResult {
  name: string
  state: 'passed' | 'failed' | 'pending'
  url: string | null
}

export interface ReviewRequest {
  plan: Plan
  task: Task
  artifact: Artifact
  /** Paths that approved earlier versions of the same task hold: what is merged already needn't change again. */
  deliveredBefore: readonly string[]
  criteria: readonly AcceptanceCriterion[]
  /** An isolated checkout of exactly the reviewed commit. */
  workTree: WorkTree
  /** What CI says of the commit; asked for only where a criterion needs it. */
  ci: readonly CiResult[]
  configuration: Configuration
  signal: AbortSignal
}

export interface ReviewAnswer {
  /** Criteria with a result. Those that wait are not in here. */
  results: CriterionResult[]
  /** Criteria only a person can judge, and those CI has not finished. */
  waiting: { criterion: string; for: 'person' | 'ci'; why?: string }[]
}

export interface Reviewer {
  readonly name: string
  review(request: ReviewRequest): Promise<ReviewAnswer>
}
