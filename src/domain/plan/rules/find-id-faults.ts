import { recordText } from '../../language/message.ts'
import type { PlanFault } from './plan-fault.ts'
import { type Plan, planIdPattern } from '../plan.ts'
import { taskIdPattern } from '../task.ts'
import { asLines, writeInstead } from './right-line.ts'

const checkIdPattern = /^C[1-9]\d*(\.[1-9]\d*)*$/

/** Ids that are malformed, or that two nodes (or two criteria of one task) share. */
export function findIdFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  const look = (id: string, pattern: RegExp, like: string): void => {
    if (pattern.test(id)) return
    faults.push({
      code: 'id_malformed',
      nodes: [id],
      message: writeInstead(
        recordText('`{id}` is no id; it should look like {like}', { id, like }),
        `id: ${like.split(/[ ,]/)[0] ?? ''}`,
      ),
    })
  }
  look(plan.id, planIdPattern, 'SOL-ISS-007-1')
  look(plan.issue_id, /^ISS-\d+$/, 'ISS-007')
  for (const { id } of plan.tasks) look(id, taskIdPattern, recordText('T1 or T3.1'))
  for (const { id } of plan.checks) look(id, checkIdPattern, recordText('C1 or C3.1'))
  for (const { id } of plan.goals)
    if (id !== 'G0') look(id, taskIdPattern, recordText('G0, or the task that was split'))
  for (const [id, times] of faults.length === 0 && areInOrder(plan) ? [] : findDoubled(listNodes(plan))) {
    faults.push({
      code: 'id_doubled',
      nodes: [id],
      message: writeInstead(
        id.startsWith('C')
          ? recordText('{n} entries of `checks` have the id {id}; give each its own', { n: times, id })
          : recordText('{n} tasks have the id {id}; give each its own', { n: times, id }),
        `id: ${nextFree(id, plan)}`,
      ),
    })
  }
  for (const task of plan.tasks) addCriterionIdFaults(task, faults)
  return [...faults, ...findRootIdFaults(plan)]
}

/**
 * Well-formed ids of one kind that only ascend, with G0 the only goal, are distinct: nearly all plans are told by that,
 * without a set of 200,000 names.
 */
function areInOrder({ tasks, goals, checks }: Plan): boolean {
  return goals.length === 1 && goals[0]?.id === 'G0' && doAscend(tasks) && doAscend(checks)
}

function doAscend(nodes: readonly { id: string }[]): boolean {
  let before = ''
  return nodes.every(({ id }) => {
    const ascends = id.length > before.length || (id.length === before.length && id > before)
    before = id
    return ascends
  })
}

/** Tasks that share their id have CHECKs that share theirs: one fault is enough to say so. */
function listNodes({ tasks, goals, checks }: Plan): string[] {
  const twice = new Set(findDoubled(tasks.map((task) => task.task_id)).map(([id]) => id))
  const ids = tasks.map((task) => task.id)
  for (const { id } of goals) ids.push(id)
  for (const check of checks) if (!twice.has(check.review_target_task_id)) ids.push(check.id)
  return ids
}

/** An id of the same kind past those that the plan has. */
function nextFree(id: string, { tasks, checks }: Plan): string {
  const letter = id.startsWith('C') ? 'C' : 'T'
  const taken = new Set([...tasks, ...checks].map((node) => node.id))
  let number = 1
  while (taken.has(`${letter}${number}`)) number += 1
  return `${letter}${number}`
}

function addCriterionIdFaults(task: Plan['tasks'][number], faults: PlanFault[]): void {
  for (const { id } of task.acceptance_criteria) {
    if (/^AC-[1-9]\d*$/.test(id)) continue
    const message = recordText(
      'criterion `{id}` of {task} should have an id like AC-1; write {code_lines}, or leave it out',
      {
        id,
        task: task.id,
        code_lines: asLines('id: AC-1'),
      },
    )
    faults.push({ code: 'id_malformed', nodes: [task.id], message })
  }
  if (task.acceptance_criteria.length < 2) return
  for (const [id, times] of findDoubled(task.acceptance_criteria.map((criterion) => criterion.id))) {
    faults.push({
      code: 'id_doubled',
      nodes: [task.id],
      message: writeInstead(
        recordText('{task} has {n} criteria {id}; leave their ids out, or give each its own', {
          task: task.id,
          n: times,
          id,
        }),
        `id: AC-${task.acceptance_criteria.length + 1}`,
      ),
    })
  }
}

function findRootIdFaults(plan: Plan): PlanFault[] {
  const roots = plan.goals.filter((goal) => goal.id === 'G0')
  const ids = roots.flatMap((root) => (root.root_acceptance_criteria ?? []).map((criterion) => criterion.id))
  const missing: PlanFault[] =
    roots.length > 0
      ? []
      : [{ code: 'field_missing', nodes: ['G0'], message: recordText('the plan has no root goal G0') }]
  const doubled = findDoubled(ids).map(([id, times]): PlanFault => ({
    code: 'id_doubled',
    nodes: [id],
    message: recordText('{id} is the id of {n} root criteria', { id, n: times }),
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
