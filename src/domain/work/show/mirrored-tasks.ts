import { assignedTask } from '../../records/assigned-task.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { Plan } from '../../plan/plan.ts'

/** How a task is to stand as a sub-issue. `closedAs` is null exactly where it is open. */
export interface TaskMirror {
  /** Short id. */
  task: string
  /** Who it was given to since its plan was approved; the plan says who was named first. */
  assigned?: string
  open: boolean
  closedAs: 'completed' | 'not_planned' | null
  /** Short ids of the tasks it waits for, without doubles, in the plan's order of them. */
  blockedBy: string[]
}

/** The ACTIONs of a plan as sub-issues: DONE is completed, CANCELLED is not planned, everything else open. Linear. */
export function mirroredTasks(plan: Plan, execution: ExecutionRecord | null): TaskMirror[] {
  // The record may still be that of a plan that was superseded.
  const nodes = execution?.solution_id === plan.id ? execution.nodes : {}
  const goals = new Set(plan.goals.map((goal) => goal.id))
  const leaves = plan.tasks.filter((task) => !goals.has(task.id))
  const known = new Set(leaves.map((task) => task.id))

  return leaves.map((task) => {
    const closedAs = closedReason(nodes[task.id]?.state)
    const blockedBy = [...new Set(task.depends_on)].filter((id) => known.has(id))
    const { executor } = assignedTask(task, nodes[task.id])
    const assigned = executor === task.executor ? {} : { assigned: executor }
    return { task: task.id, ...assigned, open: closedAs === null, closedAs, blockedBy }
  })
}

function closedReason(state: string | undefined): TaskMirror['closedAs'] {
  if (state === 'DONE') return 'completed'
  return state === 'CANCELLED' ? 'not_planned' : null
}
