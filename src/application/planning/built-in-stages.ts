import { findPlanFaults } from '../../domain/plan/rules/find-plan-faults.ts'
import { checkFeasibility } from '../../domain/plan/estimate/check-feasibility.ts'
import { scorePlan } from '../../domain/plan/score/score-plan.ts'
import { splitTask } from '../../domain/plan/split/split-task.ts'
import type { PlanStages } from '../ports/roles/plan-stages.ts'

/** The stages by rule: the same plan always gets the same answer (docs/planning-stages.md). */
export const builtInStages: PlanStages = {
  async review(plan, { configuration, sizes }) {
    const findings = findPlanFaults(plan, configuration.paths.denied)
    return { findings, ...scorePlan(plan, findings, sizes) }
  },
  async checkFeasibility(plan, { configuration, sizes }) {
    return checkFeasibility(plan, sizes, configuration.plan.one_shot_threshold_person_days)
  },
  async split(plan, task, { nodeId }) {
    return splitTask(plan, task, nodeId)
  },
}
