import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { PlanDraft } from '../../../domain/plan/plan-draft.ts'
import type { PlanningQuestion } from '../../../domain/plan/asks/planning-question.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import type { PlanAnswer } from '../../../domain/plan/plan-answer.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { TuningRecord } from '../../../domain/tuning/state/tuning-record.ts'
import type { TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'

export interface PlanRequest {
  planId: string
  /** Frozen text with hidden characters already removed. */
  issue: Pick<IssRecord, 'number' | 'frozen'>
  /** What a person wrote behind `/replan` or `/answer`, maybe several lines: untrusted, hidden characters removed. */
  guidance: string | null
  /** What PLAN_REVIEW found in the draft of the last round; empty in the first. */
  findings: readonly PlanFault[]
  /** The draft that they are about; null in the first round. */
  draft: PlanDraft | null
  /** What planning asked since the issue was last planned from scratch: `guidance` answers it. */
  asked: readonly PlanningQuestion[]
  /** The plan that this one is to replace, where there is one. */
  previous: Plan | null
  /** The skill that is to be tuned, and how its tuning stands; absent: the issue says what is to be done. */
  tuning?: TuningRequest
  configuration: Configuration
  repository: RepositoryRef
  /** Where the repository is looked at: head of the default branch. */
  commit: string
  /** Files of the repository that traces in the issue may mean; absent where nobody could look. */
  files?: ReadonlySet<string>
  /** Whose run it is, by the name of the effect that owes it. */
  runId: string
  signal: AbortSignal
}

export interface TuningRequest {
  record: TuningRecord
  /** Null before its first diagnosis. */
  state: TuningState | null
  /** Folder on the workflow branch. */
  workDir: string
  at: string
}

/** With what was asked of models for it, and what was found of a skill. */
export type PlannerAnswer = PlanAnswer & { receipts?: ModelReceipt[]; tuning?: SkillDiagnosed }

export interface Planner {
  readonly name: string
  /** True when it neither waits nor costs: then it runs inside the decision, before the commit. */
  readonly inline: boolean
  plan(request: PlanRequest): Promise<PlannerAnswer>
}
