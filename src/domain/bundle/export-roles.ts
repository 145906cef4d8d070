import { deliverablePath } from '../plan/deliverable-spec.ts'
import type { ManifestItem } from './manifest.ts'
import type { Plan } from '../plan/plan.ts'
import type { Task } from '../plan/task.ts'

/**
 * What each ACTION is to the final deliverable, by short id (spec 003 §4). PASS_THROUGH: `include_children` and
 * the leaves below them are the deliverables. ASSEMBLE: the assembling task alone. Without a root every leaf is one.
 */
export function exportRoles(plan: Plan): Map<string, ManifestItem['role']> {
  const root = plan.goals.find((goal) => goal.final_deliverable_spec !== undefined)?.final_deliverable_spec
  const named = root === undefined ? plan.tasks.map((task) => task.id) : namedNodes(root)
  const delivered = leavesBelow(plan, new Set(named))
  return new Map(
    plan.tasks.map((task) => [
      task.id,
      delivered.has(task.id) || delivered.has(task.task_id) ? 'deliverable' : 'supporting',
    ]),
  )
}

/** The tasks that an export is about: all, or those alone whose work is the deliverable. */
export function exportedTasks(plan: Plan, includeSupporting: boolean): Task[] {
  if (includeSupporting) return plan.tasks
  const roles = exportRoles(plan)
  return plan.tasks.filter((task) => roles.get(task.id) === 'deliverable')
}

/** The one file that is the final deliverable, where the plan names one; its task may deliver others with it. */
export function finalFile(plan: Plan): string | undefined {
  const root = plan.goals.find((goal) => goal.final_deliverable_spec !== undefined)?.final_deliverable_spec
  return root?.mode === 'ASSEMBLE' && root.output.single_file ? deliverablePath(root.output) : undefined
}

type FinalSpec = NonNullable<Plan['goals'][number]['final_deliverable_spec']>

function namedNodes(spec: FinalSpec): string[] {
  switch (spec.mode) {
    case 'PASS_THROUGH':
      return spec.include_children
    case 'ASSEMBLE':
      return spec.assemble_task_id === null ? [] : [spec.assemble_task_id]
  }
}

/** The nodes themselves and everything they were split into. A worklist, so that depth costs no stack. */
function leavesBelow(plan: Plan, nodes: Set<string>): Set<string> {
  const children = new Map<string, string[]>()
  for (const edge of plan.edges) {
    if (edge.type !== 'DECOMPOSE') continue
    const known = children.get(edge.from)
    if (known === undefined) children.set(edge.from, [edge.to])
    else known.push(edge.to)
  }
  const waiting = [...nodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of children.get(node) ?? []) {
      if (nodes.has(child)) continue
      nodes.add(child)
      waiting.push(child)
    }
  }
  return nodes
}
