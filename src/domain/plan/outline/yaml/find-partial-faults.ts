import { recordText } from '../../../language/message.ts'
import { assemblePlan, type PlanFacts } from '../../assemble/assemble-plan.ts'
import { findPlanFaults } from '../../rules/find-plan-faults.ts'
import { findUnknownKeys } from '../../../text/find-unknown-keys.ts'
import type { YamlLocator } from '../../../text/parse-safe-yaml.ts'
import { type PlanDraft, PlanDraftSchema } from '../../plan-draft.ts'
import type { PlanFault } from '../../rules/plan-fault.ts'

/** Rules look at the draft alone; whose plan it is doesn't matter to them. */
const anyFacts: PlanFacts = {
  planId: 'SOL-ISS-000-1',
  issId: 'ISS-000',
  issueNumber: 1,
  repository: 'owner/name',
  createdAt: '2000-01-01T00:00:00Z',
  textSha256: '',
  commentIds: [],
  removed: 0,
  planner: 'outline',
  defaultExecutor: 'human',
  reviewer: 'rules',
}

/** Stands for a criterion that can't be read, where the others can. */
const oneCriterion = 'a criterion'
const stated = ['acceptance_criteria', 'acceptance', 'work'] as const

/** Keys of a task that a fault follows from: where one of them is not readable, the fault may not be one. */
const causes: Record<PlanFault['code'], readonly string[]> = {
  id_malformed: [],
  id_doubled: stated,
  no_task: [],
  no_criterion: stated,
  field_missing: [...stated, 'title', 'implementation', 'executor', 'deliverable_spec', 'scope'],
  value_not_allowed: [...stated, 'action', 'deliverable_spec'],
  estimate_not_positive: ['estimated_minutes', 'estimated_person_days'],
  views_disagree: [...stated, 'estimated_minutes', 'estimated_person_days', 'depends_on'],
  file_set_unspecified: ['deliverable_spec'],
  path_not_allowed: ['scope', 'deliverable_spec', 'work', 'modification_points'],
  dependency_dangling: ['depends_on'],
  dependency_self: ['depends_on'],
  dependency_circular: ['depends_on'],
  action_without_one_check: [],
  check_without_one_action: [],
  criterion_uncovered: [...stated, oneCriterion],
  assemble_input_missing: ['depends_on'],
  score_too_low: [],
  reader_found: [],
}

/** Faults of the whole: what is left out of any task, or beside the tasks, may be what they miss. */
const ofWhole: ReadonlySet<PlanFault['code']> = new Set(['criterion_uncovered', 'assemble_input_missing', 'no_task'])
const ofChecks: ReadonlySet<PlanFault['code']> = new Set(['action_without_one_check', 'check_without_one_action'])
const ofIds: ReadonlySet<PlanFault['code']> = new Set([
  'dependency_dangling',
  'views_disagree',
  ...ofWhole,
  ...ofChecks,
])

/**
 * Rules that a plan breaks besides not having the schema's shape, a sentence each with its line: what doesn't fit is
 * left out, and no fault that may only follow from that is told. So all faults can be mended in one go.
 */
export function findPartialFaults(plan: Record<string, unknown>, locate: YamlLocator): string[] {
  const part = salvage(plan)
  if (part === undefined) return []
  const { draft, places } = part
  const lines = new Map(draft.tasks.map((task, at) => [task.id, places[at]]))
  return findPlanFaults(assemblePlan({ description: 'as the issue', ...draft }, anyFacts))
    .filter((fault) => isSureFault(fault, part))
    .map((fault) => {
      const index = lines.get(fault.nodes.find((node) => lines.has(node)) ?? '')
      const { line } = locate(index === undefined ? [] : ['tasks', index])
      return recordText('Line {n}: {fault}.', { n: line, fault: fault.message })
    })
}

function isSureFault(
  { code, nodes }: PlanFault,
  { draft, places, unreadable, topKeys, nameless }: PartialDraft,
): boolean {
  if (nameless && ofIds.has(code)) return false
  const keys = causes[code]
  const isOpen = (index: number | undefined): boolean =>
    index !== undefined && keys.some((key) => unreadable.get(index)?.has(key) ?? false)
  if (ofWhole.has(code)) return topKeys.size === 0 && !places.some((index) => isOpen(index))
  if (ofChecks.has(code)) return !topKeys.has('checks')
  if (nodes.includes('G0') || nodes.some((node) => node.startsWith('C'))) return topKeys.size === 0
  return !draft.tasks.some((task, at) => nodes.includes(task.id) && isOpen(places[at]))
}

interface PartialDraft {
  draft: PlanDraft
  /** Where each task of the draft stands in the plan. */
  places: readonly number[]
  /** Keys left out, by the task's place. */
  unreadable: ReadonlyMap<number, ReadonlySet<string>>
  /** Keys beside the tasks that were left out. */
  topKeys: ReadonlySet<PropertyKey>
  /** A task was left out, as nobody can tell what it is called. */
  nameless: boolean
}

/** The plan without what doesn't fit; undefined where there is nothing to tell apart. */
function salvage(plan: Record<string, unknown>): PartialDraft | undefined {
  const given = plan['tasks']
  if (!Array.isArray(given)) return undefined
  const parsed = PlanDraftSchema.safeParse(plan)
  const misfits = parsed.success ? [] : parsed.error.issues.map((issue) => issue.path)
  const unknown = findUnknownKeys(PlanDraftSchema, plan).map(({ path, suggestion }) =>
    suggestion === null ? path : [...path.slice(0, -1), suggestion],
  )
  const unreadable = new Map<number, Set<string>>()
  const badCriteria = new Map<number, Set<number>>()
  const topKeys = new Set<PropertyKey>()
  for (const [first, index, key, criterion] of [...misfits, ...unknown]) {
    if (first !== 'tasks' || typeof index !== 'number') {
      topKeys.add(first ?? '')
      continue
    }
    const isOne = key === 'acceptance_criteria' && typeof criterion === 'number'
    const name = isOne ? oneCriterion : typeof key === 'string' ? key : 'id'
    unreadable.set(index, (unreadable.get(index) ?? new Set()).add(name))
    if (isOne) badCriteria.set(index, (badCriteria.get(index) ?? new Set()).add(criterion))
  }
  if (topKeys.has('tasks')) return undefined
  const places = given.flatMap((_, index) => (unreadable.get(index)?.has('id') === true ? [] : [index]))
  const tasks = places.map((index) => withoutKeys(given[index], unreadable.get(index), badCriteria.get(index)))
  const rest = Object.fromEntries(Object.entries(plan).filter(([key]) => key !== 'tasks' && !topKeys.has(key)))
  const again = PlanDraftSchema.safeParse({ ...rest, tasks })
  if (!again.success) return undefined
  return { draft: again.data, places, unreadable, topKeys, nameless: places.length < given.length }
}

/** A task without these keys; a title, which must be there, becomes its id, and a criterion that can't be read a person's. */
function withoutKeys(
  task: unknown,
  keys: ReadonlySet<string> | undefined,
  badCriteria: ReadonlySet<number> | undefined,
): unknown {
  if (keys === undefined || typeof task !== 'object' || task === null) return task
  const left = Object.fromEntries(Object.entries(task).filter(([key]) => !keys.has(key)))
  const criteria: unknown = 'acceptance_criteria' in task ? task.acceptance_criteria : undefined
  const kept =
    badCriteria === undefined || !Array.isArray(criteria)
      ? {}
      : {
          acceptance_criteria: criteria.map((one: unknown, index) =>
            badCriteria.has(index) ? { statement: 'unreadable', check_method: 'manual_review' } : one,
          ),
        }
  return { ...left, ...kept, ...(keys.has('title') ? { title: String(left['id']) } : {}) }
}
