import { assembleCriteria } from '../../assemble/assemble-criteria.ts'
import { assumedPersonDays } from '../../assemble/assemble-task.ts'
import { type CriterionDraft, inferCriterion } from '../../assemble/infer-criterion.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import { taskActions } from '../../task.ts'
import { listTestsOf, testPaths } from '../../../paths/test-paths.ts'
import { workPaths } from '../../work-paths.ts'
import { splitCommand } from '../split-command.ts'
import type { StatedItem, TaskOutline } from '../read/task-outline.ts'

const actionWords: readonly [RegExp, NonNullable<TaskDraft['action']>][] = [
  [/^(?:(?:fix|repair|correct)\b|修复|修正)/i, 'Fix'],
  [/^(?:(?:refactor|rename|restructure|clean|simplify|move|split)\b|重构|重命名|拆分|整理)/i, 'Refactor'],
  [
    /^(?:(?:remove|delete|drop|get rid of)\b|删除|移除|去掉)|^`[^`\n]+`\W{1,5}(?:(?:can|should|must) be )?(?:(?:remove|delete|drop|get rid of)(?: (?:it|this|them))?|removed|deleted|dropped)\W*$/i,
    'Remove',
  ],
  [/^(?:(?:create|write|generate|document)\b|创建|新建|编写|撰写|生成)/i, 'Create'],
  [/^(?:(?:add|introduce)\b|添加|新增|增加|加入)/i, 'Add'],
  [/^(?:(?:change|update|modify|adjust|extend|answer|return|make)\b|修改|更新|调整|扩展)/i, 'Modify'],
]

/**
 * A task as the plan's schema has it. Its scope is what `Scope:` names, else the paths in its code spans, with the tests
 * named after them, and those of its work; where a command or a person writes and nothing names a path, any file that policy allows.
 */
export function draftTask(task: TaskOutline): TaskDraft {
  const scope = findScope(task)
  const action = findTaskAction(task)
  const draft: TaskDraft = {
    id: task.id,
    title: task.title,
    ...(action === undefined ? {} : { action }),
    ...(scope.length === 0 ? {} : { scope: scope.join(', ') }),
    ...(pointsAt(task) ? pointAt(task) : {}),
    description: task.description.length > 0 ? task.description.join('\n') : task.title,
    ...(task.steps.length === 0 ? {} : { implementation: task.steps }),
    test: { commands: task.testCommands },
    ...(task.delivers.length > 0
      ? { deliverable_spec: describeDeliverable(task.delivers) }
      : pointsAt(task) && task.isPartlyPointed === true
        ? { deliverable_spec: describeFileAmongOthers(task.suggested[0]?.path ?? '**') }
        : isOnlyTraced(task) || isInPassing(task)
          ? { deliverable_spec: describeDeliverable(['**']) }
          : {}),
    depends_on: [...new Set(task.dependsOn)],
    estimated_person_days: task.personDays ?? assumedPersonDays,
    estimate_from: task.personDays === undefined ? 'assumed' : 'plan',
    ...(task.executor === undefined ? {} : { executor: task.executor }),
    work: task.work,
  }
  const criteria = task.criteria.flatMap((item) => splitCommand(item)).map((item) => draftCriterion(item))
  if (criteria.length > 0) draft.acceptance_criteria = criteria
  return draft
}

export function draftCriterion(item: StatedItem): CriterionDraft {
  return { ...inferCriterion(item.text), source: `issue:${item.line}` }
}

/**
 * Criteria with their numbers, and the one file they look for as the deliverable where nothing else names one. A task
 * for which nobody said when it is done is judged by a person on its own words, beside what every CHECK begins with: that
 * it delivers what it is to deliver.
 */
export function settleTask(draft: TaskDraft, line: number): TaskDraft {
  const criteria = assembleCriteria(draft)
  const sought = findSought(criteria)
  const settled =
    draft.scope === '**' && draft.deliverable_spec === undefined && sought !== undefined
      ? { ...draft, deliverable_spec: describeFileAmongOthers(sought) }
      : draft
  if (criteria.length > 0) return { ...settled, acceptance_criteria: criteria }
  const statement = inferCriterion(draft.title).statement || draft.id
  const judged: CriterionDraft = {
    statement,
    severity: 'major',
    source: `issue:${line}`,
    type: 'functional',
    check_method: 'manual_review',
  }
  return { ...settled, acceptance_criteria: [{ id: 'AC-1', ...judged }] }
}

/** The one file that must come to be; what another must hold, or that it parses, may be so without a change of it. */
function findSought(criteria: readonly CriterionDraft[]): string | undefined {
  const targets = new Set(criteria.flatMap((criterion) => criterion.target ?? []))
  const [only] = targets
  const isSought = criteria.some(({ check }) => check === 'exists')
  return targets.size === 1 && isSought ? only : undefined
}

/** Nobody said that nothing else changes. */
function describeFileAmongOthers(path: string): NonNullable<TaskDraft['deliverable_spec']> {
  const spec = describeDeliverable([path])
  return spec.single_file === true ? { files: [path], single_file: false, bundle_mode: 'MANIFEST' } : spec
}

function findScope(task: TaskOutline): string[] {
  if (task.scope.length > 0) return [...new Set(task.scope)]
  if (pointsAt(task)) {
    if (task.isPartlyPointed === true) return ['**']
    const paths = task.suggested.map(({ path }) => path)
    return paths.every((path) => isProse(path)) ? paths : [...paths, ...testPaths]
  }
  const named = namedPaths(task)
  if (named.length === 0) return ['**']
  // Of whoever promised a file, or spelled out the work, no other is expected.
  const isPromised = task.delivers.length > 0 || task.work.length > 0
  return isPromised ? named : [...new Set([...named, ...named.flatMap((path) => listTestsOf(path))])]
}

function namedPaths(task: TaskOutline): string[] {
  return [...new Set([...task.paths, ...task.delivers, ...workPaths(task.work)])]
}

/** Where nobody names a file, those that the issue points at are the places to change. */
function pointsAt(task: TaskOutline): boolean {
  return task.suggested.length > 0 && task.scope.length === 0 && namedPaths(task).length === 0
}

/** Where a trace begins need not be where the mistake is: nobody is held to a change there. */
function isOnlyTraced(task: TaskOutline): boolean {
  return pointsAt(task) && task.suggested.every(({ traced }) => traced === true)
}

/** One file that is only spoken of: whoever mends it may have to change another. */
function isInPassing(task: TaskOutline): boolean {
  const [only, second] = task.suggested
  return pointsAt(task) && second === undefined && only?.ordered !== true
}

function pointAt({ suggested, title }: TaskOutline): Pick<TaskDraft, 'modification_points' | 'implementation'> {
  const points = suggested.map(({ path, line }) => ({
    file: path,
    target: '',
    change: `line ${line} of the issue points here`,
  }))
  return { modification_points: points, implementation: [title] }
}

function isProse(path: string): boolean {
  return /\.(?:md|mdx|txt|rst|adoc)$/i.test(path)
}

/** A file, or a set: several of them, the files below a folder or under a glob. */
export function describeDeliverable(paths: readonly string[]): NonNullable<TaskDraft['deliverable_spec']> {
  const [path = '', second] = paths
  if (second !== undefined || path.endsWith('/') || path.includes('*')) {
    const files = [...new Set(paths)].map((one) => (one.endsWith('/') ? `${one}**` : one))
    return { files, single_file: false, bundle_mode: 'MANIFEST' }
  }
  const slash = path.lastIndexOf('/')
  return { output_dir: path.slice(0, slash + 1), filename: path.slice(slash + 1), single_file: true }
}

function findTaskAction(task: TaskOutline): TaskDraft['action'] {
  const said = task.action?.replaceAll('`', '').trim().toLowerCase()
  const named = taskActions.find((action) => action.toLowerCase() === said)
  return named ?? actionWords.find(([words]) => words.test(task.title))?.[1]
}
