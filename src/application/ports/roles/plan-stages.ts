import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import type { FileSizes } from '../../../domain/plan/estimate/file-sizes.ts'
import type { Feasibility } from '../../../domain/plan/plan-round.ts'
import type { ScorePart } from '../../../domain/plan/score-part.ts'
import type { SplitOutcome } from '../../../domain/plan/split/split-task.ts'
import type { Plan } from '../../../domain/plan/plan.ts'

export interface StageContext {
  configuration: Configuration
  /** Bytes of the files that the plan names, where they exist. */
  sizes: FileSizes
  /** UUID of a node of this plan. */
  nodeId: (id: string) => string
}

/** PLAN_REVIEW: the broken rules, and the score with its parts (spec 003 §5, spec 000 §7). */
export interface PlanReview {
  findings: PlanFault[]
  score: number
  parts: ScorePart[]
}

/** The stages after PLAN_GEN. The built-in ones are rules; a model can take the place of each. */
export interface PlanStages {
  review(plan: Plan, context: StageContext): Promise<PlanReview>
  /** The plan with estimates written back, and what was said of each leaf that changed or is too large. */
  checkFeasibility(plan: Plan, context: StageContext): Promise<{ plan: Plan; feasibility: Feasibility[] }>
  split(plan: Plan, task: string, context: StageContext): Promise<SplitOutcome>
}
