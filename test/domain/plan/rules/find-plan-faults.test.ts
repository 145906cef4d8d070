import { expect, test } from 'vitest'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { PlanDraft } from '../../../../src/domain/plan/plan-draft.ts'
import type { PlanFault } from '../../../../src/domain/plan/rules/plan-fault.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../../support/plans/build-draft.ts'

function planOf(draft: Partial<PlanDraft>): Plan {
  return assemblePlan(buildPlanDraft(draft), buildPlanFacts())
}

function faultsOf(draft: Partial<PlanDraft>): PlanFault[] {
  return findPlanFaults(planOf(draft))
}

function summarize(faults: readonly PlanFault[]): string[] {
  return faults.map((fault) => `${fault.code} ${fault.nodes.join(' ')}`)
}

test('a plan that keeps every rule has no fault', () => {
  const tasks = [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })]
  const root = [{ statement: 'It is there', source_line: 1, covered_by: ['T1/AC-1'] }]

  expect(faultsOf({ tasks, root_criteria: root })).toEqual([])
})

test('a task may come without steps: its places to change, work or title stand in (spec 000)', () => {
  const plan = planOf({ tasks: [buildTaskDraft({ title: 'Say hello', implementation: [] })] })

  expect(findPlanFaults(plan)).toEqual([])
  expect(plan.tasks[0]?.implementation).toEqual(['Say hello'])
})

test.each<[string, Partial<PlanDraft>, string[]]>([
  ['no task', { tasks: [] }, ['no_task G0']],
  ['no description', { description: ' ' }, ['field_missing G0']],
  ['a malformed task id', { tasks: [buildTaskDraft({ id: 'A1' })] }, ['id_malformed A1', 'id_malformed C-A1']],
  [
    'a doubled task id',
    { tasks: [buildTaskDraft(), buildTaskDraft()], checks: [{ id: 'C1', target: 'T1' }] },
    ['id_doubled T1'],
  ],
  ['a doubled task id with the CHECKs it brings', { tasks: [buildTaskDraft(), buildTaskDraft()] }, ['id_doubled T1']],
  [
    'a doubled criterion id',
    { tasks: [buildTaskDraft({ acceptance_criteria: ['a', 'b'].map((statement) => ({ id: 'AC-1', statement })) })] },
    ['id_doubled T1'],
  ],
  ['a task without title', { tasks: [buildTaskDraft({ title: ' ' })] }, ['field_missing T1']],
  ['a task without criterion', { tasks: [buildTaskDraft({ acceptance_criteria: [] })] }, ['no_criterion T1']],
  [
    'a smoke test without command',
    { tasks: [buildTaskDraft({ acceptance_criteria: [{ statement: 'It runs', check_method: 'run_smoke_test' }] })] },
    ['field_missing T1'],
  ],
  [
    'a binary patch',
    { tasks: [buildTaskDraft({ work: [{ kind: 'diff', diff: 'diff --git a/f b/f\nGIT binary patch\ndelta 9\n' }] })] },
    ['value_not_allowed T1'],
  ],
  [
    'a CI check without name',
    { tasks: [buildTaskDraft({ acceptance_criteria: [{ statement: 'CI', check_method: 'ci_check', checks: [] }] })] },
    ['field_missing T1'],
  ],
  [
    'a static check that looks nowhere for nothing',
    {
      tasks: [
        buildTaskDraft({ acceptance_criteria: [{ statement: 'Right', check_method: 'static_check' }], scope: 'src/' }),
      ],
    },
    ['field_missing T1', 'field_missing T1'],
  ],
  [
    'a pattern that linear matching has not',
    {
      tasks: [
        buildTaskDraft({
          acceptance_criteria: [{ statement: 's', check: 'matches', target: 'a', pattern: String.raw`(a)\1` }],
        }),
      ],
    },
    ['value_not_allowed T1'],
  ],
  ['a dependency on nothing', { tasks: [buildTaskDraft({ depends_on: ['T9'] })] }, ['dependency_dangling T1']],
  ['a dependency on itself', { tasks: [buildTaskDraft({ depends_on: ['T1'] })] }, ['dependency_self T1']],
  [
    'two dependencies in a circle',
    { tasks: [buildTaskDraft({ depends_on: ['T2'] }), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })] },
    ['dependency_circular T1 T2'],
  ],
  [
    'two circles apart',
    {
      tasks: [
        buildTaskDraft({ depends_on: ['T2'] }),
        buildTaskDraft({ id: 'T2', depends_on: ['T1'] }),
        buildTaskDraft({ id: 'T3', depends_on: ['T4'] }),
        buildTaskDraft({ id: 'T4', depends_on: ['T3'] }),
      ],
    },
    ['dependency_circular T1 T2', 'dependency_circular T3 T4'],
  ],
  [
    'an edge that depends_on lacks',
    {
      tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2' })],
      edges: [{ type: 'DEPENDS_ON', from: 'T1', to: 'T2' }],
    },
    ['views_disagree T1 T2'],
  ],
  [
    'a circle over both kinds of edges',
    {
      tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })],
      edges: [
        { type: 'DECOMPOSE', from: 'G0', to: 'T1' },
        { type: 'DECOMPOSE', from: 'G0', to: 'T2' },
        { type: 'DEPENDS_ON', from: 'T1', to: 'T2' },
        { type: 'DECOMPOSE', from: 'T2', to: 'T1' },
      ],
    },
    ['dependency_dangling T2 T1', 'views_disagree T1', 'dependency_circular T1 T2'],
  ],
  [
    'a task that is part of nothing',
    {
      tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2' })],
      edges: [{ type: 'DECOMPOSE', from: 'G0', to: 'T1' }],
    },
    ['views_disagree T2'],
  ],
  [
    'two CHECKs for one ACTION',
    {
      checks: [
        { id: 'C1', target: 'T1' },
        { id: 'C2', target: 'T1' },
      ],
    },
    ['action_without_one_check T1 C1 C2'],
  ],
  ['an ACTION without CHECK', { checks: [] }, ['action_without_one_check T1']],
  [
    'a CHECK of no ACTION',
    {
      checks: [
        { id: 'C1', target: 'T1' },
        { id: 'C9', target: 'T9' },
      ],
    },
    ['check_without_one_action C9'],
  ],
  [
    'a reviewer that nobody is',
    { checks: [{ id: 'C1', target: 'T1', reviewer: 'xiaojing' }] },
    ['value_not_allowed C1 T1'],
  ],
  [
    'a person as reviewer of what machines judge',
    { checks: [{ id: 'C1', target: 'T1', reviewer: '@ada' }] },
    ['value_not_allowed C1 T1'],
  ],
  [
    'several files without saying which',
    { tasks: [buildTaskDraft({ deliverable_spec: { single_file: false } })] },
    ['file_set_unspecified T1'],
  ],
  [
    'an item of the issue that nothing covers',
    { root_criteria: [{ statement: 'It sings', source_line: 4, covered_by: [] }] },
    ['criterion_uncovered RC-1'],
  ],
  [
    'an item covered by a criterion that is not there',
    { root_criteria: [{ statement: 'It sings', source_line: 4, covered_by: ['T1/AC-7'] }] },
    ['criterion_uncovered RC-1'],
  ],
  [
    'an assembling task that does not wait for its inputs',
    {
      tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2' })],
      final: { mode: 'ASSEMBLE', assemble_task_id: 'T2' },
    },
    ['assemble_input_missing T2 T1'],
  ],
  [
    'an assembling task that assembles nothing',
    { final: { mode: 'ASSEMBLE', assemble_task_id: 'T1' } },
    ['assemble_input_missing T1'],
  ],
  [
    'a final deliverable that the assembling task does not deliver',
    {
      tasks: [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })],
      final: { mode: 'ASSEMBLE', assemble_task_id: 'T2', output: { filename: 'other.md', output_dir: 'docs/' } },
    },
    ['value_not_allowed G0 T2'],
  ],
  [
    'one file of what only passes tasks through',
    { final: { mode: 'PASS_THROUGH', output: { filename: 'all.md' } } },
    ['value_not_allowed G0'],
  ],
  ['a final deliverable of no task', { final: { mode: 'PASS_THROUGH', include_children: [] } }, ['field_missing G0']],
  ['an assembling task that is not there', { final: { mode: 'ASSEMBLE' } }, ['assemble_input_missing G0']],
  [
    'a final deliverable that includes a task that is not there',
    { final: { mode: 'PASS_THROUGH', include_children: ['T1', 'T9'] } },
    ['dependency_dangling G0'],
  ],
  ['an estimate of nothing', { tasks: [buildTaskDraft({ estimated_person_days: 0 })] }, ['estimate_not_positive T1']],
  [
    'an estimate below nothing',
    { tasks: [buildTaskDraft({ estimated_person_days: -1 })] },
    ['estimate_not_positive T1'],
  ],
  ['two estimates that differ', { tasks: [buildTaskDraft({ estimated_minutes: 10 })] }, ['views_disagree T1']],
  [
    'a workflow file among the work',
    {
      tasks: [
        buildTaskDraft({
          scope: '.github/workflows/x.yml',
          work: [{ kind: 'file', path: '.github/workflows/x.yml', content: '', mode: '100644' }],
        }),
      ],
    },
    ['path_not_allowed T1'],
  ],
  [
    'a path that climbs out',
    { tasks: [buildTaskDraft({ scope: '**', deliverable_spec: { filename: '../x.ts', single_file: true } })] },
    ['path_not_allowed T1'],
  ],
  [
    'a deliverable outside its scope',
    {
      tasks: [
        buildTaskDraft({
          scope: 'src/',
          deliverable_spec: { filename: 'x.md', output_dir: 'docs/', single_file: true },
        }),
      ],
    },
    ['path_not_allowed T1'],
  ],
])('%s is a fault', (_name, draft, expected) => {
  expect(summarize(faultsOf(draft))).toEqual(expected)
})

test('an assembling task may wait for an input by way of another task', () => {
  const tasks = [
    buildTaskDraft(),
    buildTaskDraft({ id: 'T2', depends_on: ['T1'] }),
    buildTaskDraft({ id: 'T3', depends_on: ['T2'] }),
  ]

  expect(faultsOf({ tasks, final: { mode: 'ASSEMBLE', assemble_task_id: 'T3' } })).toEqual([])
})

test('a stored plan whose values are not in the lists of spec 000 is faulty', () => {
  const plan = planOf({})
  const foreign = JSON.parse(
    JSON.stringify(plan).replace('"action":"Modify"', '"action":"Make"').replace('"risk":"medium"', '"risk":"huge"'),
  ) as Plan

  expect(summarize(findPlanFaults(foreign))).toEqual(['value_not_allowed G0', 'value_not_allowed T1'])
})

test('an edge from an ACTION to its CHECK may be drawn', () => {
  const plan = planOf({})
  const drawn: Plan = { ...plan, edges: [...plan.edges, { type: 'DEPENDS_ON', from: 'T1', to: 'C1' }] }

  expect(findPlanFaults(drawn)).toEqual([])
})

test('all faults are reported together, each in a sentence that names its node', () => {
  const faults = faultsOf({
    description: '',
    tasks: [
      buildTaskDraft({ id: 'T1', title: '', depends_on: ['T2', 'T7'] }),
      buildTaskDraft({ id: 'T2', depends_on: ['T1'], acceptance_criteria: [], estimated_person_days: 0 }),
    ],
    checks: [{ id: 'C1', target: 'T1' }],
    root_criteria: [{ statement: 'It sings', source_line: 4, covered_by: [] }],
  })

  expect(summarize(faults)).toEqual([
    'field_missing G0',
    'field_missing T1',
    'no_criterion T2',
    'estimate_not_positive T2',
    'dependency_dangling T1',
    'dependency_circular T1 T2',
    'action_without_one_check T2',
    'criterion_uncovered RC-1',
  ])
  expect(faults.every((fault) => fault.message.length > 10)).toBe(true)
})
