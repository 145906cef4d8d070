import { expect, test } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { parseSolution } from '../../../../src/domain/plan/solution/parse-solution.ts'
import { renderSolution } from '../../../../src/domain/plan/solution/solution-of.ts'
import { buildPlanFacts } from '../../../support/plans/build-draft.ts'
import { buildPlan } from '../../../support/builders.ts'
import { leastSolution, specSolution } from '../../../support/plans/spec-solution.ts'

function read(value: unknown): Plan {
  const parsed = parseSolution(value, buildPlanFacts())
  if (parsed.kind === 'faults') throw new Error(parsed.faults.map((fault) => fault.message).join('\n'))
  return parsed.plan
}

function listFaults(value: unknown): string[] {
  const parsed = parseSolution(value, buildPlanFacts())
  return parsed.kind === 'faults' ? parsed.faults.map((fault) => fault.message) : []
}

test('the example of spec 000 becomes a plan without faults', () => {
  const plan = read(specSolution)

  expect(findPlanFaults(plan)).toEqual([])
  expect(plan).toMatchObject({ id: 'SOL-ISS-001-1', issue_id: 'ISS-001', score: 0.95, is_bound: true })
})

test('and is printed again as it was', () => {
  expect(renderSolution(read(specSolution))).toEqual(specSolution)
})

test('what spec 003 wants is filled in', () => {
  const [task] = read(specSolution).tasks

  expect(task?.deliverable_spec).toMatchObject({ output_dir: 'src/config/', filename: 'auth.ts', single_file: true })
  expect(task?.estimated_person_days).toBe(15 / 480)
  expect(task?.executor).toBe('human')
  expect(
    task?.acceptance_criteria.map(({ statement, check_method, command }) => [statement, check_method, command]),
  ).toEqual([
    ['Unit tests pass', 'run_smoke_test', 'npm test -- auth.config.test.ts'],
    ['Token TTL is correctly set', 'manual_review', undefined],
    ['No breaking changes to API', 'manual_review', undefined],
    ['Run: npm test', 'run_smoke_test', 'npm test'],
  ])
})

test('there is one CHECK for the task, a root goal and its edge', () => {
  const plan = read(specSolution)

  expect(plan.checks.map(({ id, reviewer }) => [id, reviewer])).toEqual([['C1', 'rules']])
  expect(plan.checks[0]?.review_target_task_id).toBe(plan.tasks[0]?.task_id)
  expect(plan.goals.map(({ id }) => id)).toEqual(['G0'])
  expect(plan.edges).toEqual([{ type: 'DECOMPOSE', from: 'G0', to: 'T1' }])
})

test('the notes name each default that was used', () => {
  expect(read(leastSolution).notes).toEqual([
    'What is delivered is taken from the places to change, else the scope: T1.',
    'How criteria are checked is read from their words: T1.',
    'Without an estimate, 0.5 person-days are assumed: T1.',
    'Names nobody, so it goes to human: T1.',
    "The plan's size stands in where risk, impact or complexity are not given.",
    'The solution names no CHECKs: each task has one, done by rules.',
  ])
})

test('what is said is not filled in', () => {
  const [task] = leastSolution.tasks
  const whole = {
    ...leastSolution,
    analysis: { risk: 'low', impact: 'low', complexity: 'low' },
    checks: [{ id: 'C1', target: 'T1', reviewer: '@ada' }],
    tasks: [
      {
        ...task,
        estimated_minutes: 60,
        executor: '@grace',
        deliverable_spec: { filename: 'a.ts', output_dir: 'src/' },
        acceptance_criteria: [{ statement: 'Sessions last a day', check_method: 'manual_review' }],
      },
    ],
  }

  const plan = read(whole)

  expect(plan.notes).toEqual([])
  expect(plan.checks[0]?.reviewer).toBe('@ada')
  expect(plan.tasks[0]).toMatchObject({ executor: '@grace', estimate_from: 'plan' })
})

test('where many tasks leave something out, the note counts them', () => {
  const tasks = Array.from({ length: 12 }, (_, index) => ({ ...leastSolution.tasks[0], id: `T${index + 1}` }))

  const [note] = read({ ...leastSolution, tasks }).notes

  expect(note).toContain('T1, T2, T3, T4, T5, T6, T7, T8 and 4 more')
})

test('all that is wrong is named at once, with its path and what was seen', () => {
  const faults = listFaults({
    ...specSolution,
    issue_id: 7,
    descripton: 'slip',
    analysis: { risk: 'huge' },
    score: 2,
    tasks: [{ id: 'T1', title: 5, action: 'Rewrite', implementaton: [], acceptance: { criteria: [] } }],
  })

  expect(faults.toSorted()).toEqual([
    "`acceptance.criteria` of T1 is a list; it must be at least 1 entries long; write `` criteria: ['`src/a.js` exists'] ``",
    '`action` of T1 is `"Rewrite"`; it may be `Create`, `Modify`, `Fix`, `Refactor`, `Add`, `Remove`',
    '`analysis.risk` is `"huge"`; it may be `low`, `medium`, `high`',
    '`descripton` is not known here; did you mean `description`?',
    '`implementation` of T1 is missing; it must be a list; write `implementation: [A step, another]`',
    '`implementaton` of T1 is not known here; did you mean `implementation`?',
    '`issue_id` is `7`; it must be text',
    '`score` is `2`; it may be at most 1',
    '`title` of T1 is `5`; it must be text; write `title: What is done`',
  ])
})

test.each([
  ['a list', [], 'the whole is a list; it must be a mapping'],
  ['a text', 'plan', 'the whole is `"plan"`; it must be a mapping'],
  ['nothing', null, 'the whole is `null`; it must be a mapping'],
  ['a number', 3, 'the whole is `3`; it must be a mapping'],
])('%s is no solution', (_name, value, message) => {
  expect(listFaults(value)).toEqual([message])
})

test('an id of another issue is a fault', () => {
  expect(listFaults({ ...leastSolution, id: 'SOL-ISS-002-1' })).toEqual([
    '`id` is `SOL-ISS-002-1`; it must be SOL-ISS-001- and a number, after `issue_id`',
  ])
})

test('criteria that are given twice must say the same', () => {
  const [task] = leastSolution.tasks
  const twice = { ...task, acceptance_criteria: [{ statement: 'Sessions last a week' }] }

  expect(listFaults({ ...leastSolution, tasks: [twice] })).toEqual([
    '`acceptance.criteria` of T1 must repeat the statements of `acceptance_criteria`',
  ])
})

test('an unknown key inside a work item is named too', () => {
  const [task] = leastSolution.tasks
  const work = [{ kind: 'run', command: 'make', comand: 'make' }]

  expect(listFaults({ ...leastSolution, tasks: [{ ...task, work }] })).toEqual([
    '`work[0].comand` of T1 is not known here',
  ])
})

test('a whole plan stays as it is', () => {
  const plan = buildPlan()

  expect(parseSolution(JSON.parse(JSON.stringify(plan)), buildPlanFacts())).toEqual({
    kind: 'plan',
    from: 'plan',
    plan,
  })
})

test('a whole plan of a newer schema is refused', () => {
  expect(listFaults({ ...buildPlan(), schema_version: 2 })).toEqual(['`schema_version` is `2`; it may be `1`'])
})

test.each([specSolution, buildPlan()])('the key that editors want is left out', (value) => {
  expect(listFaults({ $schema: '../schemas/solution.schema.json', ...value })).toEqual([])
})
