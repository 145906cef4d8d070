import { assemblePlan, type PlanFacts } from '../../../domain/assemble-plan.ts'
import { findPlanFaults } from '../../../domain/find-plan-faults.ts'
import { findUnknownKeys } from '../../../domain/find-unknown-keys.ts'
import type { YamlLocator } from '../../../domain/parse-safe-yaml.ts'
import { type PlanDraft, PlanDraftSchema } from '../../../domain/plan-draft.ts'
import type { PlanFault } from '../../../domain/plan-fault.ts'

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

/** Keys of a task that a fault follows from: where one of them is not readable, the fault may not be one. */
const causes: Partial<Record<PlanFault['code'], readonly string[]>> = {
  no_criterion: ['acceptance_criteria', 'acceptance', 'work'],
  estimate_not_positive: ['estimated_minutes', 'estimated_person_days'],
  file_set_unspecified: ['deliverable_spec'],
  path_not_allowed: ['scope', 'deliverable_spec', 'work', 'modification_points'],
  dependency_dangling: ['depends_on'],
  dependency_self: ['depends_on'],
  dependency_circular: ['depends_on'],
}
const alone: ReadonlySet<PlanFault['code']> = new Set(['id_malformed', 'id_doubled', ...keysOf(causes)])

/**
 * Rules that a plan breaks besides not having the schema's shape, a sentence each with its line: what doesn't fit is
 * left out, and no fault that may only follow from that is told. So all faults can be mended in one go.
 */
export function findPartialFaults(plan: Record<string, unknown>, locate: YamlLocator): string[] {
  const part = salvage(plan)
  if (part === undefined) return []
  const places = new Map(part.draft.tasks.map((task, index) => [task.id, index]))
  const unsure = new Map([...alone].map((code) => [code, findUnsure(code, part)]))
  return findPlanFaults(assemblePlan(part.draft, anyFacts))
    .filter(({ code, nodes }) =>
      alone.has(code) ? !nodes.some((node) => unsure.get(code)?.has(node)) : part.unreadable.size === 0,
    )
    .map((fault) => {
      const place = places.get(fault.nodes.find((node) => places.has(node)) ?? '')
      const { line } = locate(place === undefined ? [] : ['tasks', place])
      return `Line ${line}: ${fault.message}.`
    })
}

interface Part {
  draft: PlanDraft
  /** Keys left out, by the task's index. */
  unreadable: ReadonlyMap<number, ReadonlySet<string>>
}

/** Tasks of which a fault of this code may only follow from what was left out. */
function findUnsure(code: PlanFault['code'], { draft, unreadable }: Part): ReadonlySet<string> {
  const keys = causes[code] ?? []
  const unsure = draft.tasks.filter((_, index) => keys.some((key) => unreadable.get(index)?.has(key) ?? false))
  return new Set(unsure.map((task) => task.id))
}

/** The plan without what doesn't fit; undefined where its tasks can't be told apart then. */
function salvage(plan: Record<string, unknown>): Part | undefined {
  const given = plan['tasks']
  if (!Array.isArray(given)) return undefined
  const parsed = PlanDraftSchema.safeParse(plan)
  const misfits = parsed.success ? [] : parsed.error.issues.map((issue) => issue.path)
  const unknown = findUnknownKeys(PlanDraftSchema, plan).map(({ path, suggestion }) =>
    suggestion === null ? path : [...path.slice(0, -1), suggestion],
  )
  const unreadable = new Map<number, Set<string>>()
  const topKeys = new Set<PropertyKey>()
  for (const [first, index, key] of [...misfits, ...unknown]) {
    if (first !== 'tasks' || typeof index !== 'number') topKeys.add(first ?? '')
    else unreadable.set(index, (unreadable.get(index) ?? new Set()).add(typeof key === 'string' ? key : 'id'))
  }
  if ([...unreadable.values()].some((keys) => keys.has('id'))) return undefined
  const tasks = given.map((task: unknown, index) => withoutKeys(task, unreadable.get(index)))
  const rest = Object.fromEntries(Object.entries(plan).filter(([key]) => key !== 'tasks' && !topKeys.has(key)))
  const again = PlanDraftSchema.safeParse({ ...rest, tasks })
  if (!again.success || topKeys.has('tasks')) return undefined
  return { draft: again.data, unreadable }
}

/** A task without these keys; a title, which must be there, becomes its id. */
function withoutKeys(task: unknown, keys: ReadonlySet<string> | undefined): unknown {
  if (keys === undefined || typeof task !== 'object' || task === null) return task
  const left = Object.fromEntries(Object.entries(task).filter(([key]) => !keys.has(key)))
  return keys.has('title') ? { ...left, title: String(left['id']) } : left
}

function keysOf<Key extends string>(record: Partial<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}
