import { z } from 'zod'
import type { AcceptanceCriterion } from './acceptance-criterion.ts'
import { deliverablePath } from './deliverable-spec.ts'
import { writePersonDays } from './person-days.ts'
import type { Plan } from './plan.ts'
import type { Task } from './task.ts'

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
    ...changed(null, 'acceptance of the issue', rootCriteria(before), rootCriteria(after)),
    ...changed(null, 'final deliverable', finalDeliverable(before), finalDeliverable(after)),
    ...before.tasks.flatMap((task) => (now.has(task.id) ? [] : [removed(task)])),
    ...after.tasks.flatMap((task) => {
      const earlier = old.get(task.id)
      return earlier === undefined ? [added(task)] : compareTasks(earlier, task)
    }),
  ]
}

function removed(task: Task): PlanChange {
  return { kind: 'removed', task: task.id, what: 'task', before: shorten(task.title), after: null }
}

function added(task: Task): PlanChange {
  return { kind: 'added', task: task.id, what: 'task', before: null, after: shorten(task.title) }
}

function compareTasks(before: Task, after: Task): PlanChange[] {
  const compare = (what: string, read: (task: Task) => string) => changed(after.id, what, read(before), read(after))
  return [
    ...compare('title', (task) => task.title),
    ...compare('description', (task) => task.description),
    ...compare('action', (task) => task.action),
    ...compare('scope', (task) => task.scope),
    ...compare('delivers', describeDeliverable),
    ...compare('steps', (task) => task.implementation.join('\n')),
    ...compare('places to change', (task) =>
      task.modification_points.map(({ file, target, change }) => `${file} ${target}: ${change}`).join('\n'),
    ),
    ...compare('work', (task) => JSON.stringify(task.work)),
    ...compare('tests', (task) => [...task.test.commands, ...task.test.unit, ...task.test.integration].join('\n')),
    ...compare('verification', (task) => task.acceptance.verification.join('\n')),
    ...compare('order', (task) => task.depends_on.toSorted().join(', ')),
    ...compare('estimate', (task) => writePersonDays(task.estimated_person_days)),
    ...compare('priority', (task) => String(task.priority)),
    ...compareCriteria(before, after),
  ]
}

/** Criteria by id, each with how it is checked. */
function compareCriteria(before: Task, after: Task): PlanChange[] {
  const old = new Map(before.acceptance_criteria.map((one) => [one.id, describeCriterion(one)]))
  const now = new Map(after.acceptance_criteria.map((one) => [one.id, describeCriterion(one)]))
  const ids = [...new Set([...old.keys(), ...now.keys()])]
  return ids.flatMap((id) => changed(after.id, id, old.get(id) ?? '', now.get(id) ?? ''))
}

function describeCriterion({ id: _id, source: _source, ...criterion }: AcceptanceCriterion): string {
  const { statement, severity, check_method, ...rest } = criterion
  const how = Object.keys(rest).length <= 1 ? '' : ` ${JSON.stringify(rest)}`
  return `${statement} (${severity}, ${check_method})${how}`
}

function describeDeliverable({ deliverable_spec: spec }: Task): string {
  const { filename: _filename, output_dir: _outputDir, ...rest } = spec
  return `${deliverablePath(spec)} ${JSON.stringify(rest)}`
}

function rootCriteria(plan: Plan): string {
  const root = plan.goals.find((goal) => goal.id === 'G0')
  return (root?.root_acceptance_criteria ?? [])
    .map(({ statement, covered_by }) => `${statement} → ${covered_by.join(', ')}`)
    .join('\n')
}

function finalDeliverable(plan: Plan): string {
  const spec = plan.goals.find((goal) => goal.id === 'G0')?.final_deliverable_spec
  if (spec === undefined) return ''
  const { mode, include_children: children, assemble_task_id: assembles } = spec
  if (assembles === null) return `${mode} of ${children.join(', ')}`
  return `${deliverablePath(spec.output)}: ${mode} by ${assembles} of ${children.join(', ')}`
}

function changed(task: string | null, what: string, before: string, after: string): PlanChange[] {
  if (before === after) return []
  const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed'
  const [from, to] = shortenBoth(before, after)
  return [{ kind, task, what, before: before === '' ? null : from, after: after === '' ? null : to }]
}

/** Both from shortly before where they part, so that what differs is seen. */
function shortenBoth(before: string, after: string): [string, string] {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  const start = Math.max(before.length, after.length) <= longest ? 0 : Math.max(0, same - 40)
  const lead = start === 0 ? '' : '…'
  return [shorten(lead + before.slice(start)), shorten(lead + after.slice(start))]
}

function shorten(text: string): string {
  return (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed()
}
