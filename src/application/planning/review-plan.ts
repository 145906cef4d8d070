import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { FileSizes } from '../../domain/plan/estimate/file-sizes.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { deniedGlobs } from '../../domain/plan/scope/denied-of-task.ts'
import { findPlanFaults } from '../../domain/plan/rules/find-plan-faults.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import { scorePlan } from '../../domain/plan/score/score-plan.ts'
import type { ScorePart } from '../../domain/plan/score-part.ts'

/** What the stages after PLAN_GEN go by (docs/planning-stages.md). */
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

/** Reviews by rule: the same plan always gets the same answer. */
export function reviewPlan(plan: Plan, { configuration, sizes }: Omit<StageContext, 'nodeId'>): PlanReview {
  const findings = findPlanFaults(plan, deniedGlobs(configuration))
  return { findings, ...scorePlan(plan, findings, sizes) }
}
