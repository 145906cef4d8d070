import { parseYamlPlan } from '../../../domain/plan/outline/yaml/parse-yaml-plan.ts'
import { assemblePlan, type PlanFacts } from '../../../domain/plan/assemble/assemble-plan.ts'
import { autoExecutor } from '../../../domain/plan/assemble/choose-executor.ts'
import { rulesReviewer } from '../../../domain/plan/check-reviewer.ts'
import { renderSchemaFaults } from '../../../domain/text/find-schema-faults.ts'
import { localFiles } from '../read/issue-record.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { completeAnalysis } from '../../../domain/plan/solution/complete-analysis.ts'
import { placePlanFaults } from '../../../domain/plan/solution/place-plan-faults.ts'
import { parsePlanText } from '../../../domain/plan/solution/parse-plan-text.ts'
import { parseSolution } from '../../../domain/plan/solution/parse-solution.ts'

/** `unreadable`: neither JSON nor YAML. `faulty`: read, but not what a plan's file may say. Sentences with line and column. */
export type LoadedPlan =
  | { kind: 'plan'; readAs: 'plan' | 'solution' | 'draft'; plan: Plan; place: FaultPlacer }
  | { kind: 'unreadable' | 'faulty'; faults: string[] }

/** Says where in the file the rules are broken. */
type FaultPlacer = (faults: readonly PlanFault[]) => PlanFault[]

/**
 * The plan in a file: a whole plan as Countersign keeps it, a plain solution (spec 000 §1), or, where there is no id at all,
 * a plan as it stands in an issue; JSON or YAML.
 */
export function loadPlan(text: string, at: string, defaultExecutor: string): LoadedPlan {
  const parsed = parsePlanText(text)
  if (!parsed.ok) return { kind: 'unreadable', faults: parsed.faults }
  const facts = makeFacts(text, at, defaultExecutor)
  const place: FaultPlacer = (faults) => placePlanFaults(faults, parsed.value, parsed.locate)
  if (isDraft(parsed.value)) {
    const draft = parseYamlPlan({ line: 1, indent: 0, content: text })
    if (draft.kind === 'faults') return { kind: 'faulty', faults: draft.faults }
    const plan = completeAnalysis(assemblePlan(draft.draft, facts), draft.draft.analysis)
    return { kind: 'plan', readAs: 'draft', plan, place }
  }
  const read = parseSolution(parsed.value, facts)
  if (read.kind === 'faults') return { kind: 'faulty', faults: renderSchemaFaults(read.faults, parsed.locate) }
  return { kind: 'plan', readAs: read.from, plan: read.plan, place }
}

function isDraft(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return 'tasks' in value && !['id', 'issue_id', 'schema_version'].some((key) => key in value)
}

/** What a file can't know. Ids of a plan without any are those of the first plan of issue 1. */
function makeFacts(text: string, at: string, defaultExecutor: string): PlanFacts {
  return {
    planId: 'SOL-ISS-001-1',
    issId: 'ISS-001',
    issueNumber: 1,
    repository: localFiles,
    createdAt: at,
    textSha256: sha256Hex(text),
    commentIds: [],
    removed: 0,
    planner: 'file',
    // Of a server's models and agents a file knows nothing.
    defaultExecutor: defaultExecutor === autoExecutor ? 'human' : defaultExecutor,
    reviewer: rulesReviewer,
  }
}
