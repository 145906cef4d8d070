import { readFileSync } from 'node:fs'
import { planFromText } from '../../../src/domain/plan/outline/plan-from-text.ts'
import { scopePaths } from '../../../src/domain/plan/assemble/assemble-deliverable.ts'
import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import { defaultConfiguration } from '../../../src/domain/configuration/configuration.ts'
import { findPlanFaults } from '../../../src/domain/plan/rules/find-plan-faults.ts'
import { freezeText } from '../../../src/domain/text/frozen-text.ts'
import { checkFeasibility } from '../../../src/domain/plan/estimate/check-feasibility.ts'
import { scorePlan } from '../../../src/domain/plan/score/score-plan.ts'
import { withoutTestPaths } from '../../../src/domain/paths/test-paths.ts'
import { buildPlanFacts } from './build-draft.ts'

/** An issue as a large project's form or template gives it, and what a maintainer would have made of it. */
export interface WrittenIssue {
  kind: string
  title: string
  body: string
  gives: Outcome['gives']
  tasks: number
  criteria: string[]
  scope: string
  /** Words of the question. */
  asks: string
}

/** What planning makes of an issue. */
export interface Outcome {
  /** `reading`: a question with the plan in it; `refused`: a plan that breaks a rule or doesn't reach the score. */
  gives: 'plan' | 'reading' | 'refused' | 'question' | 'declined'
  tasks: number
  criteria: string[]
  scope: string
  says: string
  notes: readonly string[]
}

export const writtenPages = ['bugs', 'requests', 'others', 'languages', 'set-aside'] as const

/** The issues of a page of `test/fixtures/forms`: `=== kind`, what it should give, `---`, title and body. */
export function readWrittenIssues(page: (typeof writtenPages)[number]): WrittenIssue[] {
  const text = readFileSync(new URL(`../../fixtures/forms/${page}.md`, import.meta.url), 'utf8')
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => parseWritten(part))
}

function parseWritten(part: string): WrittenIssue {
  const at = part.indexOf('\n---\n')
  const [kind = '', ...facts] = part.slice(0, at).split('\n')
  const [title = '', ...body] = part.slice(at + '\n---\n'.length).split('\n')
  const all = (name: string) =>
    facts.filter((fact) => fact.startsWith(`${name}: `)).map((fact) => fact.slice(name.length + 2))
  return {
    kind,
    title: title.slice('# '.length),
    body: body.join('\n').trim(),
    gives: all('gives')[0] as Outcome['gives'],
    tasks: Number(all('tasks')[0] ?? 1),
    criteria: all('criterion'),
    scope: all('scope')[0] ?? '',
    asks: all('asks')[0] ?? '',
  }
}

/** What comes of an issue at once, with everything at its default and no file in the repository. */
export function planWritten(title: string, body: string, guidance = ''): Outcome {
  const frozen = freezeText(title, body)
  const answer = planFromText(frozen.title, frozen.body, guidance)
  const none = { tasks: 0, criteria: [], scope: '', notes: [] }
  if (answer.kind === 'needs_input' && answer.reading?.certain === true) {
    const { criteria, paths } = answer.reading
    const statements = criteria.map(({ text }) => text)
    const scope = withoutTestPaths(paths).join(', ')
    return { gives: 'reading', ...none, tasks: 1, criteria: statements, scope, says: answer.reading.id }
  }
  if (answer.kind === 'needs_input') {
    const { criteria = [], told = [] } = answer.reading ?? {}
    const candidates = [...criteria, ...told].map(({ text }) => text)
    return { gives: 'question', ...none, criteria: candidates, says: answer.lacks.join(' ') }
  }
  if (answer.kind === 'declined') return { gives: 'declined', ...none, says: answer.why }
  const plan = assemblePlan(answer.draft, buildPlanFacts())
  const sizes = new Map<string, number>()
  const faults = findPlanFaults(plan)
  const { score, parts } = scorePlan(checkFeasibility(plan, sizes, 10).plan, faults, sizes)
  const isOffered = faults.length === 0 && score >= defaultConfiguration.plan.min_score
  const scope = plan.tasks.flatMap((task) => withoutTestPaths(scopePaths(task.scope))).filter((path) => path !== '**')
  return {
    gives: isOffered ? 'plan' : 'refused',
    tasks: plan.tasks.length,
    criteria: plan.tasks
      .flatMap((task) => task.acceptance_criteria)
      .filter((one) => one.check_method !== 'static_check')
      .map(({ statement }) => statement),
    scope: [...new Set(scope)].join(', '),
    says: isOffered
      ? ''
      : [...faults.map(({ message }) => message), ...parts.flatMap(({ reasons }) => reasons)].join(' '),
    notes: plan.notes,
  }
}
