import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { sha256Hex } from '../../../src/domain/text/sha256.ts'
import { taskId } from '../../../src/domain/plan/task-id.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../support/plans/build-draft.ts'

const plan = assemblePlan(
  buildPlanDraft({
    tasks: [
      buildTaskDraft({ work: [{ kind: 'file', path: 'src/T1.ts', content: 'a', mode: '100644' }] }),
      buildTaskDraft({ id: 'T2', depends_on: ['T1'], work: [{ kind: 'run', command: 'npm test' }] }),
    ],
    root_criteria: [{ statement: 'It greets', source_line: 3, covered_by: ['T1/AC-1'] }],
  }),
  buildPlanFacts(),
)

function changeFirstTask(change: Partial<Plan['tasks'][number]>): Plan {
  return { ...plan, tasks: plan.tasks.map((task, index) => (index === 0 ? { ...task, ...change } : task)) }
}

test('a plan carries its own hash', () => {
  expect(plan.hash).toBe(hashPlan(plan))
  expect(plan.hash).toMatch(/^[0-9a-f]{64}$/)
})

test.each<[string, Plan]>([
  ['the description', { ...plan, description: 'Something else' }],
  ['a title', changeFirstTask({ title: 'Other' })],
  ['a scope', changeFirstTask({ scope: 'docs/' })],
  ['a criterion', changeFirstTask({ acceptance_criteria: [] })],
  ['a dependency', changeFirstTask({ depends_on: ['T2'] })],
  [
    'a deliverable',
    changeFirstTask({ deliverable_spec: { ...(plan.tasks[0] ?? never()).deliverable_spec, filename: 'x' } }),
  ],
  [
    'one letter of a file',
    changeFirstTask({ work: [{ kind: 'file', path: 'src/T1.ts', content: 'b', mode: '100644' }] }),
  ],
  [
    'a file made executable',
    changeFirstTask({ work: [{ kind: 'file', path: 'src/T1.ts', content: 'a', mode: '100755' }] }),
  ],
  ['how its deliverable is looked for', changeFirstTask({ delivery_check: 'some' })],
  ['an estimate', changeFirstTask({ estimated_person_days: 2 })],
  ['a task less', { ...plan, tasks: plan.tasks.slice(0, 1) }],
])('%s changes the hash', (_name, changed) => {
  expect(hashPlan(changed)).not.toBe(plan.hash)
})

test.each<[string, Plan]>([
  ['the plan id', { ...plan, id: 'SOL-ISS-007-2' }],
  ['the time', { ...plan, created_at: '2030-01-01T00:00:00Z' }],
  ['the score', { ...plan, score: 0.9 }],
  ['is_bound', { ...plan, is_bound: true }],
  ['an executor', changeFirstTask({ executor: '@ada' })],
  ['a task id', changeFirstTask({ task_id: taskId('a/b', 'p', 'T1') })],
  ['what feasibility says', changeFirstTask({ one_shot_pass: true, feasibility_note: 'small' })],
  ['the notes', { ...plan, notes: ['read me'] }],
])('%s is outside the hash', (_name, changed) => {
  expect(hashPlan(changed)).toBe(plan.hash)
})

/** As plans were before a CHECK looked for the deliverable, and a command was told by other words. */
function asBefore(given: Plan): Plan {
  const tasks = given.tasks.map((task) => {
    const { delivery_check: _, ...before } = task
    const implementation = task.implementation.map((step) =>
      step === 'Run the command as given' ? 'Run the command of 1 line(s) as given' : step,
    )
    return { ...before, implementation }
  })
  return { ...given, tasks }
}

test('a hash that stands in approvals never comes out otherwise', () => {
  const withSchema = changeFirstTask({
    title: 'Greet \ud800 ｗｏｒｌｄ',
    acceptance_criteria: [
      {
        id: 'AC-1',
        type: 'structure',
        statement: 'fits',
        check_method: 'static_check',
        severity: 'blocker',
        check: 'schema',
        schema: { required: ['b'], 10: true, 9: null, é: 1e21 },
      },
    ],
  })

  expect(hashPlan(asBefore(plan))).toBe('df274e7239569075a546838a27f87c0450469603e2f58ae642bbedd5877fd14f')
  expect(hashPlan(asBefore(withSchema))).toBe('0d3bf8876375077ae781b81bb9bf4e7e48cf4e71bbe69ca91a6acee7dfaedc31')
})

test.each<[string, Plan]>([
  ['as it is', plan],
  ['with a lone surrogate', changeFirstTask({ description: 'broken \udc00 and "\\ud800"' })],
  ['with numbers that JSON lacks', changeFirstTask({ estimated_person_days: Number.NaN })],
])('the hash of a plan %s is that of its canonical JSON', (_name, given) => {
  const approved = {
    description: given.description,
    final_deliverable_spec: given.goals[0]?.final_deliverable_spec,
    root_acceptance_criteria: given.goals[0]?.root_acceptance_criteria?.map((item) =>
      pick(item, ['id', 'statement', 'covered_by']),
    ),
    tasks: given.tasks.map((task) => ({
      ...pick(task, ['id', 'title', 'action', 'scope', 'description', 'modification_points', 'implementation', 'test']),
      ...pick(task, [
        'acceptance_criteria',
        'deliverable_spec',
        'delivery_check',
        'depends_on',
        'estimated_person_days',
        'priority',
      ]),
      verification: task.acceptance.verification,
      work: task.work.map((item) =>
        item.kind === 'file'
          ? { kind: item.kind, path: item.path, mode: item.mode, sha256: sha256Hex(item.content) }
          : { kind: item.kind, sha256: sha256Hex(item.kind === 'run' ? item.command : item.diff) },
      ),
    })),
  }
  const wellFormed: unknown = JSON.parse(
    JSON.stringify(approved, (_key, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)),
  )

  expect(hashPlan(given)).toBe(sha256Hex(canonicalize(wellFormed) ?? ''))
})

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

test('the order of keys does not matter', () => {
  const turned = Object.fromEntries(Object.entries(plan).toReversed()) as Plan

  expect(hashPlan(turned)).toBe(plan.hash)
})

test('a task id is the same everywhere and differs by repository, plan and node', () => {
  const id = taskId('octo/greeter', 'SOL-ISS-007-1', 'T1')

  expect(id).toBe(taskId('Octo/Greeter', 'SOL-ISS-007-1', 'T1'))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-/)
  expect(
    new Set([
      id,
      taskId('octo/other', 'SOL-ISS-007-1', 'T1'),
      taskId('octo/greeter', 'SOL-ISS-007-2', 'T1'),
      taskId('octo/greeter', 'SOL-ISS-007-1', 'T2'),
    ]).size,
  ).toBe(4)
})

function never(): never {
  throw new Error('the plan has a first task')
}
