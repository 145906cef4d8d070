import type { NodeState } from './node-state.ts'
import type { Task } from '../plan/task.ts'

/** The task with whoever it was given to since its plan was approved (`/assign`): the plan keeps who it named first. */
export function assignedTask(task: Task, node: NodeState | undefined): Task {
  return node?.kind === 'ACTION' && node.executor !== task.executor ? { ...task, executor: node.executor } : task
}
