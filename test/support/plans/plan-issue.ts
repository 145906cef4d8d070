import { createOutlinePlanner } from '../../../src/adapters/agents/outline/create-outline-planner.ts'
import type { PlanRequest } from '../../../src/application/ports/roles/planner.ts'
import type { PlanAnswer } from '../../../src/domain/plan/plan-answer.ts'
import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import { defaultConfiguration } from '../../../src/domain/configuration/configuration.ts'
import { freezeText } from '../../../src/domain/text/frozen-text.ts'
import { sayToWhat } from '../../../src/domain/work/plan-life/say-to-what.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { widgets } from '../local-repository.ts'
import { buildPlanFacts } from './build-draft.ts'

/** What the outline planner answers to an issue. */
export async function askPlanner(title: string, body: string, guidance: string | null = null): Promise<PlanAnswer> {
  const frozen = { ...freezeText(title, body), author: 'ada', labels: [], at: '', by: 'ada' }
  return createOutlinePlanner().plan(buildPlanRequest({ issue: { number: 7, frozen }, guidance }))
}

/** What a planner is asked first. */
export function buildPlanRequest(given: Pick<PlanRequest, 'issue'> & Partial<PlanRequest>): PlanRequest {
  return {
    planId: 'SOL-ISS-007-1',
    guidance: null,
    findings: [],
    draft: null,
    asked: [],
    previous: null,
    configuration: defaultConfiguration,
    repository: widgets,
    commit: 'c'.repeat(40),
    runId: 'ISS-007/1',
    signal: new AbortController().signal,
    ...given,
  }
}

/** The plan of an issue that says enough, once somebody said that it was read right. */
export async function planIssue(title: string, body: string): Promise<Plan> {
  const first = await askPlanner(title, body)
  const asked = first.kind === 'needs_input' && first.reading?.certain === true ? first.reading : undefined
  const answer =
    asked === undefined
      ? first
      : await askPlanner(title, body, sayToWhat('yes', asked.id, 'ada', '2026-11-21T03:12:00Z'))
  if (answer.kind !== 'draft') throw new Error(answer.kind === 'declined' ? answer.why : answer.lacks.join('\n'))
  return assemblePlan(answer.draft, buildPlanFacts())
}

/** What the outline planner says an issue lacks. */
export async function lacksOf(title: string, body: string): Promise<string[]> {
  const answer = await askPlanner(title, body)
  return answer.kind === 'needs_input' ? answer.lacks : []
}

/** A code fence; issue texts in tests are template literals. */
export function fence(info: string, content: string): string {
  return `\`\`\`${info}\n${content}\n\`\`\``
}
