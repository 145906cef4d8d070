import { scopePaths } from '../../domain/plan/assemble/assemble-deliverable.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import { deliverablePath } from '../../domain/plan/deliverable-spec.ts'
import { deniedGlobs, deniedOfTask } from '../../domain/plan/scope/denied-of-task.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { PathRules } from '../ports/roles/workspace.ts'

/** Where a task may write under whoever does it, which `/assign` and fallbacks change: its scope, its deliverable, and the places its plan names to change. */
export function pathRules(task: Task, configuration: Configuration, executor: string): PathRules {
  const scope = scopePaths(task.scope)
  const deliverable = task.deliverable_spec.single_file
    ? [deliverablePath(task.deliverable_spec)]
    : (task.deliverable_spec.files ?? [])
  // "A change" names nothing, so it widens no scope that is said.
  const named = scope.length === 0 ? deliverable : deliverable.filter((path) => path !== '**')
  const points = task.modification_points.map((point) => point.file)
  return {
    scope: [...new Set([...scope, ...named, ...points])].filter((path) => path !== ''),
    denied: deniedOfTask(task, deniedGlobs(configuration), executor),
    maxFileBytes: configuration.run.max_file_bytes,
    maxFiles: configuration.run.max_files,
  }
}
