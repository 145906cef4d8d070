import type { PlanFault } from './plan-fault.ts'
import { findCheckFaults } from './find-check-faults.ts'
import { findCriterionFaults } from './find-criterion-faults.ts'
import { findDeliverableFaults } from './find-deliverable-faults.ts'
import { findDependencyFaults } from './find-dependency-faults.ts'
import { findFieldFaults } from './find-field-faults.ts'
import { findIdFaults } from './find-id-faults.ts'
import { findPathRuleFaults } from './find-path-rule-faults.ts'
import { findRootFaults } from './find-root-faults.ts'
import { findWorkFaults } from './find-work-faults.ts'
import type { Plan } from '../plan.ts'

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
