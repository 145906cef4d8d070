import type { PlanAnswer, Planner, PlanRequest } from '../../../application/ports/planner.ts'
import { planFromOutline } from './plan-from-outline.ts'
import { planFromYaml } from './plan-from-yaml.ts'

/**
 * The planner that needs no key: it reads the plan that an issue spells out (design 5 "Outline planner") and invents
 * nothing. A plan in YAML comes first, else the issue form and task lists, else headings.
 */
export function createOutlinePlanner(): Planner {
  return { name: 'outline', inline: true, plan: async (request) => planIssue(request) }
}

function planIssue(request: PlanRequest): PlanAnswer {
  const { frozen } = request.issue
  const answer = planFromYaml(frozen.title, frozen.body) ?? planFromOutline(frozen.title, frozen.body)
  const most = request.configuration.plan.max_leaves
  if (answer.kind === 'needs_input') return { kind: 'needs_input', lacks: shorten(answer.lacks) }
  if (answer.kind === 'declined' || answer.draft.tasks.length <= most) return answer
  const message = `The issue has ${answer.draft.tasks.length} tasks; a plan may have ${most}. Split it into several issues.`
  return { kind: 'needs_input', lacks: [message] }
}

function shorten(lacks: readonly string[]): string[] {
  const most = 20
  return lacks.length <= most ? [...lacks] : [...lacks.slice(0, most), `And ${lacks.length - most} more like these.`]
}
