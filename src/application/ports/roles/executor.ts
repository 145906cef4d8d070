import type { Artifact } from '../../../domain/records/artifact.ts'
import type { LimitHold } from '../../../domain/gate/draft/gate-event.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { Analysis } from '../../../domain/records/loop/analysis.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { RunProgress } from '../../../domain/records/run-progress.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { Review } from '../../../domain/records/review.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { WorkTree } from './workspace.ts'

/** An attempt that came to no version, or to one whose own tests failed: then with its diff. */
export interface LastFailure {
  reason: string
  diff: string | null
}

/** Approved work of an earlier plan that could not be taken over, as it was. */
export interface EarlierVersion {
  why: string
  diff: string
}

export interface ExecutionRequest {
  runId: string
  repository: RepositoryRef
  plan: Plan
  task: Task
  /** At the integration branch: all inputs approved. */
  workTree: WorkTree
  /** All rejected versions, oldest first, with their verdict and diff. */
  rejections: readonly { artifact: Artifact; review: Review; diff: string }[]
  /** Why the newest attempt failed, where no review says so; absent where none did. */
  lastFailure?: LastFailure
  /** What was approved of the task before, and is done anew; absent where nothing was. */
  earlier?: EarlierVersion
  /** What debugging found where the newest version failed its tests; null where none did. */
  analysis: Analysis | null
  configuration: Configuration
  /** Hears that it says something of itself while it works, as often as it likes, and reads it seldom; absent where nobody does. */
  noteProgress?: (read: () => RunProgress) => void
  signal: AbortSignal
}

/**
 * `changed`: look at the work tree. `failed`: another try may do better. `stuck`: it won't, a person is needed.
 * `handed_over`: a person is to push (logins, may be empty). `held`: a limit on more than this task is reached; nothing
 * failed.
 */
export type ExecutionOutcome =
  | { kind: 'changed' }
  | { kind: 'failed'; reason: string }
  | { kind: 'stuck'; reason: string }
  /** It isn't there, or ended before it had begun. `otherwise`: what that is where nobody takes over. */
  | { kind: 'absent'; reason: string; otherwise: 'failed' | 'stuck' }
  | { kind: 'handed_over'; who: string[] }
  | { kind: 'held'; hold: LimitHold }

export interface ExecutionAnswer {
  outcome: ExecutionOutcome
  receipt: Omit<Receipt, 'outcome'>
}

export interface Executor {
  readonly name: string
  /** Why it can't work on this server now, as a clause after its name; absent where nothing ever lacks. */
  findLack?(): string | undefined
  execute(request: ExecutionRequest): Promise<ExecutionAnswer>
}
