import type { TaskDraft } from '../../plan-draft.ts'
import { describeDeliverable, draftCriterion, draftTask } from './draft-task.ts'
import type { Guidance, TaskAmendment } from '../read/guidance.ts'
import { ownOutlineWork, ownWork, type PlacedWork, placeWork } from './place-work.ts'
import type { TaskOutline } from '../read/task-outline.ts'

/** A plan's tasks after guidance. */
export interface Guided {
  tasks: TaskDraft[]
  /** Ids that guidance wrote: `lines` say where. */
  lines: ReadonlyMap<string, number>
  dropped: ReadonlySet<string>
  /** What could not be placed, a sentence each. */
  problems: string[]
  /** Code blocks that are not taken as work. */
  notes: string[]
}

/** Tasks as guidance changes them, edit by edit; no dependency on a dropped task is left. */
export function applyGuidance(given: readonly TaskDraft[], guidance: Guidance): Guided {
  const tasks = given.map((task) => ({ ...task, work: [...(task.work ?? [])] }))
  const { problems, notes } = placeGuidanceWork(tasks, guidance)
  const lines = new Map<string, number>()
  const dropped = new Set<string>()
  const byId = new Map<string, TaskDraft>(tasks.map((task) => [task.id, task]))
  for (const { change, line } of guidance.edits) {
    switch (change.kind) {
      case 'task':
        lines.set(change.task.id, line)
        dropped.delete(change.task.id)
        byId.set(change.task.id, draftTask(change.task))
        break
      case 'amend': {
        const task = byId.get(change.id)
        if (task !== undefined) byId.set(change.id, amendTask(task, change))
        break
      }
      case 'drop':
        for (const id of change.ids) if (byId.delete(id)) dropped.add(id)
        break
    }
  }
  const left = [...byId.values()].map((task) => ({
    ...task,
    depends_on: (task.depends_on ?? []).filter((id) => !dropped.has(id)),
  }))
  return { tasks: left, lines, dropped, problems, notes }
}

function amendTask(task: TaskDraft, { facts, noOrder, below }: TaskAmendment): TaskDraft {
  const { estimated_minutes: _, ...untimed } = task
  return {
    ...(facts.personDays === undefined
      ? task
      : { ...untimed, estimated_person_days: facts.personDays, estimate_from: 'plan' }),
    ...(facts.executor === undefined ? {} : { executor: facts.executor }),
    ...(facts.dependsOn.length > 0 || noOrder ? { depends_on: [...new Set(facts.dependsOn)] } : {}),
    ...(below === null ? {} : addBelow(task, below)),
  }
}

/** Scope, deliverable and tests take the place of the old ones; steps, words and criteria are added. */
function addBelow(task: TaskDraft, below: TaskOutline): Partial<TaskDraft> {
  const { scope, delivers, testCommands, steps, description, criteria } = below
  const stated = criteria.map((item) => draftCriterion(item))
  return {
    ...(scope.length === 0 ? {} : { scope: [...new Set(scope)].join(', ') }),
    ...(delivers.length === 0 ? {} : { deliverable_spec: describeDeliverable(delivers) }),
    ...(testCommands.length === 0 ? {} : { test: { ...task.test, commands: testCommands } }),
    ...(steps.length === 0 ? {} : { implementation: [...(task.implementation ?? []), ...steps] }),
    ...(description.length === 0 ? {} : { description: [task.description ?? task.title, ...description].join('\n') }),
    ...(stated.length === 0 ? {} : { acceptance_criteria: [...(task.acceptance_criteria ?? []), ...stated] }),
  }
}

/** Code blocks of the guidance go to its own tasks or to the plan's; a whole file takes the place of the one before. */
function placeGuidanceWork(tasks: TaskDraft[], guidance: Guidance): PlacedWork {
  const written = guidance.edits.flatMap(({ change }) => (change.kind === 'task' ? [change.task] : []))
  const rewritten = new Set(written.map((task) => task.id))
  const kept = tasks.filter((task) => !rewritten.has(task.id))
  const owners = [...kept.map((task) => ownWork(task)), ...written.map((task) => ownOutlineWork(task))]
  const placed = placeWork(guidance.fences, owners)
  const files = new Set(guidance.fences.flatMap(({ work }) => (work.kind === 'file' ? [work] : [])))
  const paths = new Set([...files].map((work) => work.path))
  for (const task of kept) {
    task.work = (task.work ?? []).filter((item) => item.kind !== 'file' || !paths.has(item.path) || files.has(item))
  }
  return placed
}
