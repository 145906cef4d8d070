import { recordText } from '../../../language/message.ts'
import { listSchemaFaults, renderSchemaFaults } from '../../../text/find-schema-faults.ts'
import { parseSafeYaml, type YamlLocator } from '../../../text/parse-safe-yaml.ts'
import { showRightLines } from '../../rules/plan-line-examples.ts'
import { type PlanDraft, PlanDraftSchema } from '../../plan-draft.ts'
import { findPartialFaults } from './find-partial-faults.ts'
import type { YamlBlock } from './find-yaml-block.ts'
import { readPlainTask } from './read-plain-task.ts'

export type YamlPlan = { kind: 'draft'; draft: PlanDraft } | { kind: 'faults'; faults: string[] }

/** Written by Countersign, or derived from the rest: allowed in a pasted plan, never read. */
const derived = {
  plan: [
    'id',
    'issue_id',
    'created_at',
    'score',
    'score_parts',
    'rounds',
    'is_bound',
    'schema_version',
    'source',
    'planner',
    'hash',
    'goals',
  ],
  task: ['task_id', 'one_shot_pass', 'feasibility_note', 'doubted_person_days'],
  check: ['task_id', 'review_output_spec'],
}

/** A plan in the terms of the schema. Every fault, also of the plan's rules as far as it can be read, names line and column of the text, what stands there, and what may. */
export function parseYamlPlan(block: YamlBlock): YamlPlan {
  const yaml = parseSafeYaml(block.content, { ...block, isPlan: true })
  if (!yaml.ok) return { kind: 'faults', faults: yaml.faults }
  if (!isRecord(yaml.value)) {
    return {
      kind: 'faults',
      faults: [recordText('Line {n}: the plan must be a mapping with `tasks:`.', { n: block.line })],
    }
  }
  const plan = readAsDraft(yaml.value, yaml.locate)
  const faults = renderSchemaFaults(showRightLines(listSchemaFaults(PlanDraftSchema, plan), plan), yaml.locate)
  if (faults.length === 0) return { kind: 'draft', draft: PlanDraftSchema.parse(plan) }
  return { kind: 'faults', faults: [...faults, ...findPartialFaults(plan, yaml.locate)] }
}

/** The words of a stored plan become those of a draft: `review_target_task_id: T1` is a CHECK's target. */
function readAsDraft(plan: Record<string, unknown>, locate: YamlLocator): Record<string, unknown> {
  const { tasks, checks, root_criteria: root, ...rest } = omit(plan, derived.plan)
  const placed = mapRecords(root, (item, index) => ({
    source_line: locate(['root_criteria', index]).line,
    covered_by: [],
    ...item,
  }))
  return {
    ...rest,
    tasks: mapRecords(tasks, (task) => readPlainTask(omit(task, derived.task))),
    ...(checks === undefined ? {} : { checks: mapRecords(checks, (check) => renameTarget(check)) }),
    ...(root === undefined ? {} : { root_criteria: placed }),
  }
}

function renameTarget(check: Record<string, unknown>): Record<string, unknown> {
  const { review_target_task_id: reviewed, ...rest } = omit(check, derived.check)
  return reviewed === undefined ? rest : { target: reviewed, ...rest }
}

/** Without these keys, and without those left empty. */
function omit(record: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => !keys.includes(key) && value !== null))
}

function mapRecords(list: unknown, map: (record: Record<string, unknown>, index: number) => unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((entry: unknown, index) => (isRecord(entry) ? map(entry, index) : entry))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
