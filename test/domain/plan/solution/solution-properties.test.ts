import { fc, test } from '../../../support/property.ts'
import { expect } from 'vitest'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { TaskDraft } from '../../../../src/domain/plan/plan-draft.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { parsePlanText } from '../../../../src/domain/plan/solution/parse-plan-text.ts'
import { parseSolution } from '../../../../src/domain/plan/solution/parse-solution.ts'
import { renderSolution } from '../../../../src/domain/plan/solution/solution-of.ts'
import { buildPlanFacts } from '../../../support/plans/build-draft.ts'

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ''),
  fc.constantFrom('[[[{{{', '*alias', '&anchor', '!tag', 'a: b', '# no', '<<', "it's", '"quoted"', 'x\u0085y\u2028z'),
)
const statement = fc.oneof(
  words,
  fc.constantFrom(
    'Unit tests pass',
    '`src/a.ts` exists',
    '`npm test` passes',
    'Run: npm test',
    'Run: make',
    'CI check `b` passes',
  ),
)

const criterion = fc.record(
  {
    statement,
    severity: fc.constantFrom('blocker', 'major', 'minor'),
    check_method: fc.constantFrom('manual_review', 'model_review'),
  },
  { requiredKeys: ['statement'] },
)

const task = fc.record(
  {
    title: words,
    action: fc.constantFrom('Create', 'Modify', 'Fix', 'Refactor', 'Add', 'Remove'),
    scope: fc.constantFrom('src/', 'src/a.ts, src/b.ts', '**'),
    description: words,
    modification_points: fc.array(fc.record({ file: fc.constantFrom('src/a.ts'), target: words, change: words }), {
      maxLength: 2,
    }),
    implementation: fc.array(words, { minLength: 1, maxLength: 3 }),
    test: fc.record({
      commands: fc.array(fc.constantFrom('npm test', 'make'), { maxLength: 2 }),
      unit: fc.array(words),
    }),
    acceptance: fc.record({
      criteria: fc.array(statement, { minLength: 1, maxLength: 4 }),
      verification: fc.array(fc.oneof(words, fc.constantFrom('Run: npm test', 'Run: make', 'Manual: look')), {
        maxLength: 4,
      }),
    }),
    acceptance_criteria: fc.array(criterion, { minLength: 1, maxLength: 4 }),
    depends_on: fc.array(fc.nat()),
    estimated_minutes: fc.integer({ min: 1, max: 4000 }),
    priority: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: ['title', 'acceptance', 'estimated_minutes'] },
)

/** Plans of legal tasks T1 … Tn, each after some of those before it. */
const plans: fc.Arbitrary<Plan> = fc.array(task, { minLength: 1, maxLength: 6 }).map((list) => {
  const tasks = list.map((part, index): TaskDraft => {
    const earlier = index === 0 ? [] : (part.depends_on ?? []).map((number) => `T${(number % index) + 1}`)
    return { ...part, id: `T${index + 1}`, depends_on: [...new Set(earlier)] }
  })
  return assemblePlan({ description: 'Anything', tasks }, buildPlanFacts())
})

function readBack(text: string): Plan {
  const parsed = parsePlanText(text)
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'))
  const read = parseSolution(parsed.value, buildPlanFacts())
  if (read.kind === 'faults') throw new Error(read.faults.map((fault) => fault.message).join('\n'))
  return read.plan
}

test.prop([plans, fc.constantFrom(undefined, 2, '\t')])('plan to JSON to plan is the identity', (plan, indent) => {
  expect(readBack(JSON.stringify(plan, null, indent))).toEqual(plan)
})

test.prop([plans])('plan to solution to plan keeps what a solution can carry', (plan) => {
  const solution = renderSolution(plan)

  const again = readBack(JSON.stringify(solution))

  expect(renderSolution(again)).toEqual(solution)
  expect(findPlanFaults(again)).toEqual(findPlanFaults(plan))
})

test.prop([plans])('statements and severities of criteria survive, those of its verification beside them', (plan) => {
  const again = readBack(JSON.stringify(renderSolution(plan)))

  for (const [index, task] of plan.tasks.entries()) {
    const before = task.acceptance_criteria.map(({ statement, severity }) => ({ statement, severity }))
    const after = again.tasks[index]?.acceptance_criteria.map(({ statement, severity }) => ({ statement, severity }))
    expect(after?.slice(0, before.length)).toEqual(before)
  }
})
