import { recordText } from '../../language/message.ts'
import { isJudgedByPerson, rulesReviewer } from '../check-reviewer.ts'
import { checkId } from '../assemble/assemble-plan.ts'
import { isLiteralPattern } from '../../paths/path-pattern.ts'
import type { Check, Edge, Goal, Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { workPaths } from '../work-paths.ts'
import { assembleParts } from './assemble-parts.ts'
import { cutTask, type Part } from './cut-task.ts'
import { handDownCriteria } from './hand-down-criteria.ts'
import type { Cut, TaskSplit } from '../plan-round.ts'
import { deliveredPaths } from '../estimate/touched-files.ts'

export type SplitOutcome = { kind: 'split'; plan: Plan; split: TaskSplit } | { kind: 'whole'; why: string }

/**
 * An ACTION becomes a GOAL of the same id with new ACTIONs under it, each with its CHECK (spec 003 §5); one level a
 * call. `nodeId` gives the UUID of a node's id. Criteria are handed down, none lost; whatever waited for the task waits
 * for all its parts. The plan's hash is left to the caller. `whole` says what is lacking. `given` are parts that somebody
 * else composed.
 */
export function splitTask(
  plan: Plan,
  taskId: string,
  nodeId: (id: string) => string,
  given?: { along: Cut; parts: Part[] },
): SplitOutcome {
  const task = plan.tasks.find((one) => one.id === taskId)
  if (task === undefined) return { kind: 'whole', why: describeUnknown(plan, taskId) }
  const cut = given ?? cutTask(task, pathsOfOthers(plan, task))
  if (cut === undefined) return { kind: 'whole', why: describeWhole(task) }
  const handed = handDownCriteria(task, cut.parts)
  const ids = nameParts(plan, task.id, cut.parts.length)
  const isAssembling = plan.goals.some((goal) => goal.final_deliverable_spec?.assemble_task_id === task.id)
  const children = assembleParts(task, cut, handed, { ids, nodeId }, isAssembling)
  const criteria = task.acceptance_criteria.map((criterion, index) => {
    const place = handed.to[index]
    return { from: criterion.id, to: place === undefined ? [] : [`${ids[place.part] ?? ''}/${place.id}`] }
  })
  const split: TaskSplit = { task: task.id, into: [...ids], along: cut.along, criteria }
  return { kind: 'split', plan: replaceTask(plan, task, children, split, nodeId), split }
}

function describeUnknown(plan: Plan, id: string): string {
  const isGoal = plan.goals.some((goal) => goal.id === id)
  return isGoal
    ? recordText('{task} is split already: name one of its parts', { task: id })
    : recordText('{task} is no task of this plan', { task: id })
}

function describeWhole(task: Task): string {
  const places = task.modification_points.length
  const named = new Set([...deliveredPaths(task), ...workPaths(task.work)]).size
  const files =
    named === 1 ? recordText('1 file or folder') : recordText('{n} files or folders that belong together', { n: named })
  const toChange =
    places === 0
      ? recordText('no places to change')
      : places === 1
        ? recordText('1 place to change')
        : recordText('{n} places to change', { n: places })
  return recordText(
    "{task} can't be split: it names {files} and {places}, so there is nothing to cut along. Name the files it is to write, or two places to change or more, or write it as several tasks.",
    { task: task.id, files, places: toChange },
  )
}

function pathsOfOthers(plan: Plan, task: Task): string[] {
  return plan.tasks
    .filter((other) => other !== task)
    .flatMap((other) => [...deliveredPaths(other).filter((path) => isLiteralPattern(path)), ...workPaths(other.work)])
    .filter((path) => !path.endsWith('/'))
}

/** `T3.1`, `T3.2` …, past ids that the plan already has. */
function nameParts(plan: Plan, id: string, count: number): string[] {
  const taken = new Set([...plan.tasks, ...plan.goals, ...plan.checks].map((node) => node.id))
  const ids: string[] = []
  for (let number = 1; ids.length < count; number += 1) {
    const name = `${id}.${number}`
    if (!taken.has(name) && !taken.has(checkId(name))) ids.push(name)
  }
  return ids
}

function replaceTask(
  plan: Plan,
  task: Task,
  children: readonly Task[],
  split: TaskSplit,
  nodeId: (id: string) => string,
): Plan {
  const ids = split.into
  const spread = (id: string): string[] => (id === task.id ? ids : [id])
  const goal: Goal = { id: task.id, task_id: task.task_id, title: task.title }
  const reviewer = plan.checks.find((check) => check.review_target_task_id === task.task_id)?.reviewer ?? rulesReviewer
  const checks = children.map((child): Check => ({
    id: checkId(child.id),
    task_id: nodeId(checkId(child.id)),
    review_target_task_id: child.task_id,
    review_output_spec: 'APPROVED.md|REJECTED.md',
    // Nobody is asked about a part that machines judge alone.
    reviewer: child.acceptance_criteria.some((criterion) => isJudgedByPerson(criterion)) ? reviewer : rulesReviewer,
  }))
  const tasks = plan.tasks.flatMap((other) =>
    other === task ? children : [{ ...other, depends_on: other.depends_on.flatMap(spread) }],
  )
  return {
    ...plan,
    tasks,
    goals: [...plan.goals.map((other) => redirectGoal(other, split)), goal],
    checks: [...plan.checks.filter((check) => check.review_target_task_id !== task.task_id), ...checks],
    edges: redrawEdges(plan, task, children),
  }
}

/** The tree gains a level; edges that repeat `depends_on` are drawn from it again where they touched the task. */
function redrawEdges(plan: Plan, task: Task, children: readonly Task[]): Edge[] {
  const ids = children.map((child) => child.id)
  const gone = new Set(
    plan.checks.filter((check) => check.review_target_task_id === task.task_id).map((check) => check.id),
  )
  const kept = plan.edges.flatMap((edge): Edge[] => {
    if (edge.type === 'DECOMPOSE') return [edge]
    if (edge.to === task.id || gone.has(edge.to)) return []
    return edge.from === task.id ? ids.map((from) => ({ ...edge, from })) : [edge]
  })
  return [
    ...kept,
    ...ids.map((to): Edge => ({ type: 'DECOMPOSE', from: task.id, to })),
    ...children.flatMap((child) => child.depends_on.map((from): Edge => ({ type: 'DEPENDS_ON', from, to: child.id }))),
  ]
}

/** Root criteria point at where the criteria went; the last part assembles, from the other parts too. */
function redirectGoal(goal: Goal, split: TaskSplit): Goal {
  const moved = new Map(split.criteria.map(({ from, to }) => [`${split.task}/${from}`, to]))
  const spread = (id: string): string[] => (id === split.task ? split.into : [id])
  const criteria = goal.root_acceptance_criteria?.map((item) => ({
    ...item,
    covered_by: [...new Set(item.covered_by.flatMap((name) => moved.get(name) ?? [name]))],
  }))
  const final = goal.final_deliverable_spec
  const assembles = final?.assemble_task_id === split.task
  const redirected = final && {
    ...final,
    include_children: [
      ...final.include_children.filter((id) => !assembles || id !== split.task).flatMap(spread),
      ...(assembles ? split.into.slice(0, -1) : []),
    ],
    assemble_task_id: assembles ? (split.into.at(-1) ?? null) : final.assemble_task_id,
  }
  return {
    ...goal,
    ...(criteria === undefined ? {} : { root_acceptance_criteria: criteria }),
    ...(redirected === undefined ? {} : { final_deliverable_spec: redirected }),
  }
}
