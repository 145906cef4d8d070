import { fc, test } from '../../support/property.ts'
import { expect } from 'vitest'
import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../src/domain/plan/rules/find-plan-faults.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'
import type { PlanFault } from '../../../src/domain/plan/rules/plan-fault.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import { type Plan, PlanSchema } from '../../../src/domain/plan/plan.ts'
import { buildPlanFacts, buildTaskDraft } from '../../support/plans/build-draft.ts'

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '')
const statement = fc.oneof(words, fc.constantFrom('`src/a.ts` exists', '`npm test` passes', 'CI check `build` passes'))

/** Legal tasks T1 … Tn, each after some of those before it. */
const tasks: fc.Arbitrary<TaskDraft[]> = fc
  .array(
    fc.record({
      title: words,
      statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
      days: fc.integer({ min: 1, max: 100 }),
      after: fc.array(fc.nat()),
      content: fc.option(fc.string(), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((task, index) => makeTask(task, index)))

interface RandomTask {
  title: string
  statements: string[]
  days: number
  after: number[]
  content: string | undefined
}

function makeTask({ title, statements, days, after, content }: RandomTask, index: number): TaskDraft {
  const earlier = index === 0 ? [] : after.map((number) => `T${(number % index) + 1}`)
  return {
    id: `T${index + 1}`,
    title,
    scope: 'src/',
    acceptance_criteria: statements.map((text) => ({ statement: text })),
    estimated_person_days: days / 4,
    depends_on: [...new Set(earlier)],
    ...(content === undefined ? {} : { work: [{ kind: 'file', path: `src/f${index}.ts`, content, mode: '100644' }] }),
  }
}

const draft: fc.Arbitrary<PlanDraft> = fc.record({ description: words, tasks })

function assemble(from: PlanDraft): Plan {
  return assemblePlan(from, buildPlanFacts())
}

test.prop([draft])('a plan assembled from a legal draft has no fault and fits its schema', (legal) => {
  const plan = assemble(legal)

  expect(findPlanFaults(plan)).toEqual([])
  expect(PlanSchema.parse(plan)).toEqual(plan)
})

test.prop([draft])('plan to text to plan is the identity, hash included', (legal) => {
  const plan = assemble(legal)

  const again = PlanSchema.parse(JSON.parse(JSON.stringify(plan)))

  expect(again).toEqual(plan)
  expect(hashPlan(again)).toBe(plan.hash)
})

test.prop([draft, fc.string(), fc.boolean(), fc.float({ min: 0, max: 1, noNaN: true })])(
  'what is outside the hash never changes it',
  (legal, text, bound, score) => {
    const plan = assemble(legal)
    const changed: Plan = {
      ...plan,
      id: 'SOL-ISS-999-9',
      created_at: text,
      is_bound: bound,
      score,
      planner: text,
      tasks: plan.tasks.map((task) => ({ ...task, executor: text, task_id: text, feasibility_note: text })),
      checks: [],
    }

    expect(hashPlan(changed)).toBe(plan.hash)
  },
)

test.prop([draft, fc.nat(), words, fc.constantFrom('title', 'description', 'scope')])(
  'what is inside the hash always changes it',
  (legal, at, text, field) => {
    const plan = assemble(legal)
    const index = at % plan.tasks.length
    fc.pre(plan.tasks[index]?.[field] !== text)
    const changed = { ...plan, tasks: plan.tasks.map((task, i) => (i === index ? { ...task, [field]: text } : task)) }

    expect(hashPlan(changed)).not.toBe(plan.hash)
  },
)

/** Ways to break a plan of tasks T1 … T5, and what must then be reported. */
const breakers: Record<string, { break: (list: TaskDraft[]) => void; code: PlanFault['code'] }> = {
  'no criterion': { break: ([first]) => Object.assign(first ?? {}, { acceptance_criteria: [] }), code: 'no_criterion' },
  'no title': { break: ([first]) => Object.assign(first ?? {}, { title: '' }), code: 'field_missing' },
  'no estimate': {
    break: ([, second]) => Object.assign(second ?? {}, { estimated_person_days: 0 }),
    code: 'estimate_not_positive',
  },
  dangling: { break: ([, second]) => second?.depends_on?.push('T99'), code: 'dependency_dangling' },
  itself: { break: ([, , third]) => third?.depends_on?.push('T3'), code: 'dependency_self' },
  circle: { break: ([, , , fourth]) => fourth?.depends_on?.push('T5'), code: 'dependency_circular' },
  'file set': {
    break: ([, , third]) => Object.assign(third ?? {}, { deliverable_spec: { single_file: false } }),
    code: 'file_set_unspecified',
  },
  path: {
    break: ([, second]) => Object.assign(second ?? {}, { scope: '.github/workflows/x.yml' }),
    code: 'path_not_allowed',
  },
}

test.prop([fc.subarray(Object.keys(breakers))])('faults are all found together, and only those', (chosen) => {
  const list = [1, 2, 3, 4, 5].map((n) => buildTaskDraft({ id: `T${n}`, depends_on: n === 5 ? ['T4'] : [] }))
  for (const name of chosen) breakers[name]?.break(list)

  const faults = findPlanFaults(assemble({ description: 'Broken', tasks: list }))

  expect(new Set(faults.map((fault) => fault.code))).toEqual(new Set(chosen.map((name) => breakers[name]?.code)))
})

const anyDraft = fc.record({
  description: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
  tasks: fc.array(
    fc.record({
      id: fc.oneof(fc.constantFrom('T1', 'T2', 'C1', 'G0', '__proto__', ''), fc.string()),
      title: fc.string({ unit: 'binary' }),
      scope: fc.string(),
      depends_on: fc.array(fc.constantFrom('T1', 'T2', 'G0', '__proto__', 'constructor')),
      estimated_minutes: fc.double(),
      acceptance_criteria: fc.array(fc.record({ id: fc.string(), statement: fc.string() })),
    }),
  ),
})

test.prop([anyDraft])('no draft, however faulty, makes assembling or judging throw', ({ description, tasks: list }) => {
  const plan = assemble({ tasks: list, ...(description === undefined ? {} : { description }) })

  expect(plan.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(findPlanFaults(plan)).toBeInstanceOf(Array)
})

test.prop([anyDraft])('a plan without faults always fits its schema', ({ description, tasks: list }) => {
  const plan = assemble({ tasks: list, description: description ?? 'Something' })

  if (findPlanFaults(plan).length === 0) expect(PlanSchema.parse(plan)).toEqual(plan)
})
