import type { PlanDraft, TaskDraft } from '../../plan-draft.ts'
import type { FinalLine } from '../read/task-outline.ts'

/**
 * The final deliverable as a `Final:` line says it. A task that assembles others comes after them, whether or not its
 * own line says so; without a list it assembles all others (spec 003 §1.4).
 */
export function assembleFinal(
  line: FinalLine,
  tasks: readonly TaskDraft[],
): { tasks: TaskDraft[]; final: NonNullable<PlanDraft['final']> } {
  const [assembling = ''] = line.ids
  if (!line.assembles) {
    return { tasks: [...tasks], final: { mode: 'PASS_THROUGH', include_children: [...new Set(line.ids)] } }
  }
  const others = tasks.map((task) => task.id).filter((id) => id !== assembling)
  const inputs = [...new Set(line.from ?? others)].filter((id) => id !== assembling)
  const ordered = tasks.map((task) => {
    if (task.id !== assembling) return task
    return { ...task, depends_on: [...new Set([...(task.depends_on ?? []), ...inputs])] }
  })
  return {
    tasks: ordered,
    final: { mode: 'ASSEMBLE', include_children: inputs, assemble_task_id: assembling },
  }
}
