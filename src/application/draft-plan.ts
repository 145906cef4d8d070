import { assemblePlan } from '../domain/assemble-plan.ts'
import type { Configuration } from '../domain/configuration.ts'
import { findPlanFaults } from '../domain/find-plan-faults.ts'
import type { IssRecord } from '../domain/iss-record.ts'
import type { WorkEvent } from '../domain/work/work-event.ts'
import type { Planner } from './ports/planner.ts'

/** Asks the planner, fills its draft and holds it against the rules; the answer is an event either way. */
export async function draftPlan(
  planner: Planner,
  input: {
    record: IssRecord
    planId: string
    guidance: string | null
    configuration: Configuration
    op: string
    at: string
  },
): Promise<WorkEvent> {
  const { record, planId, configuration, op, at } = input
  const request = { planId, issue: record, guidance: input.guidance, configuration, findings: [], previous: null }
  const answer = await planner.plan(request)
  if (answer.kind === 'declined') return { key: `op:${op}`, at, kind: 'plan_needs_input', op, lacks: [answer.why] }
  if (answer.kind === 'needs_input') return { key: `op:${op}`, at, kind: 'plan_needs_input', op, lacks: answer.lacks }
  const plan = assemblePlan(answer.draft, {
    planId,
    issId: record.id,
    issueNumber: record.number,
    repository: record.repository,
    createdAt: at,
    textSha256: record.frozen.sha256,
    commentIds: record.comment_ids,
    removed: record.frozen.removed,
    planner: planner.name,
    defaultExecutor: configuration.run.default_executor,
    reviewer: 'rules',
  })
  return { key: `op:${op}`, at, kind: 'plan_drafted', op, plan, faults: findPlanFaults(plan) }
}
