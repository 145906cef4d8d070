import type { LanguageModel } from '../../../application/ports/models/language-model.ts'
import type { PlanAdvisers } from '../../../application/ports/roles/plan-advice.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import { cutByModel } from './cut-task.ts'
import { estimateByModel } from './estimate-tasks.ts'
import { reviewPlanByModel } from './review-plan.ts'

/** Those of the roles beside planning that the configuration gives to a model. */
export function createModelAdvisers(language: LanguageModel, workspace: Pick<Workspace, 'openReader'>): PlanAdvisers {
  const ports = { language, workspace }
  return (asked) => {
    const { plan_reviewer: reviewer, feasibility, splitter } = asked.configuration.agents
    return {
      ...(reviewer === 'model' && { review: (plan) => reviewPlanByModel(ports, asked, plan) }),
      ...(feasibility === 'model' && { estimate: (plan, leaves) => estimateByModel(ports, asked, plan, leaves) }),
      ...(splitter === 'model' && {
        cut: (plan, task, findFaults) => cutByModel(ports, asked, { plan, task }, findFaults),
      }),
    }
  }
}
