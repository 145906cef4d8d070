import { expect, test } from 'vitest'
import type { AcceptanceCriterion } from '../../../../src/domain/plan/acceptance-criterion.ts'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { PlanDraft } from '../../../../src/domain/plan/plan-draft.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { taskId } from '../../../../src/domain/plan/task-id.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { renderFinalDeliverable } from '../../../../src/views/plan/final-deliverable.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../../support/plans/build-draft.ts'

function planOf(draft: Partial<PlanDraft>): Plan {
  return assemblePlan(buildPlanDraft(draft), buildPlanFacts())
}

function firstTask(draft: Partial<PlanDraft['tasks'][number]>): Task {
  const task = planOf({ tasks: [buildTaskDraft(draft)] }).tasks[0]
  if (task === undefined) throw new Error('a plan has a task')
  return task
}

test('ids, edges and CHECKs follow from the tasks', () => {
  const plan = planOf({ tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })] })

  const id = (node: string) => taskId('octo/greeter', 'SOL-ISS-007-1', node)
  expect(plan.tasks.map((task) => task.task_id)).toEqual([id('T1'), id('T2')])
  expect(plan.checks).toMatchObject([
    { id: 'C1', task_id: id('C1'), review_target_task_id: id('T1'), reviewer: 'rules' },
    { id: 'C2', task_id: id('C2'), review_target_task_id: id('T2'), reviewer: 'rules' },
  ])
  expect(plan.edges).toEqual([
    { type: 'DECOMPOSE', from: 'G0', to: 'T1' },
    { type: 'DECOMPOSE', from: 'G0', to: 'T2' },
    { type: 'DEPENDS_ON', from: 'T1', to: 'T2' },
  ])
})

test('the final deliverable passes all tasks through unless the draft assembles one', () => {
  const tasks = [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })]

  const [passing] = planOf({ tasks }).goals
  const [assembled] = planOf({ tasks, final: { mode: 'ASSEMBLE', assemble_task_id: 'T2' } }).goals

  expect(passing?.final_deliverable_spec).toMatchObject({ mode: 'PASS_THROUGH', include_children: ['T1', 'T2'] })
  expect(assembled?.final_deliverable_spec).toMatchObject({
    mode: 'ASSEMBLE',
    include_children: ['T1'],
    assemble_task_id: 'T2',
    output: { filename: 'T2.ts' },
  })
})

test('one file of what the assembling task delivers can be said to be the final deliverable', () => {
  const set = { single_file: false, bundle_mode: 'MANIFEST' as const, files: ['dist/**'], filename: '.' }
  const tasks = [
    buildTaskDraft(),
    buildTaskDraft({ id: 'T2', depends_on: ['T1'], scope: 'dist/', deliverable_spec: set }),
  ]
  const output = { filename: 'manual.md', output_dir: 'dist/' }
  const final = { mode: 'ASSEMBLE' as const, assemble_task_id: 'T2' }

  const plan = planOf({ tasks, final: { ...final, output } })

  expect(findPlanFaults(plan)).toEqual([])
  expect(renderFinalDeliverable(plan)).toBe('`dist/manual.md`, which T2 assembles from T1')
  expect(plan.hash).not.toBe(planOf({ tasks, final }).hash)
})

test.each([
  [{ estimated_person_days: 0.5 }, 240, 0.5],
  [{ estimated_person_days: undefined, estimated_minutes: 120 }, 120, 0.25],
  [{ estimated_person_days: undefined }, 0, 0],
])('an estimate of %j is %d minutes and %d days', (estimate, minutes, days) => {
  const { estimated_person_days: _, ...task } = buildTaskDraft()
  const given = Object.fromEntries(Object.entries(estimate).filter(([, value]) => value !== undefined))

  expect(planOf({ tasks: [{ ...task, ...given }] }).tasks[0]).toMatchObject({
    estimated_minutes: minutes,
    estimated_person_days: days,
  })
})

test.each<[string, Parameters<typeof firstTask>[0], string]>([
  ['files', { work: [{ kind: 'file', path: 'src/T1.ts', content: '', mode: '100644' }] }, 'patch'],
  ['a command', { work: [{ kind: 'run', command: 'make' }] }, 'shell'],
  ['nothing spelled out', {}, 'human'],
  ['an executor of its own', { executor: '@ada', work: [{ kind: 'run', command: 'make' }] }, '@ada'],
])('a task with %s is done by %s', (_name, draft, executor) => {
  expect(firstTask(draft).executor).toBe(executor)
})

test.each<[string, Parameters<typeof firstTask>[0], Partial<Task['deliverable_spec']>]>([
  [
    'its scope, one file',
    {},
    { output_dir: 'src/', filename: 'T1.ts', format: 'ts', single_file: true, bundle_mode: 'NONE' },
  ],
  [
    'a folder',
    { scope: 'docs/' },
    { output_dir: '', filename: 'docs', single_file: false, bundle_mode: 'MANIFEST', files: ['docs/**'] },
  ],
  [
    'several files',
    { scope: 'src/a/x.ts, src/a/y.ts' },
    { output_dir: 'src/', filename: 'a', single_file: false, files: ['src/a/x.ts', 'src/a/y.ts'] },
  ],
  [
    'what it names',
    { deliverable_spec: { filename: 'out.md' } },
    { output_dir: '', filename: 'out.md', single_file: true },
  ],
])('a task delivers %s', (_name, draft, spec) => {
  expect(firstTask(draft).deliverable_spec).toMatchObject(spec)
})

test('a set of files is not declared for a draft that says single_file: false and no more', () => {
  expect(firstTask({ deliverable_spec: { single_file: false } }).deliverable_spec.bundle_mode).toBe('NONE')
})

test('a diff names the paths that its task may touch and that must exist', () => {
  const diff = '--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+a\n'
  const draft = buildTaskDraft({ work: [{ kind: 'diff', diff }] })
  delete draft.scope
  delete draft.acceptance_criteria

  const task = planOf({ tasks: [draft] }).tasks[0]

  expect(task?.scope).toBe('old.ts, new.ts')
  expect(task?.acceptance_criteria.map((criterion) => criterion.statement)).toEqual(['`new.ts` exists'])
})

test('criteria keep the ids they have and are numbered around them', () => {
  const task = firstTask({
    acceptance_criteria: [{ statement: 'a' }, { id: 'AC-1', statement: 'b' }, { statement: 'c' }],
  })

  expect(task.acceptance_criteria.map((criterion) => criterion.id)).toEqual(['AC-2', 'AC-1', 'AC-3'])
  expect(task.acceptance.criteria).toEqual(['a', 'b', 'c'])
})

test('a given check method is never overruled by the words of its statement', () => {
  const task = firstTask({ acceptance_criteria: [{ statement: '`npm test` passes', check_method: 'manual_review' }] })

  expect(task.acceptance_criteria).toEqual([
    {
      id: 'AC-1',
      type: 'functional',
      statement: '`npm test` passes',
      check_method: 'manual_review',
      severity: 'major',
    },
  ])
})

test('a given command makes a criterion a smoke test', () => {
  const task = firstTask({ acceptance_criteria: [{ statement: 'It builds', command: 'make' }] })

  expect(task.acceptance_criteria).toMatchObject([
    { check_method: 'run_smoke_test', command: 'make', severity: 'blocker' },
  ])
})

test('each line "Run: …" of the verification is a criterion of its own', () => {
  const draft = buildTaskDraft({
    acceptance: { criteria: ['It is right'], verification: ['Run: npm test', 'Manual: look'] },
  })
  delete draft.acceptance_criteria

  const task = planOf({ tasks: [draft] }).tasks[0]

  expect(task?.acceptance_criteria).toMatchObject([
    { statement: 'It is right', check_method: 'manual_review' },
    { statement: 'Run: npm test', check_method: 'run_smoke_test', command: 'npm test' },
  ])
  expect(task?.acceptance.verification).toEqual(['Run: npm test', 'Manual: look'])
})

test('the same facts and draft give the same plan', () => {
  expect(planOf({})).toEqual(planOf({}))
})

test.each<[string, Partial<AcceptanceCriterion>, Partial<AcceptanceCriterion>]>([
  ['a pattern', { target: 'a.md', pattern: '^#' }, { check: 'matches', target: 'a.md', pattern: '^#' }],
  ['a text', { target: 'a.md', text: 'x' }, { check: 'contains', target: 'a.md', text: 'x' }],
  ['a size', { target: 'a.md', max_bytes: 9 }, { check: 'max_bytes', target: 'a.md', max_bytes: 9 }],
  ['a schema', { target: 'a.json', schema: {} }, { check: 'schema', target: 'a.json', schema: {} }],
  [
    'the check outright',
    { target: 'a.md', check: 'matches', pattern: '^#' },
    { check: 'matches', target: 'a.md', pattern: '^#' },
  ],
  ['a pattern and no path', { pattern: '^#' }, { check: 'matches', target: 'src/T1.ts', pattern: '^#' }],
  ['its own words', { statement: '`a.md` contains `x`' }, { check: 'contains', target: 'a.md', text: 'x' }],
  [
    'words about the deliverable',
    { statement: 'It contains `x`' },
    { check: 'contains', target: 'src/T1.ts', text: 'x' },
  ],
])('a static check that says what it looks for by %s is taken', (_name, given, expected) => {
  const stated = { statement: 'It has a heading', ...given }
  const named = firstTask({ acceptance_criteria: [{ ...stated, check_method: 'static_check' }] })
  const implied = firstTask({ acceptance_criteria: [stated] })

  expect(named.acceptance_criteria[0]).toMatchObject({ check_method: 'static_check', severity: 'blocker', ...expected })
  if (given.statement === undefined) expect(implied.acceptance_criteria).toEqual(named.acceptance_criteria)
})

test.each([
  ['make', 'Run the command as given'],
  ['make\nmake test', 'Run the command of 2 lines as given'],
])('a command without other steps is the step: %j', (command, step) => {
  const work: PlanDraft['tasks'][number]['work'] = [{ kind: 'run', command }]

  expect(firstTask({ work, implementation: [], modification_points: [] }).implementation).toEqual([step])
})
