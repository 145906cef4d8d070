import { assembleDeliverable, scopePaths } from '../assemble/assemble-deliverable.ts'
import { minutesPerDay } from '../assemble/assemble-task.ts'
import { deliverablePath, type DeliverableSpec } from '../deliverable-spec.ts'
import { cleanPattern, createPathMatcher, isLiteralPattern } from '../../paths/path-pattern.ts'
import { listTestsOf } from '../../paths/test-paths.ts'
import type { Task } from '../task.ts'
import type { Part } from './cut-task.ts'
import { estimateEffort } from '../estimate/estimate-effort.ts'
import type { HandedDown } from './hand-down-criteria.ts'
import type { Cut } from '../plan-round.ts'
import { commonFolder, folderOf, isOpenPath } from '../estimate/touched-files.ts'

/** Ids of the new ACTIONs, in the order of the parts, and their UUIDs. */
export interface PartIds {
  ids: readonly string[]
  nodeId: (id: string) => string
}

/**
 * The ACTIONs that take a task's place. Executor, action, priority and what it waits for are the task's own; test
 * commands go to the last, which comes after the others where it holds anything about the whole.
 */
export function assembleParts(
  task: Task,
  { along, parts }: { along: Cut; parts: readonly Part[] },
  handed: HandedDown,
  { ids, nodeId }: PartIds,
  isAssembling: boolean,
): Task[] {
  const steps = divideSteps(task, parts)
  const verification = divideVerification(task, parts, handed)
  const before = listPartsBefore(task, along, ids, handed.aboutWhole || isAssembling)
  const last = parts.length - 1
  const tasks = parts.map((part, index): Task => {
    const id = ids[index] ?? task.id
    const label = describePart(part, along)
    const title = `${task.title}: ${label}`
    const deliverable = narrowDeliverable(task, part, title)
    const criteria = handed.criteria[index] ?? []
    return {
      ...task,
      id,
      task_id: nodeId(id),
      title,
      description: `Part ${index + 1} of ${parts.length} of ${task.id}: ${label}.\n\n${task.description}`,
      scope: narrowScope(task, part, deliverable, index === last),
      modification_points: part.points,
      implementation: steps[index] ?? [],
      test: index === last ? task.test : { commands: [], unit: [], integration: [] },
      acceptance: { criteria: criteria.map((one) => one.statement), verification: verification[index] ?? [] },
      acceptance_criteria: criteria,
      deliverable_spec: deliverable,
      ...narrowDeliveryCheck(task, deliverable),
      depends_on: [...new Set([...task.depends_on, ...(before[index] ?? [])])],
      executor: part.work.length === 0 && task.work.length > 0 ? 'human' : task.executor,
      one_shot_pass: null,
      feasibility_note: null,
      work: part.work,
    }
  })
  return divideEstimate(task, tasks)
}

/** What each part waits for: parts of one file for the one before, the last for all others where it has the whole. */
function listPartsBefore(task: Task, along: Cut, ids: readonly string[], hasWhole: boolean): string[][] {
  if (along === 'modification_points') return ids.map((_, index) => ids.slice(Math.max(0, index - 1), index))
  const runs = task.test.commands.length > 0 || task.work.some((item) => item.kind === 'run')
  return ids.map((_, index) => (index === ids.length - 1 && (hasWhole || runs) ? ids.slice(0, index) : []))
}

/** What is in a part, for its title. */
function describePart(part: Part, along: Cut): string {
  switch (along) {
    case 'modification_points':
      return listSome(part.points.map((point) => point.target || point.change))
    case 'files':
      return listSome(part.paths)
    case 'deliverables': {
      const folder = commonFolder(part.paths)
      const counted = part.paths.length > 2 && folder !== '' && !part.paths.some((path) => isOpenPath(path))
      return counted ? `${folder} (${part.paths.length} files)` : listSome(part.paths)
    }
  }
}

function listSome(names: readonly string[]): string {
  const [first = 'the rest', second, ...more] = names
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`
}

function narrowDeliverable(task: Task, part: Part, title: string): DeliverableSpec {
  const spec = task.deliverable_spec
  const [only] = part.paths
  if (only === undefined) return spec
  if (part.paths.length === 1 && spec.single_file && only === deliverablePath(spec)) return spec
  const set = part.paths.some((path) => isOpenPath(path))
  return assembleDeliverable(
    {
      id: task.id,
      title,
      modification_points: part.paths.map((file) => ({ file, target: '', change: '' })),
      ...(set ? { deliverable_spec: { single_file: false, bundle_mode: 'MANIFEST', files: part.paths } } : {}),
    },
    title,
  )
}

/** One file of a set was never promised to be alone. */
function narrowDeliveryCheck(task: Task, deliverable: DeliverableSpec): Pick<Task, 'delivery_check'> {
  if (task.delivery_check === undefined) return {}
  const isCutFromSet = deliverable.single_file && !task.deliverable_spec.single_file
  return { delivery_check: isCutFromSet ? 'some' : task.delivery_check }
}

/** What the part delivers and is permitted besides, never more than the task's own scope; all of it where it names no path. */
function narrowScope(task: Task, part: Part, deliverable: DeliverableSpec, isLast: boolean): string {
  const whole = scopePaths(task.scope)
  if (part.paths.length === 0 || (whole.length === 0 && isLast)) return task.scope
  const entries = [...new Set([...part.paths, ...part.permitted])].filter((entry) => isWithin(entry, whole))
  entries.push(
    ...part.paths.flatMap((path) => listTestsOf(path)).filter((one) => whole.includes(one) && !entries.includes(one)),
  )
  const scope = entries.join(', ')
  const read = scopePaths(scope)
  const isWritten =
    entries.length > 0 && read.length === entries.length && read.every((entry, at) => entry === entries[at])
  const delivered = deliverable.single_file ? [deliverablePath(deliverable)] : part.paths
  const matches = createPathMatcher(read)
  const coversItself = delivered.every((path) => isOpenPath(path) || matches(path))
  return isWritten && coversItself ? scope : task.scope
}

function isWithin(entry: string, scope: readonly string[]): boolean {
  if (scope.length === 0) return true
  if (!isOpenPath(entry)) return createPathMatcher(scope)(entry)
  const plain = (path: string): string => cleanPattern(path).replace(/(?:^|\/)\*\*$/, '')
  return scope.some((other) => {
    const folder = plain(other)
    return (
      folder === plain(entry) || folder === '' || (isLiteralPattern(folder) && folderOf(entry).startsWith(`${folder}/`))
    )
  })
}

/** Steps go to the part whose file they name; those about the whole to the last; a part without any gets its own paths. */
function divideSteps(task: Task, parts: readonly Part[]): string[][] {
  const steps: string[][] = parts.map(() => [])
  for (const step of task.implementation) {
    const of = parts.findIndex((part) => part.points.some((point) => step === `${point.file}: ${point.change}`))
    const naming = parts.filter((part) => part.paths.some((path) => step.includes(path)))
    const at =
      of >= 0 ? of : naming.length === 1 && naming[0] !== undefined ? parts.indexOf(naming[0]) : parts.length - 1
    steps[at]?.push(step)
  }
  return steps.map((list, index) => (list.length > 0 ? list : stepsOf(task, parts[index])))
}

function stepsOf(task: Task, part: Part | undefined): string[] {
  const changes = (part?.points ?? []).map((point) => `${point.file}: ${point.change || point.target}`)
  if (changes.length > 0) return changes
  return (part?.paths ?? []).length > 0 ? (part?.paths ?? []).map((path) => `${task.action} \`${path}\``) : [task.title]
}

/** Where each criterion has its line, the line goes with it; else all go to the last part. */
function divideVerification(task: Task, parts: readonly Part[], handed: HandedDown): string[][] {
  const lines: string[][] = parts.map(() => [])
  const paired = task.acceptance.verification.length === task.acceptance_criteria.length
  for (const [index, line] of task.acceptance.verification.entries()) {
    const at = paired ? handed.to[index]?.part : undefined
    lines[at ?? parts.length - 1]?.push(line)
  }
  return lines
}

/** The task's estimate in proportion to what the formula says of each part, to 0.1 days, below one day to 0.01. */
function divideEstimate(task: Task, parts: readonly Task[]): Task[] {
  const efforts = parts.map((part) => estimateEffort(part, new Map()).person_days)
  const total = efforts.reduce((sum, effort) => sum + effort, 0)
  return parts.map((given, index) => {
    const { doubted_person_days: _, ...part } = given
    const days = roundDays((task.estimated_person_days * (efforts[index] ?? 0)) / total)
    return { ...part, estimated_person_days: days, estimated_minutes: Math.round(days * minutesPerDay) }
  })
}

function roundDays(days: number): number {
  const steps = days >= 1 ? 10 : 100
  return Math.max(1, Math.round(days * steps)) / steps
}
