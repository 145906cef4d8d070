import { expect, test } from 'vitest'
import { z } from 'zod'
import { assemblePlan } from '../../src/domain/plan/assemble/assemble-plan.ts'
import { type PlanDraft, PlanDraftSchema } from '../../src/domain/plan/plan-draft.ts'
import { buildPlanFacts } from '../support/plans/build-draft.ts'

const point = { file: 'src/a.ts', target: 'a', change: 'make it' }
const file = { kind: 'file', path: 'b.md', content: 'b', mode: '100644' } as const

function planOf(task: Partial<PlanDraft['tasks'][number]> = {}, draft: Partial<PlanDraft> = {}) {
  return assemblePlan({ tasks: [{ id: 'T1', title: 'Do it', ...task }], ...draft }, buildPlanFacts())
}

function taskOf(task: Partial<PlanDraft['tasks'][number]>) {
  return planOf(task).tasks[0]
}

const assembling = { mode: 'ASSEMBLE', assemble_task_id: 'T2' } as const
const two = [
  { id: 'T1', title: 'One' },
  { id: 'T2', title: 'Two' },
]

/** What each text states, and what the code comes to. A text that changes has to be looked at here. */
const stated: [text: string, got: unknown, want: unknown][] = [
  [
    'Default: Create with whole files, else Modify.',
    [taskOf({ work: [file] })?.action, taskOf({})?.action],
    ['Create', 'Modify'],
  ],
  [
    'Default: the paths of its work, places to change and deliverable.',
    taskOf({ work: [file], modification_points: [point], deliverable_spec: { filename: 'c.md', single_file: true } })
      ?.scope,
    'b.md, src/a.ts, c.md',
  ],
  ['Default: the title.', taskOf({})?.description, 'Do it'],
  [
    'Default, also of an empty list: the places to change, else the work, else the title.',
    [[point], []].map((places) => taskOf({ implementation: [], modification_points: places })?.implementation),
    [['src/a.ts: make it'], ['Do it']],
  ],
  [
    'Default: the files of its work, else its places to change, else its scope, else any files.',
    [
      taskOf({ work: [file], modification_points: [point] })?.deliverable_spec.filename,
      taskOf({ modification_points: [point], scope: 'c.md' })?.deliverable_spec.filename,
      taskOf({ scope: 'c.md' })?.deliverable_spec.filename,
      taskOf({})?.deliverable_spec.files,
    ],
    ['b.md', 'a.ts', 'c.md', ['**']],
  ],
  [
    'Default: each, where one is given.',
    [taskOf({ deliverable_spec: { filename: 'c.md' } })?.delivery_check, taskOf({})?.delivery_check],
    ['each', 'some'],
  ],
  ['Default: 1.', taskOf({})?.priority, 1],
  [
    'Default: by its work.',
    [taskOf({ work: [file] })?.executor, taskOf({ work: [{ kind: 'run', command: 'ls' }] })?.executor],
    ['patch', 'shell'],
  ],
  [
    'Default: bugfix or refactor where all tasks are Fix or Refactor, else feature.',
    (['Fix', 'Refactor', 'Add'] as const).map((action) => planOf({ action }).strategy_type),
    ['bugfix', 'refactor', 'feature'],
  ],
  [
    'Default: the files of the places to change.',
    planOf({ modification_points: [point] }).exploration_context.relevant_files,
    ['src/a.ts'],
  ],
  [
    'Default: all but the one that assembles.',
    planOf({}, { tasks: two, final: assembling }).goals[0]?.final_deliverable_spec?.include_children,
    ['T1'],
  ],
  [
    'Default: what that task delivers.',
    planOf({}, { tasks: two.map((one) => ({ ...one, deliverable_spec: { filename: 'whole.md' } })), final: assembling })
      .goals[0]?.final_deliverable_spec?.output.filename,
    'whole.md',
  ],
  [
    'Default: what all tasks deliver.',
    planOf({}, { tasks: two }).goals[0]?.final_deliverable_spec?.include_children,
    ['T1', 'T2'],
  ],
]

test.each(stated)('%s', (_text, got, want) => {
  expect(got).toEqual(want)
})

test('no text of a plan states a default that is not held against the code', () => {
  const texts = JSON.stringify(z.toJSONSchema(PlanDraftSchema, { io: 'input' })).match(/Default[^"]*/g) ?? []

  // Taken from the size of the plan once it is refined, by `refinePlan`.
  const elsewhere = ['Default of each: what the size of the plan suggests.']
  expect(new Set(texts)).toEqual(new Set([...stated.map(([text]) => text), ...elsewhere]))
})
