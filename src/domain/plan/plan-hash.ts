import canonicalize from 'canonicalize'
import type { AcceptanceCriterion } from './acceptance-criterion.ts'
import type { DeliverableSpec } from './deliverable-spec.ts'
import type { Goal, Plan } from './plan.ts'
import { sha256Hex, sha256HexOfParts } from '../text/sha256.ts'
import type { Task, WorkItem } from './task.ts'

/**
 * sha256 over the canonical JSON (RFC 8785) of what a reader approves: description, tasks with criteria, specs,
 * dependencies, estimates and work (contents by sha256), root criteria and final deliverable. Outside: derived ids and
 * views, line numbers, `is_bound`, score, timestamps, executor, reviewer (design 2.2). Linear.
 */
export function hashPlan(plan: Pick<Plan, 'description' | 'goals' | 'tasks'>): string {
  return sha256HexOfParts(canonicalParts(plan))
}

/** The canonical JSON a task at a time: of 100,000 tasks it is too large to be had as a whole. */
function* canonicalParts(plan: Pick<Plan, 'description' | 'goals' | 'tasks'>): Generator<string> {
  const root = plan.goals.find((goal) => goal.id === 'G0')
  yield `{"description":${canonicalText(plan.description)}`
  yield `,"final_deliverable_spec":${textInOrder(describeFinal(root?.final_deliverable_spec))}`
  yield ',"root_acceptance_criteria":['
  for (const [index, item] of (root?.root_acceptance_criteria ?? []).entries()) {
    yield (index === 0 ? '' : ',') + textInOrder(describeRootCriterion(item))
  }
  yield '],"tasks":['
  for (const [index, task] of plan.tasks.entries()) {
    const described = describeTask(task)
    const keysAreOurs = task.acceptance_criteria.every((criterion) => criterion.schema === undefined)
    yield (index === 0 ? '' : ',') + (keysAreOurs ? textInOrder(described) : canonicalText(described))
  }
  yield ']}'
}

/**
 * The canonical JSON of a value whose keys stand in canonical order: JSON.stringify writes numbers and text as RFC 8785
 * wants them, ten times as fast. Lone surrogates are the exception; it escapes them.
 */
function textInOrder(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes(String.raw`\ud`) ? canonicalText(value) : text
}

function canonicalText(value: unknown): string {
  return canonicalize(makeWellFormed(value)) ?? ''
}

/** Every key a type has, so that a new field can't be forgotten here. Keys stand in canonical order. */
type Every<T> = Record<keyof T, unknown>

function describeTask(task: Task): unknown {
  return {
    acceptance_criteria: task.acceptance_criteria.map((criterion) => describeCriterion(criterion)),
    action: task.action,
    deliverable_spec: hashedDeliverable(task.deliverable_spec),
    delivery_check: task.delivery_check,
    depends_on: task.depends_on.length < 2 ? task.depends_on : task.depends_on.toSorted(),
    description: task.description,
    estimated_person_days: task.estimated_person_days,
    id: task.id,
    implementation: task.implementation,
    modification_points: task.modification_points.map(({ change, file, target }) => ({ change, file, target })),
    priority: task.priority,
    scope: task.scope,
    test: describeTest(task.test),
    title: task.title,
    verification: task.acceptance.verification,
    work: task.work.map((item) => describeWork(item)),
  }
}

function describeCriterion(criterion: AcceptanceCriterion): Every<AcceptanceCriterion> {
  return {
    check: criterion.check,
    check_method: criterion.check_method,
    checks: criterion.checks,
    command: criterion.command,
    id: criterion.id,
    max_bytes: criterion.max_bytes,
    pattern: criterion.pattern,
    schema: criterion.schema,
    severity: criterion.severity,
    source: undefined,
    statement: criterion.statement,
    target: criterion.target,
    text: criterion.text,
    type: criterion.type,
  }
}

function hashedDeliverable(spec: DeliverableSpec): Every<DeliverableSpec> {
  return {
    bundle_mode: spec.bundle_mode,
    description: spec.description,
    filename: spec.filename,
    files: spec.files,
    format: spec.format,
    output_dir: spec.output_dir,
    single_file: spec.single_file,
  }
}

function describeTest(test: Task['test']): Every<Task['test']> {
  return { commands: test.commands, integration: test.integration, unit: test.unit }
}

type FinalSpec = NonNullable<Goal['final_deliverable_spec']>

function describeFinal(spec: FinalSpec | undefined): Every<FinalSpec> | null {
  if (spec === undefined) return null
  return {
    assemble_task_id: spec.assemble_task_id,
    include_children: spec.include_children,
    mode: spec.mode,
    output: hashedDeliverable(spec.output),
  }
}

type RootCriterion = NonNullable<Goal['root_acceptance_criteria']>[number]

function describeRootCriterion(item: RootCriterion): Every<RootCriterion> {
  return {
    command: item.command,
    covered_by: item.covered_by,
    id: item.id,
    source: undefined,
    source_line: undefined,
    statement: item.statement,
  }
}

function describeWork(item: WorkItem): unknown {
  switch (item.kind) {
    case 'file':
      return { kind: item.kind, mode: item.mode, path: item.path, sha256: sha256Hex(item.content) }
    case 'diff':
      return { kind: item.kind, sha256: sha256Hex(item.diff) }
    case 'run':
      return { kind: item.kind, sha256: sha256Hex(item.command) }
  }
}

/** Leaves out what is undefined. What JSON can't carry, a faulty draft may still hold: lone surrogates become U+FFFD, NaN and infinities null. */
function makeWellFormed(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return part.toWellFormed()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key.toWellFormed(), inner]))
  })
  return JSON.parse(text) as unknown
}
