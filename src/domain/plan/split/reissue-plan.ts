import type { Goal, Plan } from '../plan.ts'

/** The same plan under another id: derived ids and the bundle's folder follow. The hash is the caller's to make. */
export function reissuePlan(plan: Plan, planId: string, createdAt: string, nodeId: (id: string) => string): Plan {
  const idOf = new Map(plan.tasks.map((task) => [task.task_id, task.id]))
  return {
    ...plan,
    id: planId,
    created_at: createdAt,
    tasks: plan.tasks.map((task) => ({ ...task, task_id: nodeId(task.id) })),
    goals: plan.goals.map((goal) => reissueGoal(goal, plan.id, planId, nodeId)),
    checks: plan.checks.map((check) => ({
      ...check,
      task_id: nodeId(check.id),
      review_target_task_id: nodeId(idOf.get(check.review_target_task_id) ?? check.review_target_task_id),
    })),
  }
}

function reissueGoal(goal: Goal, from: string, to: string, nodeId: (id: string) => string): Goal {
  const spec = goal.final_deliverable_spec
  if (spec === undefined) return { ...goal, task_id: nodeId(goal.id) }
  const output = { ...spec.output, output_dir: spec.output.output_dir.replaceAll(from, to) }
  return { ...goal, task_id: nodeId(goal.id), final_deliverable_spec: { ...spec, output } }
}
