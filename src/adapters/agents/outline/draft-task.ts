import type { AcceptanceCriterion } from '../../../domain/acceptance-criterion.ts'
import { assembleCriteria } from '../../../domain/assemble-criteria.ts'
import { assumedPersonDays } from '../../../domain/assemble-task.ts'
import { type CriterionDraft, inferCriterion } from '../../../domain/infer-criterion.ts'
import type { TaskDraft } from '../../../domain/plan-draft.ts'
import { taskActions } from '../../../domain/task.ts'
import { workPaths } from '../../../domain/work-paths.ts'
import type { StatedItem, TaskOutline } from './task-outline.ts'

const actionWords: readonly [RegExp, NonNullable<TaskDraft['action']>][] = [
  [/^(?:fix|repair|correct)\b/i, 'Fix'],
  [/^(?:refactor|rename|restructure|clean|simplify|move)\b/i, 'Refactor'],
  [/^(?:remove|delete|drop)\b/i, 'Remove'],
  [/^(?:create|write|generate|document)\b/i, 'Create'],
  [/^(?:add|introduce)\b/i, 'Add'],
  [/^(?:change|update|modify|adjust|extend|answer|return|make)\b/i, 'Modify'],
]

/**
 * A task as the plan's schema has it. Its scope is what `Scope:` names, else the paths in its code spans with those of
 * its work; where a command or a person writes and nothing names a path, any file that policy allows.
 */
export function draftTask(task: TaskOutline): TaskDraft {
  const scope = findScope(task)
  const action = findAction(task)
  const draft: TaskDraft = {
    id: task.id,
    title: task.title,
    ...(action === undefined ? {} : { action }),
    ...(scope.length === 0 ? {} : { scope: scope.join(', ') }),
    description: task.description.length > 0 ? task.description.join('\n') : task.title,
    ...(task.steps.length === 0 ? {} : { implementation: task.steps }),
    test: { commands: task.testCommands },
    ...(task.delivers === null ? {} : { deliverable_spec: describeDeliverable(task.delivers) }),
    depends_on: [...new Set(task.dependsOn)],
    estimated_person_days: task.personDays ?? assumedPersonDays,
    estimate_from: task.personDays === undefined ? 'assumed' : 'plan',
    ...(task.executor === undefined ? {} : { executor: task.executor }),
    work: task.work,
  }
  const criteria = task.criteria.map((item) => draftCriterion(item))
  if (criteria.length > 0) draft.acceptance_criteria = criteria
  return draft
}

export function draftCriterion(item: StatedItem): CriterionDraft {
  return { ...inferCriterion(item.text), source: `issue:${item.line}` }
}

/**
 * Criteria with their numbers, and the one file they look for as the deliverable where nothing else names one. A task
 * without criteria that spells out no file is judged by a person, on its own words.
 */
export function settleTask(draft: TaskDraft, line: number): TaskDraft {
  const criteria = assembleCriteria(draft)
  const targets = new Set(criteria.flatMap((criterion) => criterion.target ?? []))
  const [only] = targets
  const inferred = draft.scope === '**' && draft.deliverable_spec === undefined && targets.size === 1
  const settled = inferred && only !== undefined ? { ...draft, deliverable_spec: describeDeliverable(only) } : draft
  if (criteria.length > 0) return { ...settled, acceptance_criteria: criteria }
  return { ...settled, acceptance_criteria: [judgeByPerson(draft, line)] }
}

function judgeByPerson(draft: TaskDraft, line: number): AcceptanceCriterion {
  return {
    id: 'AC-1',
    type: 'functional',
    statement: inferCriterion(draft.title).statement || draft.id,
    check_method: 'manual_review',
    severity: 'major',
    source: `issue:${line}`,
  }
}

function findScope(task: TaskOutline): string[] {
  if (task.scope.length > 0) return [...new Set(task.scope)]
  const delivered = task.delivers === null ? [] : [task.delivers]
  const written = workPaths(task.work)
  const named = [...new Set([...task.paths, ...delivered, ...written])]
  return named.length === 0 && written.length === 0 ? ['**'] : named
}

function describeDeliverable(path: string): NonNullable<TaskDraft['deliverable_spec']> {
  const folder = path.endsWith('/') || path.includes('*')
  if (folder) return { files: [path.endsWith('/') ? `${path}**` : path], single_file: false, bundle_mode: 'MANIFEST' }
  const slash = path.lastIndexOf('/')
  return { output_dir: path.slice(0, slash + 1), filename: path.slice(slash + 1), single_file: true }
}

function findAction(task: TaskOutline): TaskDraft['action'] {
  const said = task.action?.replaceAll('`', '').trim().toLowerCase()
  const named = taskActions.find((action) => action.toLowerCase() === said)
  return named ?? actionWords.find(([words]) => words.test(task.title))?.[1]
}
