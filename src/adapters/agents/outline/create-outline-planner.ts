import { recordText } from '../../../domain/language/message.ts'
import type { Planner, PlanRequest } from '../../../application/ports/roles/planner.ts'
import type { PlanAnswer } from '../../../domain/plan/plan-answer.ts'
import { planFromText } from '../../../domain/plan/outline/plan-from-text.ts'
import { mergeAlike } from '../../../domain/plan/outline/words/lists/merge-alike.ts'

/**
 * The planner that needs no key: it reads the plan that an issue spells out (design 5.1) and invents
 * nothing. A plan in YAML comes first, else the issue form and task lists, else headings. The same text and guidance
 * give the same draft: findings of a review change nothing, only people do.
 */
export function createOutlinePlanner(): Planner {
  return { name: 'outline', inline: true, plan: async (request) => planIssue(request) }
}

function planIssue(request: PlanRequest): PlanAnswer {
  const { title, body } = request.issue.frozen
  const hasTests = request.configuration.run.test_commands.length > 0
  const answer = planFromText(title, body, request.guidance ?? '', hasTests, request.files)
  return answer.kind === 'needs_input' ? { ...answer, lacks: listFew(mergeAlike(answer.lacks)) } : answer
}

function listFew(lacks: readonly string[]): string[] {
  const most = 20
  return lacks.length <= most
    ? [...lacks]
    : [...lacks.slice(0, most), recordText('And {n} more like these.', { n: lacks.length - most })]
}
