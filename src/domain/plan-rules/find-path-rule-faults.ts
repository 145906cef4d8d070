import { scopePaths } from '../assemble-deliverable.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { createPathMatcher, isLiteralPattern } from '../path-pattern.ts'
import { findPathFaults } from '../path-policy.ts'
import type { PlanFault } from '../plan-fault.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'

/** Paths a task means to write that no task may, or that lie outside its own scope (design 7 "path tricks"). */
export function findPathRuleFaults(plan: Plan, denied: readonly string[]): PlanFault[] {
  const writers = new Map<string, Task[]>()
  const faults: PlanFault[] = []
  for (const task of plan.tasks) {
    const inScope = createScopeMatcher(task.scope)
    for (const path of pathsMeant(task)) {
      const known = writers.get(path)
      if (known === undefined) writers.set(path, [task])
      else known.push(task)
      if (!inScope(path)) faults.push(refuse(path, task, `outside its scope (${task.scope})`))
    }
  }
  const entries = [...writers.keys()].map((path) => ({ path, mode: '100644', size: 0, status: 'added' as const }))
  const policy = { scope: [], denied, maxFileBytes: Infinity, maxFiles: Infinity }
  const refused = findPathFaults(entries, policy).flatMap((fault) =>
    (writers.get(fault.path) ?? []).map((task) => refuse(fault.path, task, fault.message)),
  )
  return [...refused, ...faults]
}

function createScopeMatcher(scope: string): (path: string) => boolean {
  const patterns = scopePaths(scope)
  return patterns.length === 0 ? () => true : createPathMatcher(patterns)
}

function refuse(path: string, task: Task, why: string): PlanFault {
  return { code: 'path_not_allowed', nodes: [task.id], message: `${task.id} may not write \`${path}\`: ${why}` }
}

function pathsMeant(task: Task): ReadonlySet<string> {
  const spec = task.deliverable_spec
  const delivered = spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])
  const plain = delivered.filter((path) => isLiteralPattern(path) && !path.endsWith('/'))
  return new Set([...plain, ...workPaths(task.work)])
}
