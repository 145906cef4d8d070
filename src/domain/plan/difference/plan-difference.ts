import { recordText } from '../../language/message.ts'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { reviewerLogin } from '../check-reviewer.ts'
import { deliverablePath, type DeliverableSpec } from '../deliverable-spec.ts'
import { describeCheck } from './describe-check.ts'
import { type CriterionPair, pairCriteria, pairCriteriaById } from './pair-criteria.ts'
import { describeVerification } from '../assemble/assemble-task.ts'
import { writePersonDays } from '../assemble/person-days.ts'
import type { Plan } from '../plan.ts'
import type { Task, WorkItem } from '../task.ts'
import { nameCover } from '../whole-cover.ts'
import { workPaths } from '../work-paths.ts'
import { cutText } from '../../text/cut-text.ts'

/** One difference between two plans; `task` is null for what belongs to the plan as a whole. */
export const PlanChangeSchema = z.strictObject({
  kind: z.enum(['added', 'removed', 'changed']),
  task: z.string().nullable(),
  /** What of it: `title`, `criteria`, `order`, … */
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type PlanChange = z.infer<typeof PlanChangeSchema>

/** As much as a comment shows of it. */
const longest = 160

/** What a reader who approved `before` would have to read again, in the order of the plans. Linear in their sizes. */
export function comparePlans(before: Plan, after: Plan): PlanChange[] {
  const old = new Map(before.tasks.map((task) => [task.id, task]))
  const now = new Map(after.tasks.map((task) => [task.id, task]))
  return [
    ...changed(null, 'description', before.description, after.description),
    ...changed(null, 'acceptance of the issue', rootCriteria(before), rootCriteria(after), rootKeys(before, after)),
    ...changed(null, 'final deliverable', finalDeliverable(before), finalDeliverable(after)),
    ...before.tasks.flatMap((task) => (now.has(task.id) ? [] : [removed(task)])),
    ...after.tasks.flatMap((task) => {
      const earlier = old.get(task.id)
      return earlier === undefined ? [added(task)] : compareTasks(earlier, task)
    }),
  ]
}

function removed(task: Task): PlanChange {
  return { kind: 'removed', task: task.id, what: 'task', before: cutText(task.title, longest), after: null }
}

function added(task: Task): PlanChange {
  return { kind: 'added', task: task.id, what: 'task', before: null, after: cutText(task.title, longest) }
}

/** Who is to do and to judge each task: nothing that a plan is approved for, and worth knowing all the same. */
export function compareAssignees(before: Plan, after: Plan): PlanChange[] {
  const old = new Map(before.tasks.map((task) => [task.id, task]))
  return after.tasks.flatMap((task) => {
    const earlier = old.get(task.id)
    if (earlier === undefined) return []
    return [
      ...changed(task.id, 'done by', nameExecutor(earlier), nameExecutor(task)),
      ...changed(task.id, 'judged by', nameReviewer(before, earlier), nameReviewer(after, task)),
    ]
  })
}

function nameExecutor({ executor }: Task): string {
  return executor === 'human' ? recordText('a person') : executor
}

/** '' where nobody is named. */
function nameReviewer({ checks }: Plan, { task_id: id }: Task): string {
  const reviewer = checks.find((check) => check.review_target_task_id === id)?.reviewer ?? ''
  return reviewerLogin(reviewer) === undefined ? '' : reviewer
}

function compareTasks(before: Task, after: Task): PlanChange[] {
  const compare = (what: string, read: (task: Task) => string, data?: (task: Task) => unknown) =>
    changed(after.id, what, read(before), read(after), data && [data(before), data(after)])
  /** Where nothing more is said, the title is repeated there: its change is told once. */
  const repeatsTitle = (read: (task: Task) => string) => read(before) === before.title && read(after) === after.title
  const compareOwn = (what: string, read: (task: Task) => string) => (repeatsTitle(read) ? [] : compare(what, read))
  const spec = (task: Task) => task.deliverable_spec
  const criteria = compareCriteria(before, after)
  const delivered = (task: Task) =>
    repeatsTitle((one) => spec(one).description) ? { ...spec(task), description: '' } : spec(task)
  return [
    ...compare('title', (task) => task.title),
    ...compareOwn('description', (task) => task.description),
    ...compare('action', (task) => task.action),
    ...compare('may write', ({ scope }) => (scope === '**' ? recordText('any file') : scope)),
    ...compare('delivers', (task) => renderDeliverableSpec(delivered(task)), delivered),
    ...compareOwn('steps', (task) => task.implementation.join('\n')),
    ...compare('places to change', (task) =>
      task.modification_points.map(({ file, target, change }) => `${file} ${target}: ${change}`).join('\n'),
    ),
    ...compare(
      'work',
      (task) => task.work.map(describeWork).join('\n'),
      (task) => task.work,
    ),
    ...compare('tests', (task) => [...task.test.commands, ...task.test.unit, ...task.test.integration].join('\n')),
    ...(criteria.length > 0 && [before, after].every(followsFromCriteria)
      ? []
      : compare('verification', (task) => task.acceptance.verification.join('\n'))),
    ...compare('comes after', (task) => task.depends_on.toSorted().join(', ')),
    ...compare('estimate', (task) => writePersonDays(task.estimated_person_days)),
    ...compare('priority', (task) => String(task.priority)),
    ...criteria,
  ]
}

/** Nobody has to read twice what the criteria say already. */
function followsFromCriteria({ acceptance, acceptance_criteria: criteria }: Task): boolean {
  return canonicalize(acceptance.verification) === canonicalize(criteria.map((one) => describeVerification(one)))
}

/** Criteria by their words, each with how it is checked; by their ids only where nothing else is another. */
function compareCriteria(
  { acceptance_criteria: before }: Task,
  { id, acceptance_criteria: after }: Task,
): PlanChange[] {
  const compare = (pairs: readonly CriterionPair[]): PlanChange[] =>
    pairs.flatMap(([from, to]) =>
      changed(id, (to ?? from)?.id ?? '', describeCriterion(from), describeCriterion(to), [
        whatIsAsked(from),
        whatIsAsked(to),
      ]),
    )
  const changes = compare(pairCriteria(before, after))
  return changes.length > 0 ? changes : compare(pairCriteriaById(before, after))
}

function whatIsAsked(criterion: AcceptanceCriterion | undefined): unknown {
  return { ...criterion, id: undefined, source: undefined }
}

/** `It exits with 0 (blocker, runs make)`; a check that only says the statement again is left out. */
function describeCriterion(criterion: AcceptanceCriterion | undefined): string {
  if (criterion === undefined) return ''
  const { statement, severity } = criterion
  const how = describeCheck(criterion)
  const repeats = statement.replaceAll('`', '') === how
  return repeats
    ? recordText('{statement} ({severity})', { statement, severity })
    : recordText('{statement} ({severity}, {how})', { statement, severity, how })
}

function renderDeliverableSpec(spec: DeliverableSpec): string {
  const { description } = spec
  const files = spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])
  const named = files.map((path) => (path === '**' ? recordText('any file') : path)).join(', ')
  return description === '' ? named : `${named}: ${description}`
}

function describeWork(item: WorkItem): string {
  switch (item.kind) {
    case 'file':
      return recordText('writes {path} ({n} lines)', { path: item.path, n: item.content.split('\n').length })
    case 'diff':
      return recordText('changes {paths}', { paths: workPaths([item]).join(', ') })
    case 'run':
      return recordText('runs {command}', { command: item.command })
  }
}

function rootCriteria(plan: Plan): string {
  return rootsOf(plan)
    .map(({ statement, covered_by: names }) => {
      const tasks = new Set(names.map((name) => nameCover(name)))
      return `${statement} (${[...tasks].join(', ')})`
    })
    .join('\n')
}

/** What has to be the same of them; a criterion that only got another id covers the same. */
function rootKeys(before: Plan, after: Plan): [unknown, unknown] {
  const keys = (plan: Plan, nameOf = (name: string) => name) =>
    rootsOf(plan).map(({ statement, covered_by: names }) => [statement, names.map((name) => nameOf(name))])
  const [was, is] = [keys(before), keys(after)]
  if (canonicalize(was) === canonicalize(is)) return [was, is]
  const renamed = findNewNames(before, after)
  return [keys(before, (name) => renamed.get(name) ?? name), is]
}

/** `T1/AC-1` to `T1/AC-2`, where that is the same criterion now. */
function findNewNames(before: Plan, after: Plan): Map<string, string> {
  const now = new Map(after.tasks.map((task) => [task.id, task]))
  const names = before.tasks.flatMap(({ id, acceptance_criteria: criteria }) =>
    pairCriteria(criteria, now.get(id)?.acceptance_criteria ?? []).flatMap(([from, to]): [string, string][] =>
      from === undefined || to === undefined ? [] : [[`${id}/${from.id}`, `${id}/${to.id}`]],
    ),
  )
  return new Map(names)
}

function rootsOf({ goals }: Plan) {
  return goals.find((goal) => goal.id === 'G0')?.root_acceptance_criteria ?? []
}

function finalDeliverable(plan: Plan): string {
  const spec = plan.goals.find((goal) => goal.id === 'G0')?.final_deliverable_spec
  if (spec === undefined) return ''
  const { include_children: children, assemble_task_id: assembles } = spec
  const tasks = children.join(', ')
  if (assembles === null)
    return children.length === 1
      ? recordText('what {tasks} delivers', { tasks })
      : recordText('what {tasks} deliver', { tasks })
  return recordText('{path}, assembled by {task} from {tasks}', {
    path: deliverablePath(spec.output),
    task: assembles,
    tasks,
  })
}

/** `data`: what has to be the same for the words to be enough; without it the words themselves. */
function changed(
  task: string | null,
  what: string,
  before: string,
  after: string,
  data: readonly [unknown, unknown] = [before, after],
): PlanChange[] {
  if (canonicalize(data[0]) === canonicalize(data[1])) return []
  const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed'
  const [from, to] = shortenBoth(before, before === after ? recordText('{after}, in other details', { after }) : after)
  return [{ kind, task, what, before: before === '' ? null : from, after: after === '' ? null : to }]
}

/** Both from shortly before where they part, so that what differs is seen. */
function shortenBoth(before: string, after: string): [string, string] {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  const start = Math.max(before.length, after.length) <= longest ? 0 : Math.max(0, same - 40)
  const lead = start === 0 ? '' : '…'
  return [cutText(lead + before.slice(start), longest), cutText(lead + after.slice(start), longest)]
}
