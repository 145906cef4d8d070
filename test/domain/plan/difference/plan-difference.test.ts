import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { describeVerification } from '../../../../src/domain/plan/assemble/assemble-task.ts'
import { hashPlan } from '../../../../src/domain/plan/plan-hash.ts'
import { compareAssignees, comparePlans } from '../../../../src/domain/plan/difference/plan-difference.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { buildCriterion, buildPlan, buildTask } from '../../../support/builders.ts'
import { planArbitrary } from '../../../support/gate/gate-arbitraries.ts'

const t1 = buildTask({ id: 'T1' })
const before = buildPlan({ tasks: [t1] })
const with1 = (change: Partial<Plan['tasks'][number]>) => buildPlan({ tasks: [{ ...t1, ...change }] })

test.each<[string, Plan, string]>([
  ['title', with1({ title: 'Other' }), 'title'],
  ['scope', with1({ scope: 'docs/' }), 'may write'],
  ['estimate', with1({ estimated_person_days: 3 }), 'estimate'],
  ['tests', with1({ test: { commands: ['make'], unit: [], integration: [] } }), 'tests'],
  ['steps', with1({ implementation: ['another way'] }), 'steps'],
  ['work', with1({ work: [{ kind: 'run', command: 'make' }] }), 'work'],
  ['criteria', with1({ acceptance_criteria: [buildCriterion({ severity: 'minor' })] }), 'AC-1'],
  ['description', buildPlan({ tasks: [t1], description: 'Other' }), 'description'],
])('another %s is named', (_of, after, what) => {
  expect(comparePlans(before, after)).toContainEqual(expect.objectContaining({ what }))
})

test('another title is told once, though description, steps and deliverable repeat it where nothing else is said', () => {
  const named = (title: string) => {
    const deliverable_spec = { ...t1.deliverable_spec, description: title }
    return buildPlan({ tasks: [{ ...t1, title, description: title, implementation: [title], deliverable_spec }] })
  }

  const changes = comparePlans(named('Types'), named('Types for `index.d.ts`'))

  expect(changes.map(({ what }) => what)).toEqual(['title'])
})

/** One task whose criteria are these, with the verification that follows from them, and all of it asked by the issue. */
function judgedBy(...statements: string[]): Plan {
  const acceptance_criteria = statements.map((statement, index) => buildCriterion({ id: `AC-${index + 1}`, statement }))
  const verification = acceptance_criteria.map((criterion) => describeVerification(criterion))
  const plan = buildPlan({
    tasks: [{ ...t1, acceptance_criteria, acceptance: { criteria: statements, verification } }],
  })
  const last = `T1/AC-${statements.length}`
  for (const goal of plan.goals)
    goal.root_acceptance_criteria = [{ id: 'RC-1', statement: 'It holds', source_line: 3, covered_by: [last] }]
  return plan
}

test('a criterion put in front of others is one added, though all have another number then', () => {
  const [from, to] = [judgedBy('It parses', 'It prints'), judgedBy('It reads', 'It parses', 'It prints')]

  expect(comparePlans(from, to)).toEqual([
    { kind: 'added', task: 'T1', what: 'AC-1', before: null, after: expect.stringContaining('It reads') },
  ])
  expect(comparePlans(to, from)).toEqual([
    { kind: 'removed', task: 'T1', what: 'AC-1', before: expect.stringContaining('It reads'), after: null },
  ])
})

test('criteria that only change places are told by their numbers', () => {
  const changes = comparePlans(judgedBy('It parses', 'It prints'), judgedBy('It prints', 'It parses'))

  expect(changes.filter(({ task }) => task === 'T1').map(({ kind, what }) => [kind, what])).toEqual([
    ['changed', 'AC-1'],
    ['changed', 'AC-2'],
  ])
})

test('tasks that came and went are named with their titles', () => {
  const after = buildPlan({ tasks: [buildTask({ id: 'T2', title: 'New' })] })

  expect(comparePlans(before, after)).toEqual(
    expect.arrayContaining([
      { kind: 'removed', task: 'T1', what: 'task', before: t1.title, after: null },
      { kind: 'added', task: 'T2', what: 'task', before: null, after: 'New' },
    ]),
  )
})

test('of long texts the part is shown where they differ', () => {
  const text = 'the same words, '.repeat(100)
  const [change] = comparePlans(
    buildPlan({ tasks: [t1], description: `${text}old` }),
    buildPlan({ tasks: [t1], description: `${text}new` }),
  )

  expect(change?.before).toMatch(/^….*old$/)
  expect(change?.after).toMatch(/^….*new$/)
})

test('who does it is nothing a reader approves, and named beside it', () => {
  const after = with1({ executor: '@bo' })

  expect(comparePlans(before, after)).toEqual([])
  expect(compareAssignees(before, after)).toEqual([
    { kind: 'changed', task: 'T1', what: 'done by', before: 'codex', after: '@bo' },
  ])
})

test('a difference is said in words, without JSON and names of the schema', () => {
  const script = { kind: 'run', command: 'make' } as const
  const file = { kind: 'file', path: 'a.txt', content: 'a\nb', mode: '100644' } as const
  const schema = { check: 'schema', statement: 'It fits', target: 'a.json' } as const
  const from = {
    ...t1,
    scope: '**',
    work: [file],
    acceptance_criteria: [buildCriterion({ ...schema, schema: { type: 'object' } })],
  }
  const to = { ...from, scope: 'a/', work: [{ ...file, content: 'c\nd' }, script] }
  to.acceptance_criteria = [buildCriterion({ ...schema, schema: { type: 'array' } })]

  const changes = comparePlans(buildPlan({ tasks: [from] }), buildPlan({ tasks: [to] }))

  expect(changes.map(({ what, before: was, after: is }) => [what, was, is])).toEqual([
    ['may write', 'any file', 'a/'],
    ['work', 'writes a.txt (2 lines)', 'writes a.txt (2 lines)\nruns make'],
    [
      'AC-1',
      'It fits (blocker, a.json fits its JSON Schema)',
      'It fits (blocker, a.json fits its JSON Schema), in other details',
    ],
  ])
})

property.prop([planArbitrary, planArbitrary, fc.boolean()])(
  'there is a difference exactly where the hashes differ',
  (one, other, same) => {
    const after = same ? { ...structuredClone(one), created_at: '2027-01-01T00:00:00Z', score: 0.5 } : other

    expect(comparePlans(one, after).length === 0).toBe(hashPlan(one) === hashPlan(after))
  },
)
