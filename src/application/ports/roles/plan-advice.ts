import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { LeafEstimate } from '../../../domain/plan/estimate/take-estimates.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { ToldCut } from '../../../domain/plan/split/compose-cut.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** What advice is asked about; the same for all of one planning. */
export interface AdviceAsked {
  issue: Pick<IssRecord, 'number' | 'frozen'>
  guidance: string | null
  configuration: Configuration
  repository: RepositoryRef
  /** Where the repository is looked at: head of the default branch. */
  commit: string
  runId: string
  signal: AbortSignal
}

/** What came of asking, and what it took. Where nothing came of it, rules alone decide. */
export type Advised<T> =
  | { kind: 'advised'; value: T; by: string; receipt: ModelReceipt }
  | { kind: 'none'; why: string; receipt: ModelReceipt | null }

/**
 * Models beside the rules of planning (spec 003 §5). Each member is there only where the configuration wants that one
 * asked. None decides: what it says is checked, bounded, and taken by functions of the domain. Faults are outages.
 */
export interface PlanAdvice {
  /** PLAN_REVIEW by a second reader: findings with codes `reader_found`. */
  review?(plan: Plan): Promise<Advised<PlanFault[]>>
  /** FEASIBILITY_CHECK of these leaves. */
  estimate?(plan: Plan, leaves: readonly Task[]): Promise<Advised<LeafEstimate[]>>
  /** Where to cut a task; `findFaults` tells what the rules say of a cut. */
  cut?(plan: Plan, task: Task, findFaults: (cut: ToldCut) => readonly string[]): Promise<Advised<ToldCut>>
}

export type PlanAdvisers = (asked: AdviceAsked) => PlanAdvice
