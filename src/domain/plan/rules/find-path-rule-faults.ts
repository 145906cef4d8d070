import { recordText } from '../../language/message.ts'
import { scopePaths } from '../assemble/assemble-deliverable.ts'
import { isPlainPath } from '../../paths/canonical-path.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { deniedOfTask } from '../scope/denied-of-task.ts'
import { withoutFreed } from '../../paths/denied-path.ts'
import { createPathMatcher, isLiteralPattern } from '../../paths/path-pattern.ts'
import { findPathFaults, type PathEntry, type PathFault } from '../../paths/path-policy.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'
import { writeInstead } from './right-line.ts'

/** Paths a task means to write that no task may, or that lie outside its own scope (design 7.1). */
export function findPathRuleFaults(plan: Plan, denied: readonly string[]): PlanFault[] {
  const entries: PathEntry[] = []
  const held: PathEntry[] = []
  const faults: PlanFault[] = []
  for (const task of plan.tasks) {
    const meant = pathsMeant(task)
    const group = deniedOfTask(task, denied, task.executor) === denied ? held : entries
    for (const path of meant) group.push({ path, mode: '100644', size: 0, status: 'added' })
    const outside = findOutside(meant, task.scope)
    for (const path of outside) {
      const why = recordText('outside its scope ({scope})', { scope: task.scope })
      // Where the scope names it already, to name it again is no remedy.
      const isNamed = scopePaths(task.scope).includes(path)
      const remedy = isNamed ? why : writeInstead(why, `Scope: \`${path}\``, `scope: ${task.scope}, ${path}`)
      faults.push(refusePath(path, task, remedy))
    }
  }
  const policy = { scope: [], maxFileBytes: Infinity, maxFiles: Infinity }
  const refused = [
    ...findPathFaults(entries, { ...policy, denied: withoutFreed(denied) }),
    ...findPathFaults(
      held,
      { ...policy, denied },
      entries.map(({ path }) => path),
    ),
  ]
  return [...refuseAll(refused, plan), ...faults]
}

/** A path that several tasks mean to write is refused once to each. */
function refuseAll(refused: readonly PathFault[], plan: Plan): PlanFault[] {
  if (refused.length === 0) return []
  const why = new Map<string, string>()
  for (const { path, message } of refused) if (!why.has(path)) why.set(path, message)
  const writers = new Map(Array.from(why.keys(), (path): [string, Task[]] => [path, []]))
  for (const task of plan.tasks) for (const path of pathsMeant(task)) writers.get(path)?.push(task)
  return [...why].flatMap(([path, message]) => (writers.get(path) ?? []).map((task) => refusePath(path, task, message)))
}

function findOutside(paths: readonly string[], scope: string): readonly string[] {
  // A scope that is nothing but the path needs no closer look, and most are.
  const open = paths.filter((path) => path !== scope || !isPlainPath(path))
  const patterns = open.length === 0 ? [] : scopePaths(scope)
  if (patterns.length === 0) return []
  const inScope = createPathMatcher(patterns)
  return open.filter((path) => !inScope(path))
}

function refusePath(path: string, task: Task, why: string): PlanFault {
  const message = recordText('{task} may not write `{path}`: {why}', { task: task.id, path, why })
  return { code: 'path_not_allowed', nodes: [task.id], message }
}

/** Each once. */
function pathsMeant(task: Task): readonly string[] {
  const spec = task.deliverable_spec
  const delivered = spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])
  const plain = delivered.filter((path) => isLiteralPattern(path) && !path.endsWith('/'))
  return task.work.length === 0 && plain.length < 2 ? plain : [...new Set([...plain, ...workPaths(task.work)])]
}
