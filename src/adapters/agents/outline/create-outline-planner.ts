import type { PlanAnswer, Planner, PlanRequest } from '../../../application/ports/planner.ts'
import { finishPlan } from './finish-plan.ts'
import { readGuidance } from './read-guidance.ts'
import { sketchFromOutline } from './sketch-from-outline.ts'
import { sketchFromYaml } from './sketch-from-yaml.ts'
import { tellOnce } from './tell-once.ts'

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
  const answer = planFromText(title, body, request.guidance ?? '', request.configuration.run.test_commands.length > 0)
  return answer.kind === 'needs_input' ? { kind: 'needs_input', lacks: shorten(tellOnce(answer.lacks)) } : answer
}

/** The plan that an issue's text spells out, changed as guidance says. `hasTests`: the repository names commands that test it. */
export function planFromText(title: string, body: string, guidance: string, hasTests = false): PlanAnswer {
  const sketch = sketchFromYaml(title, body) ?? sketchFromOutline(title, body)
  if (sketch.kind === 'needs_input') return sketch
  const known = new Set(sketch.tasks.map((task) => task.id))
  const read = guidance.trim() === '' ? null : readGuidance(guidance, known, sketch.lineCount)
  return finishPlan(sketch, read, hasTests)
}

function shorten(lacks: readonly string[]): string[] {
  const most = 20
  return lacks.length <= most ? [...lacks] : [...lacks.slice(0, most), `And ${lacks.length - most} more like these.`]
}
