import type { PlanFault } from '../plan-fault.ts'
import { type Plan, planIdPattern } from '../plan.ts'
import { taskIdPattern } from '../task.ts'

const checkIdPattern = /^C[1-9]\d*(\.[1-9]\d*)*$/

/** Ids that are malformed, or that two nodes (or two criteria of one task) share. */
export function findIdFaults(plan: Plan): PlanFault[] {
  const goals = plan.goals.filter((goal) => goal.id !== 'G0')
  const malformed = (id: string, like: string): PlanFault => ({
    code: 'id_malformed',
    nodes: [id],
    message: `\`${id}\` is no id; it should look like ${like}`,
  })
  const faults = [
    ...[plan.id].filter((id) => !planIdPattern.test(id)).map((id) => malformed(id, 'SOL-ISS-007-1')),
    ...[plan.issue_id].filter((id) => !/^ISS-\d+$/.test(id)).map((id) => malformed(id, 'ISS-007')),
    ...plan.tasks.filter((task) => !taskIdPattern.test(task.id)).map((task) => malformed(task.id, 'T1 or T3.1')),
    ...plan.checks.filter((check) => !checkIdPattern.test(check.id)).map((check) => malformed(check.id, 'C1 or C3.1')),
    ...goals
      .filter((goal) => !taskIdPattern.test(goal.id))
      .map((goal) => malformed(goal.id, 'G0, or the task that was split')),
  ]
  const twice = findDoubledTasks(plan)
  const checks = plan.checks.filter((check) => !twice.has(check.review_target_task_id))
  const nodes = [...plan.tasks, ...plan.goals, ...checks].map((node) => node.id)
  const doubled = findDoubled(nodes).map(([id, times]): PlanFault => ({
    code: 'id_doubled',
    nodes: [id],
    message: `${id} is the id of ${times} nodes`,
  }))
  return [
    ...faults,
    ...doubled,
    ...plan.tasks.flatMap((task) => findCriterionIdFaults(task)),
    ...findRootIdFaults(plan),
  ]
}

/** Nodes of tasks that share their id: their CHECKs are doubled with them, and one fault is enough to say so. */
function findDoubledTasks(plan: Plan): ReadonlySet<string> {
  return new Set(findDoubled(plan.tasks.map((task) => task.task_id)).map(([id]) => id))
}

function findCriterionIdFaults(task: Plan['tasks'][number]): PlanFault[] {
  const ids = task.acceptance_criteria.map((criterion) => criterion.id)
  const malformed = ids.filter((id) => !/^AC-[1-9]\d*$/.test(id))
  return [
    ...malformed.map((id): PlanFault => ({
      code: 'id_malformed',
      nodes: [task.id],
      message: `criterion \`${id}\` of ${task.id} should have an id like AC-1`,
    })),
    ...findDoubled(ids).map(([id, times]): PlanFault => ({
      code: 'id_doubled',
      nodes: [task.id],
      message: `${task.id} has ${times} criteria ${id}`,
    })),
  ]
}

function findRootIdFaults(plan: Plan): PlanFault[] {
  const roots = plan.goals.filter((goal) => goal.id === 'G0')
  const ids = roots.flatMap((root) => (root.root_acceptance_criteria ?? []).map((criterion) => criterion.id))
  const missing: PlanFault[] =
    roots.length > 0 ? [] : [{ code: 'field_missing', nodes: ['G0'], message: 'the plan has no root goal G0' }]
  const doubled = findDoubled(ids).map(([id, times]): PlanFault => ({
    code: 'id_doubled',
    nodes: [id],
    message: `${id} is the id of ${times} root criteria`,
  }))
  return [...missing, ...doubled]
}

/** Ids that stand there more than once, with how often. */
function findDoubled(ids: readonly string[]): [string, number][] {
  if (areDistinct(ids)) return []
  const times = new Map<string, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return [...times].filter(([, count]) => count > 1)
}

/** Quickly told of a task's few criteria, and of all nodes with a set only. */
function areDistinct(ids: readonly string[]): boolean {
  return ids.length <= 8 ? ids.every((id, index) => ids.indexOf(id) === index) : new Set(ids).size === ids.length
}
