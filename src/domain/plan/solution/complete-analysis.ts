import { deriveLevel } from '../score/derive-level.ts'
import type { PlanDraft } from '../plan-draft.ts'
import type { Plan } from '../plan.ts'

/** The plan with the risk, impact and complexity that were given, and its size as a measure of those that weren't. */
export function completeAnalysis(plan: Plan, given: PlanDraft['analysis']): Plan {
  const level = deriveLevel(plan.tasks)
  return {
    ...plan,
    analysis: {
      risk: given?.risk ?? level,
      impact: given?.impact ?? level,
      complexity: given?.complexity ?? level,
    },
  }
}
