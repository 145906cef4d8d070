import type { PlanFacts } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'

/** What `assemblePlan` is told besides the draft. */
export function buildPlanFacts(overrides: Partial<PlanFacts> = {}): PlanFacts {
  return {
    planId: 'SOL-ISS-007-1',
    issId: 'ISS-007',
    issueNumber: 7,
    repository: 'octo/greeter',
    createdAt: '2026-11-21T03:12:00Z',
    textSha256: 'a'.repeat(64),
    commentIds: [],
    removed: 0,
    planner: 'outline',
    defaultExecutor: 'human',
    reviewer: 'rules',
    ...overrides,
  }
}

/** A task without fault that writes a file of its own. */
export function buildTaskDraft(overrides: Partial<TaskDraft> = {}): TaskDraft {
  const id = overrides.id ?? 'T1'
  return {
    id,
    title: `Write part ${id}`,
    scope: `src/${id}.ts`,
    acceptance_criteria: [{ statement: `\`src/${id}.ts\` exists` }],
    estimated_person_days: 0.5,
    ...overrides,
  }
}

export function buildPlanDraft(overrides: Partial<PlanDraft> = {}): PlanDraft {
  return { description: 'Greet people', tasks: [buildTaskDraft()], ...overrides }
}
