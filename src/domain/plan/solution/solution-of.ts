import { assembleCriteria } from '../assemble/assemble-criteria.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'

/** The plan as the plain solution JSON of spec 000 §1: exactly its keys, in its order. `parseSolution` reads it back. */
export function renderSolution(plan: Plan): object {
  return {
    id: plan.id,
    issue_id: plan.issue_id,
    description: plan.description,
    strategy_type: plan.strategy_type,
    created_at: plan.created_at,
    tasks: plan.tasks.map((task) => renderTask(task)),
    exploration_context: plan.exploration_context,
    analysis: plan.analysis,
    score: plan.score,
    is_bound: plan.is_bound,
  }
}

function renderTask(task: Task): object {
  return {
    id: task.id,
    title: task.title,
    action: task.action,
    scope: task.scope,
    description: task.description,
    modification_points: task.modification_points,
    implementation: task.implementation,
    test: task.test,
    acceptance: { criteria: renderCriteria(task), verification: task.acceptance.verification },
    depends_on: task.depends_on,
    estimated_minutes: task.estimated_minutes,
    priority: task.priority,
  }
}

/**
 * The statements, with the severity behind where their words alone would be read with another. Those at the end that
 * came from a `Run: …` of the verification are left out: reading it brings them back.
 */
function renderCriteria(task: Task): string[] {
  const { verification } = task.acceptance
  const read = (criteria: string[], steps: string[] = []) =>
    assembleCriteria({ ...nameless, test: task.test, acceptance: { criteria, verification: steps } })
  const stated = task.acceptance_criteria.map(({ statement, severity }) => {
    const [again] = read([statement])
    return again?.statement === statement && again.severity === severity ? statement : `${statement} (${severity})`
  })
  const steps = new Set(verification)
  const all = JSON.stringify(read(stated, verification))
  const ownLength = stated.findLastIndex((statement) => !steps.has(statement)) + 1
  for (let length = Math.max(1, ownLength); length < stated.length; length += 1) {
    const shorter = stated.slice(0, length)
    if (JSON.stringify(read(shorter, verification)) === all) return shorter
  }
  return stated
}

const nameless = { id: '', title: '' }
