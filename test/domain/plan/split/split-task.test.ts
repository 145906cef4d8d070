import { expect, test } from 'vitest'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { TaskDraft } from '../../../../src/domain/plan/plan-draft.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { checkFeasibility } from '../../../../src/domain/plan/estimate/check-feasibility.ts'
import { depthOf } from '../../../../src/domain/plan/split/depth-of.ts'
import type { TaskSplit } from '../../../../src/domain/plan/plan-round.ts'
import { splitTask } from '../../../../src/domain/plan/split/split-task.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../../support/plans/build-draft.ts'
import { testUuid } from '../../../support/builders.ts'
import {
  buildDeepPlan,
  buildFilePlan,
  buildFolderPlan,
  buildPlacePlan,
  placesIn,
} from '../../../support/plans/large-plans.ts'
import { buildDiff } from '../../../support/plans/splittable-plan.ts'

const nodeId = (id: string): string => testUuid(`node:${id}`)

/** Feasibility and splitting in turn until every leaf is at most 10 person-days. */
function refine(plan: Plan): { plan: Plan; splits: TaskSplit[] } {
  const splits: TaskSplit[] = []
  let now = plan
  for (let round = 0; round < 5; round += 1) {
    expect(findPlanFaults(now)).toEqual([])
    const { plan: estimated, feasibility } = checkFeasibility(now, new Map(), 10)
    now = estimated
    for (const { task } of feasibility.filter((leaf) => !leaf.one_shot_pass)) {
      const outcome = splitTask(now, task, nodeId)
      if (outcome.kind === 'whole') throw new Error(outcome.why)
      now = outcome.plan
      splits.push(outcome.split)
    }
  }
  return { plan: now, splits }
}

function taskOf(plan: Plan, id: string) {
  const task = plan.tasks.find((one) => one.id === id)
  if (task === undefined) throw new Error(`no ${id}`)
  return task
}

/** The plan of one task, and what comes of splitting it. */
function splitOne(draft: Partial<TaskDraft>) {
  const { scope: _scope, ...task } = buildTaskDraft(draft)
  const tasks = [draft.scope === undefined ? task : { ...task, scope: draft.scope }]
  const plan = assemblePlan(buildPlanDraft({ tasks }), buildPlanFacts())
  expect(findPlanFaults(plan)).toEqual([])
  return splitTask(plan, 'T1', nodeId)
}

function partsOf(draft: Partial<TaskDraft>) {
  const outcome = splitOne(draft)
  if (outcome.kind === 'whole') throw new Error(outcome.why)
  expect(findPlanFaults(outcome.plan)).toEqual([])
  return { ...outcome, parts: outcome.plan.tasks }
}

test('several folders are parts that compose; criteria follow their files, those about the whole come last', () => {
  const { plan, splits } = refine(buildFolderPlan())

  expect(splits).toEqual([
    {
      task: 'T2',
      into: ['T2.1', 'T2.2'],
      along: 'deliverables',
      criteria: [
        { from: 'AC-1', to: ['T2.2/AC-1'] },
        { from: 'AC-2', to: ['T2.1/AC-1'] },
        { from: 'AC-3', to: ['T2.2/AC-2'] },
        { from: 'AC-4', to: ['T2.2/AC-3'] },
      ],
    },
    expect.objectContaining({ task: 'T2.1', into: ['T2.1.1', 'T2.1.2'], along: 'deliverables' }),
  ])
  expect(taskOf(plan, 'T2.2')).toMatchObject({ scope: 'docs/guide.md', depends_on: ['T1', 'T2.1.1', 'T2.1.2'] })
  expect(taskOf(plan, 'T2.1.1')).toMatchObject({
    title: 'Translate: src/ (32 files): src/api/ (18 files)',
    depends_on: ['T1'],
  })
  expect(taskOf(plan, 'T3').depends_on).toEqual(['T2.1.1', 'T2.1.2', 'T2.2'])
})

test('the task stays as a goal, its CHECK goes, and each part has one of its own', () => {
  const before = buildFilePlan()
  const { plan } = refine(before)
  const task = taskOf(before, 'T2')

  expect(plan.goals.find((goal) => goal.id === 'T2')).toEqual({ id: 'T2', task_id: task.task_id, title: 'Translate' })
  expect(plan.checks.map((check) => check.id)).toEqual([
    'C1',
    'C3',
    ...Array.from({ length: 8 }, (_, n) => `C2.${n + 1}`),
  ])
  expect(plan.checks.find((check) => check.id === 'C2.1')).toMatchObject({
    task_id: nodeId('C2.1'),
    review_target_task_id: nodeId('T2.1'),
    reviewer: 'rules',
  })
  expect(plan.edges).toContainEqual({ type: 'DECOMPOSE', from: 'G0', to: 'T2' })
  expect(plan.edges).toContainEqual({ type: 'DECOMPOSE', from: 'T2', to: 'T2.8' })
})

test('twelve files of one folder become eight parts; those without a criterion have one for each file', () => {
  const { plan, splits } = refine(buildFilePlan())
  const parts = splits[0]?.into.map((id) => taskOf(plan, id)) ?? []

  expect(splits).toMatchObject([{ task: 'T2', along: 'files' }])
  expect(parts).toHaveLength(8)
  expect(parts.flatMap((part) => part.scope.split(', '))).toHaveLength(12)
  expect(parts[0]).toMatchObject({
    acceptance: { criteria: ['`src/m01.ts` exists'] },
    test: { commands: [] },
    depends_on: ['T1'],
  })
  expect(parts.at(-1)).toMatchObject({
    acceptance: { criteria: ['No name is left that has no language'] },
    test: { commands: ['npm test'] },
  })
  expect(parts.at(-1)?.depends_on).toHaveLength(8)
})

test('places in one file become parts that come one after the other', () => {
  const { plan, splits } = refine(buildPlacePlan())

  expect(splits).toMatchObject([{ task: 'T2', along: 'modification_points' }])
  expect(splits[0]?.into.map((id) => taskOf(plan, id).depends_on)).toEqual([
    ['T1'],
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => ['T1', `T2.${n}`]),
  ])
  expect(taskOf(plan, 'T2.8').acceptance.criteria).toEqual(['`src/all.ts` contains `translate`', '`npm test` passes'])
  expect(taskOf(plan, 'T2.1')).toMatchObject({ title: 'Translate: f1, f2 and 7 more', scope: 'src/all.ts' })
})

test('a part that is still too large is split again, one level deeper', () => {
  const { plan, splits } = refine(buildDeepPlan())

  expect(splits.map(({ task, along }) => [task, along])).toEqual([
    ['T2', 'deliverables'],
    ['T2.1', 'files'],
  ])
  expect(Math.max(...plan.tasks.map((task) => depthOf(plan, task.id)))).toBe(3)
  expect(plan.tasks.every((task) => task.one_shot_pass)).toBe(true)
  expect(splits[1]?.criteria).toEqual([{ from: 'AC-1', to: ['T2.1.8/AC-1'] }])
})

test('root criteria point at where the criteria went', () => {
  const outcome = splitTask(buildFolderPlan(), 'T2', nodeId)
  const root = outcome.kind === 'split' ? outcome.plan.goals[0] : undefined

  expect(root?.root_acceptance_criteria?.map((item) => item.covered_by)).toEqual([
    ['T2.2/AC-2', 'T1/AC-1'],
    ['T2.2/AC-1'],
  ])
  expect(root?.final_deliverable_spec?.include_children).toEqual(['T1', 'T2.1', 'T2.2', 'T3'])
})

test('of a split assembling task the last part assembles, from the other parts too', () => {
  const tasks = [
    buildTaskDraft({ id: 'T1' }),
    { ...buildTaskDraft({ id: 'T2', depends_on: ['T1'] }), scope: 'dist/a.js, dist/b.js' },
  ]
  const final = { mode: 'ASSEMBLE' as const, assemble_task_id: 'T2' }
  const plan = assemblePlan(buildPlanDraft({ tasks, final }), buildPlanFacts())

  const outcome = splitTask(plan, 'T2', nodeId)

  if (outcome.kind === 'whole') throw new Error(outcome.why)
  expect(findPlanFaults(outcome.plan)).toEqual([])
  expect(outcome.plan.goals[0]?.final_deliverable_spec).toMatchObject({
    assemble_task_id: 'T2.2',
    include_children: ['T1', 'T2.1'],
  })
  expect(taskOf(outcome.plan, 'T2.2').depends_on).toEqual(['T1', 'T2.1'])
})

test('a diff over several files keeps them together, other work goes with its file, commands go last', () => {
  const work: TaskDraft['work'] = [
    { kind: 'diff', diff: buildDiff(['src/a.ts', 'src/b.ts']) },
    { kind: 'file', path: 'src/c.ts', content: '', mode: '100644' },
    { kind: 'run', command: 'make' },
  ]

  const { parts } = partsOf({ work })

  expect(parts.map((part) => [part.scope, part.work.map((item) => item.kind), part.executor])).toEqual([
    ['src/a.ts, src/b.ts', ['diff'], 'shell'],
    ['src/c.ts', ['file', 'run'], 'shell'],
  ])
  expect(parts[1]?.depends_on).toEqual(['T1.1'])
})

test('parts of a removal say that their files are gone', () => {
  const { parts } = partsOf({
    action: 'Remove',
    scope: 'src/a.ts, src/b.ts',
    acceptance_criteria: [{ statement: '`npm test` passes' }],
  })

  expect(parts.map((part) => part.acceptance.criteria)).toEqual([
    ['`src/a.ts` is removed, and nothing names it any more'],
    ['`npm test` passes'],
  ])
})

test('a part may touch no more than its task might, and the rest of that goes to one of them', () => {
  const { parts } = partsOf({
    scope: 'src/, docs/notes.md',
    deliverable_spec: { filename: 'b.ts', output_dir: 'src/', single_file: true },
    modification_points: placesIn(['src/a.ts', 'src/b.ts', 'etc/passwd'], 1),
  })

  expect(parts.map((part) => part.scope)).toEqual(['src/a.ts', 'src/b.ts, src/, docs/notes.md'])
  expect(parts[1]?.modification_points.map((point) => point.file)).toEqual(['src/b.ts', 'etc/passwd'])
})

test('a place in a file that no task may write makes no part of its own', () => {
  const work: TaskDraft['work'] = ['src/a.ts', 'src/b.ts'].map((path) => ({
    kind: 'file',
    path,
    content: '',
    mode: '100644',
  }))
  const modification_points = placesIn(['.github/workflows/ci.yml', 'src/A.ts'], 1)

  const { parts } = partsOf({ work, modification_points, scope: '**' })

  expect(parts.map((part) => part.deliverable_spec.filename)).toEqual(['a.ts', 'b.ts'])
  expect(parts[1]?.modification_points).toHaveLength(2)
})

test('a deliverable wider than the scope widens no part', () => {
  const { parts } = partsOf({
    scope: 'src/',
    deliverable_spec: { filename: '.', single_file: false, bundle_mode: 'MANIFEST', files: ['**'] },
    modification_points: placesIn(['src/a.ts', 'src/b.ts'], 1),
  })

  expect(parts.map((part) => part.scope)).toEqual(['src/a.ts', 'src/b.ts, src/'])
  expect(parts[1]?.deliverable_spec.files).toEqual(['src/b.ts', '**'])
})

test('folders of a file set are parts of it', () => {
  const { parts, split } = partsOf({ scope: 'assets/, docs/', acceptance_criteria: [{ statement: 'All are blue' }] })

  expect(split.along).toBe('deliverables')
  expect(parts.map((part) => part.deliverable_spec)).toMatchObject([
    { single_file: false, bundle_mode: 'MANIFEST', files: ['assets/**'] },
    { single_file: false, bundle_mode: 'MANIFEST', files: ['docs/**'] },
  ])
  expect(parts.map((part) => part.acceptance.criteria)).toEqual([['`assets/**` exists'], ['All are blue']])
})

test('the deliverable that a task names comes in the last part', () => {
  const { parts } = partsOf({
    scope: 'src/',
    deliverable_spec: { filename: 'main.ts', output_dir: 'src/', single_file: true, format: 'ts', description: 'All' },
    modification_points: placesIn(['src/main.ts', 'src/a.ts'], 1),
  })

  expect(parts.map((part) => part.deliverable_spec.filename)).toEqual(['a.ts', 'main.ts'])
  expect(parts[1]?.deliverable_spec.description).toBe('All')
})

test('one file and one place to change stay whole, with what the author could add', () => {
  const outcome = splitOne({ scope: 'src/a.ts', modification_points: placesIn(['src/a.ts'], 1) })

  expect(outcome).toEqual({
    kind: 'whole',
    why: "T1 can't be split: it names 1 file or folder and 1 place to change, so there is nothing to cut along. Name the files it is to write, or two places to change or more, or write it as several tasks.",
  })
})

test('what is no leaf of the plan is not split', () => {
  const plan = refine(buildFilePlan()).plan

  expect(splitTask(plan, 'T2', nodeId)).toEqual({ kind: 'whole', why: 'T2 is split already: name one of its parts' })
  expect(splitTask(plan, 'T9', nodeId)).toEqual({ kind: 'whole', why: 'T9 is no task of this plan' })
})

test('parts get numbers that are free', () => {
  const tasks = [{ ...buildTaskDraft({ id: 'T1' }), scope: 'src/a.ts, src/b.ts' }, buildTaskDraft({ id: 'T1.1' })]
  const outcome = splitTask(assemblePlan(buildPlanDraft({ tasks }), buildPlanFacts()), 'T1', nodeId)

  if (outcome.kind === 'whole') throw new Error(outcome.why)
  expect(outcome.split.into).toEqual(['T1.2', 'T1.3'])
  expect(findPlanFaults(outcome.plan)).toEqual([])
})
