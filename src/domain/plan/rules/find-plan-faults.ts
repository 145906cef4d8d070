import type { PlanFault } from './plan-fault.ts'
import { findCheckFaults } from './plan-rules/find-check-faults.ts'
import { findCriterionFaults } from './plan-rules/find-criterion-faults.ts'
import { findDeliverableFaults } from './plan-rules/find-deliverable-faults.ts'
import { findDependencyFaults } from './plan-rules/find-dependency-faults.ts'
import { findFieldFaults } from './plan-rules/find-field-faults.ts'
import { findIdFaults } from './plan-rules/find-id-faults.ts'
import { findPathRuleFaults } from './plan-rules/find-path-rule-faults.ts'
import { findRootFaults } from './plan-rules/find-root-faults.ts'
import { findWorkFaults } from './plan-rules/find-work-faults.ts'
import type { Plan } from './plan.ts'

const rules = [
  findIdFaults,
  findFieldFaults,
  findCriterionFaults,
  findDependencyFaults,
  findCheckFaults,
  findDeliverableFaults,
  findPathRuleFaults,
  findRootFaults,
  findWorkFaults,
]

/** All broken rules of a plan together (spec 000 §4, §5; spec 003 §1.1, §1.2). Linear in nodes and edges; never throws. `denied`: globs of the configuration. */
export function findPlanFaults(plan: Plan, denied: readonly string[] = []): PlanFault[] {
  return rules.flatMap((rule) => rule(plan, denied))
}
