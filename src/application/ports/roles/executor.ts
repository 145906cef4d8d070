import type { Artifact } from '../../../domain/records/artifact.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { Analysis } from '../../../domain/records/loop/analysis.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Review } from '../../../domain/records/review.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { WorkTree } from './workspace.ts'

export interface ExecutionRequest {
  runId: string
  plan: Plan
  task: Task
  /** At the integration branch: all inputs approved. */
  workTree: WorkTree
  /** All rejected versions, oldest first, with their verdict and diff. */
  rejections: readonly { artifact: Artifact; review: Review; diff: string }[]
  /** What debugging found where the newest version failed its tests; null where none did. */
  analysis: Analysis | null
  configuration: Configuration
  signal: AbortSignal
}

/**
 * `changed`: look at the work tree. `failed`: another try may do better. `stuck`: it won't, a person is needed.
 * `handed_over`: a person is to push (logins, may be empty).
 */
export type ExecutionOutcome =
  | { kind: 'changed' }
  | { kind: 'failed'; reason: string }
  | { kind: 'stuck'; reason: string }
  | { kind: 'handed_over'; who: string[] }

export interface ExecutionAnswer {
  outcome: ExecutionOutcome
  receipt: Omit<Receipt, 'outcome'>
}

export interface Executor {
  readonly name: string
  execute(request: ExecutionRequest): Promise<ExecutionAnswer>
}
