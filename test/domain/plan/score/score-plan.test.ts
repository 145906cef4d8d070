import { expect, test } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import type { ScorePart } from '../../../../src/domain/plan/score-part.ts'
import { scorePlan } from '../../../../src/domain/plan/score/score-plan.ts'
import { buildCriterion, buildPlan, buildTask } from '../../../support/builders.ts'
import { linearGrowth, measureGrowth } from '../../../support/measure/measure-growth.ts'
import { planIssue } from '../../../support/plans/plan-issue.ts'

const nowhere = new Map<string, number>()

function score(plan: Plan) {
  const { score, parts } = scorePlan(plan, findPlanFaults(plan), nowhere)
  const part = (name: ScorePart['name']) => parts.find((one) => one.name === name)
  return { score, parts, part }
}

const judged = (statement: string) => buildCriterion({ statement, check_method: 'manual_review', severity: 'major' })
const taskJudgedBy = (id: string, ...statements: string[]) =>
  buildTask({ id, acceptance_criteria: statements.map((text, n) => ({ ...judged(text), id: `AC-${n + 1}` })) })

test('a plan without flaw has full marks and no reasons', () => {
  const { score: total, parts } = score(buildPlan())

  expect(total).toBe(1)
  expect(parts.map(({ name, weight, score }) => [name, weight, score])).toEqual([
    ['completeness', 0.3, 1],
    ['dependencies', 0.2, 1],
    ['testability', 0.3, 1],
    ['complexity', 0.2, 1],
  ])
  expect(parts.flatMap((part) => part.reasons)).toEqual([])
})

test('an empty field costs the task its completeness, and is named', () => {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', description: ' ', implementation: [''] })]

  expect(score(buildPlan({ tasks })).part('completeness')).toMatchObject({
    score: 0.5,
    reasons: ['T2 lacks a description, steps: fill it in'],
  })
})

test('a task without places to change or tests of its own is complete', () => {
  const tasks = [buildTask({ modification_points: [], test: { commands: [], unit: [], integration: [] } })]

  expect(score(buildPlan({ tasks })).part('completeness')?.score).toBe(1)
})

test('one illegal dependency costs the whole part', () => {
  const tasks = [buildTask({ id: 'T1', depends_on: ['T2'] }), buildTask({ id: 'T2', depends_on: ['T1'] })]

  const part = score(buildPlan({ tasks })).part('dependencies')

  expect(part?.score).toBe(0)
  expect(part?.reasons).toEqual([expect.stringContaining('these wait for each other in a circle: T1 → T2 → T1')])
})

test('vague criteria are named with the word that makes them so', () => {
  const tasks = [buildTask({ id: 'T1' }), taskJudgedBy('T2', 'Returns 401', 'Shows the name', 'works as expected')]

  expect(score(buildPlan({ tasks })).part('testability')).toMatchObject({
    score: 0.75,
    reasons: [
      'T2/AC-3 "works as expected" names nothing that can be looked at: everybody takes "works" for something else',
    ],
  })
})

test('a plan whose criteria are all vague is below 0.8', () => {
  const tasks = [taskJudgedBy('T1', 'works as expected', '功能正常'), taskJudgedBy('T2', 'Good performance')]

  expect(score(buildPlan({ tasks })).score).toBe(0.7)
})

test('more than ten reasons are counted', () => {
  const vague = Array.from({ length: 14 }, () => 'It works')

  expect(
    score(buildPlan({ tasks: [taskJudgedBy('T1', ...vague)] }))
      .part('testability')
      ?.reasons.slice(9),
  ).toEqual([expect.stringContaining('T1/AC-10'), 'and 4 more'])
})

test('an analysis that the size contradicts costs, more risk or impact than it suggests does not', () => {
  const large = Array.from({ length: 30 }, (_, n) => buildTask({ id: `T${n + 1}` }))
  const easy = score(buildPlan({ tasks: large, analysis: { risk: 'low', impact: 'low', complexity: 'medium' } }))
  const risky = score(buildPlan({ analysis: { risk: 'high', impact: 'high', complexity: 'low' } }))

  expect(easy.part('complexity')).toMatchObject({
    score: 0.5,
    reasons: [
      'complexity is medium, where 15 person-days and 30 files suggest high: say so, or check the estimates',
      'risk is low, where 15 person-days and 30 files suggest high: raise it',
      'impact is low, where 15 person-days and 30 files suggest high: raise it',
    ],
  })
  expect(risky.part('complexity')?.score).toBe(1)
})

test('one file is not called files', () => {
  const analysis = { risk: 'low', impact: 'low', complexity: 'high' } as const

  const one = score(buildPlan({ tasks: [buildTask()], analysis }))

  expect(one.part('complexity')?.reasons).toEqual([expect.stringContaining('0.5 person-days and 1 file suggest low')])
})

test('a stated estimate far from the computed one costs; an assumed one is replaced anyway', () => {
  const analysis = { risk: 'high', impact: 'high', complexity: 'high' } as const
  const stated = buildPlan({ tasks: [buildTask({ estimated_person_days: 20 })], analysis })
  const assumed = buildPlan({
    tasks: [buildTask({ estimated_person_days: 20, estimate_from: 'assumed' })],
    analysis,
  })

  expect(score(stated).part('complexity')).toMatchObject({
    score: 0.5,
    reasons: [
      'T1 states 20 person-days, 0.4 person-days computed from 1 file to create, 1 place in it: name what it touches, or change the estimate',
    ],
  })
  expect(score(assumed).part('complexity')?.score).toBe(1)
})

test('the score is made of the parts before they are rounded to be shown', () => {
  const tasks = [buildTask({ id: 'T1', description: '' }), taskJudgedBy('T2', 'It works'), buildTask({ id: 'T3' })]
  const { score: total, parts } = score(buildPlan({ tasks }))

  expect(parts.map((part) => part.score)).toEqual([0.67, 1, 0.67, 1])
  expect(total).toBe(0.8)
})

test('0.795 is not 0.80: a score is rounded down', () => {
  const analysis = { risk: 'low', impact: 'low', complexity: 'low' } as const
  const vague = Array.from({ length: 20 }, (_, n) => (n < 7 ? `Answers ${401 + n}` : 'It works'))

  expect(score(buildPlan({ tasks: [taskJudgedBy('T1', ...vague)], analysis })).score).toBe(0.8)
  expect(score(buildPlan({ tasks: [taskJudgedBy('T1', ...vague.slice(1), 'It works')], analysis })).score).toBe(0.79)
})

test.each([
  ['Add a page for errors', 'Add a page for errors'],
  ['Add a page for errors', 'The **page** for `errors` is added.', false],
  ['Return 401 for expired tokens', 'return 401 for expired tokens is done!'],
  ['Return 401 for expired tokens', 'Expired tokens return 401', false],
  ['添加登录页面', '添加登录页面已完成。'],
])('%s, judged by "%s": counts half where it says no more than the title', (title, statement, restates = true) => {
  const task = { ...taskJudgedBy('T1', statement), title }

  expect(score(buildPlan({ tasks: [task] })).part('testability')).toMatchObject(
    restates
      ? { score: 0.5, reasons: [`T1/AC-1 "${statement}" repeats the title: say how somebody can tell that it is done`] }
      : { score: 0.9, reasons: ['no criterion is checked by a machine, so each is what a person takes it for'] },
  )
})

test('what a person judges alone is not testable in full, and one machine among them is enough', () => {
  const judged = taskJudgedBy('T1', 'Answers 401', 'Answers 403')

  expect(score(buildPlan({ tasks: [judged] })).part('testability')?.score).toBe(0.9)
  expect(score(buildPlan({ tasks: [judged, buildTask({ id: 'T2' })] })).part('testability')?.score).toBe(1)
  expect(score(buildPlan({ tasks: [taskJudgedBy('T1', 'It works', 'Answers 403')] })).part('testability')?.score).toBe(
    0.5,
  )
})

test('a machine may check what the title says', () => {
  const task = buildTask({ title: '`src/task-1.ts` exists' })

  expect(score(buildPlan({ tasks: [task] })).part('testability')?.score).toBe(1)
})

test('a plan without tasks, or with values nobody allows, still has a score', () => {
  const analysis = { risk: 'none', impact: 'none', complexity: 'none' } as unknown as Plan['analysis']

  for (const plan of [buildPlan({ tasks: [] }), buildPlan({ analysis })]) {
    for (const part of score(plan).parts) {
      expect(part.score).toBeGreaterThanOrEqual(0)
      expect(part.score).toBeLessThanOrEqual(1)
    }
  }
})

const issues = {
  order: `## Tasks

- [ ] T1: Read the file in \`src/read.js\` (2h, @ada)
- [ ] T2: Check it in \`src/check.js\` (0.5 d) after T1
- [ ] T3: Describe both in \`docs/reading.md\`
  - after T1 and T2
  - Acceptance: The page explains both with an example each`,
  criteria: `- [ ] T1: Write the schema in \`schema/user.json\`
  - Acceptance:
    - \`schema/user.json\` exists
    - \`schema/user.json\` parses
    - \`node --test\` passes
    - The names are those that support uses (minor)`,
  whole: `- [ ] T1: Parse durations in \`src/parse.js\`
- [ ] T2: Print durations in \`src/print.js\`

## Acceptance

- [ ] \`src/parse.js\` contains \`export\`
- [ ] T2: A person understands the output
- [ ] Both round the same way (T1, T2)`,
  spelled: `- [ ] T1: Say hello in \`hello.sh\`

\`\`\`sh path=hello.sh mode=755
#!/bin/sh
cat greeting.txt
\`\`\``,
  plain: 'Tokens that have expired are still accepted.\n\n## Acceptance\n\n- [ ] An expired token is refused with 401',
}

test.each(Object.entries(issues))('a good issue like %s is planned with 0.9 or more', async (_, body) => {
  const plan = await planIssue('Refuse expired tokens', body)

  const { score: total, parts } = score(plan)

  expect(total, JSON.stringify(parts)).toBeGreaterThanOrEqual(0.9)
})

test('the time of a score grows with the tasks, not faster', () => {
  const tasks = Array.from({ length: 20_000 }, (_, n) => taskJudgedBy(`T${n + 1}`, `Part ${n} returns ${n}`))
  const plan = buildPlan()
  const scoreFirst = (count: number) => scorePlan({ ...plan, tasks: tasks.slice(0, count) }, [], nowhere)

  expect(measureGrowth(5_000, String, (count) => scoreFirst(Number(count)))).toBeLessThan(linearGrowth)
})
