import { assemblePlan, type PlanFacts } from '../assemble/assemble-plan.ts'
import { listSchemaFaults, type SchemaFault } from '../../text/find-schema-faults.ts'
import { showRightLines } from '../rules/plan-line-examples.ts'
import { type Plan, PlanSchema } from '../plan.ts'
import { completeAnalysis } from './complete-analysis.ts'
import { draftOfSolution } from './draft-of-solution.ts'
import { type Solution, SolutionSchema } from './solution-schema.ts'

/** `from` says which of the two forms the file has: our whole plan, or the plain solution of spec 000 §1. */
export type ParsedSolution =
  | { kind: 'plan'; from: 'plan' | 'solution'; plan: Plan }
  | { kind: 'faults'; faults: SchemaFault[] }

/**
 * The plan of a plain solution (spec 000 §1), filled up with the defaults that its `notes` name, or of a whole plan as
 * Countersign keeps it (`schema_version: 1`), which stays as it is. Ids and times in the value win over `facts`. All
 * faults at once, each with its path and what was seen; those of the plan's own rules are for `findPlanFaults`.
 */
export function parseSolution(value: unknown, facts: PlanFacts): ParsedSolution {
  const given = withoutEditorKey(value)
  if (typeof given === 'object' && given !== null && 'schema_version' in given) {
    const faults = listSchemaFaults(PlanSchema, given)
    return faults.length > 0
      ? { kind: 'faults', faults }
      : { kind: 'plan', from: 'plan', plan: PlanSchema.parse(given) }
  }
  const wrong = listSchemaFaults(SolutionSchema, given)
  if (wrong.length > 0) return { kind: 'faults', faults: showRightLines(wrong, given) }
  const solution = SolutionSchema.parse(given)
  const faults = findDisagreements(solution)
  return faults.length > 0
    ? { kind: 'faults', faults }
    : { kind: 'plan', from: 'solution', plan: completeSolution(solution, facts) }
}

function completeSolution(solution: Solution, facts: PlanFacts): Plan {
  const plan = assemblePlan(draftOfSolution(solution, facts), {
    ...facts,
    planId: solution.id,
    issId: solution.issue_id,
    issueNumber: Math.max(1, Number(solution.issue_id.slice('ISS-'.length))),
    createdAt: solution.created_at ?? facts.createdAt,
  })
  const analysed = completeAnalysis(plan, solution.analysis)
  return { ...analysed, score: solution.score ?? null, is_bound: solution.is_bound ?? false }
}

/** `$schema` is for editors. */
function withoutEditorKey(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('$schema' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema'))
}

/** What is said twice must be said alike. */
function findDisagreements(solution: Solution): SchemaFault[] {
  const faults: SchemaFault[] = []
  if (!solution.id.startsWith(`SOL-${solution.issue_id}-`)) {
    const message = `\`id\` is \`${solution.id}\`; it must be SOL-${solution.issue_id}- and a number, after \`issue_id\``
    faults.push({ path: ['id'], on: 'value', message })
  }
  for (const [index, task] of solution.tasks.entries()) {
    if (task.acceptance_criteria === undefined) continue
    const statements = task.acceptance_criteria.map((criterion) => criterion.statement)
    if (JSON.stringify(statements) === JSON.stringify(task.acceptance.criteria)) continue
    const path = ['tasks', index, 'acceptance', 'criteria']
    const message = `\`acceptance.criteria\` of ${task.id} must repeat the statements of \`acceptance_criteria\``
    faults.push({ path, on: 'value', message })
  }
  return faults
}
