import { draftLarge, type Shape } from '../../../bench/plans/large-draft.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { buildCheck, buildPlan, buildTask } from '../builders.ts'

/** A legal plan of so many tasks, each with a file of its own: made of one, which is cheaper than assembling them all. */
export function buildLargePlan(shape: Shape, count: number): Plan {
  const task = buildTask()
  const check = buildCheck(task)
  const tasks = draftLarge(shape, count).tasks.map((draft, index) => ({
    ...task,
    id: draft.id,
    task_id: `action ${index}`,
    title: draft.title,
    scope: draft.scope ?? '',
    deliverable_spec: { ...task.deliverable_spec, output_dir: '', filename: draft.scope ?? '' },
    depends_on: draft.depends_on ?? [],
  }))
  return buildPlan({
    tasks,
    checks: tasks.map(({ task_id }, index) => ({
      ...check,
      id: `C${index + 1}`,
      task_id: `check ${index}`,
      review_target_task_id: task_id,
    })),
  })
}
