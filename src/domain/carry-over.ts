import type { ExecutionRecord } from './execution-record.ts'
import type { Carryable } from './iss-record.ts'
import { taskFingerprint } from './task-fingerprint.ts'
import type { Plan } from './plan.ts'

/** Approved work of a plan that a later one may take over: of tasks that are DONE with a standing approval. */
export function collectCarryable(plan: Plan, execution: ExecutionRecord | null): Carryable[] {
  if (execution === null) return []
  return plan.tasks.flatMap((task): Carryable[] => {
    const node = execution.nodes[task.id]
    if (node?.kind !== 'ACTION' || node.state !== 'DONE' || node.approval_stale) return []
    const approved = execution.artifacts.find((one) => one.artifact_id === node.approved_artifact_id)
    if (approved === undefined) return []
    const { task_id, artifact_id, base_sha, commit_sha, by } = approved
    return [
      {
        plan_id: plan.id,
        task: task.id,
        fingerprint: taskFingerprint(task),
        depends_on: task.depends_on,
        from: { task_id, artifact_id, base_sha, commit_sha, by },
      },
    ]
  })
}

/**
 * What of it fits the new plan, under the new plan's ids: the task asks for the same, and everything it depends on is
 * carried over too, so that the bytes were made from the same inputs. Newer work counts before older.
 */
export function carryOver(plan: Plan, carryable: readonly Carryable[]): Carryable[] {
  const byFingerprint = new Map(carryable.map((one) => [one.fingerprint, one]))
  const fitting = new Map<string, Carryable>()
  let grew = true
  // As many rounds as the longest chain of carried tasks; plans are bounded by `plan.max_leaves`.
  while (grew) {
    grew = false
    for (const task of plan.tasks) {
      const found = fitting.has(task.id) ? undefined : byFingerprint.get(taskFingerprint(task))
      if (found === undefined || !sameInputs(task.depends_on, found, fitting)) continue
      fitting.set(task.id, found)
      grew = true
    }
  }
  return plan.tasks.flatMap((task): Carryable[] => {
    const found = fitting.get(task.id)
    return found === undefined ? [] : [{ ...found, task: task.id, depends_on: task.depends_on }]
  })
}

function sameInputs(dependsOn: readonly string[], found: Carryable, fitting: ReadonlyMap<string, Carryable>): boolean {
  const now = dependsOn.map((id) => fitting.get(id))
  const before = new Set(found.depends_on)
  return (
    now.length === before.size &&
    now.every((one) => one !== undefined && one.plan_id === found.plan_id && before.has(one.task))
  )
}
