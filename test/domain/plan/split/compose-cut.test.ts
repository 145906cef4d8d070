import { expect, test } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { composeCut, type ToldCut } from '../../../../src/domain/plan/split/compose-cut.ts'
import { splitTask } from '../../../../src/domain/plan/split/split-task.ts'
import { buildPlan, buildTask, testUuid } from '../../../support/builders.ts'
import { fc, test as property } from '../../../support/property.ts'

const task = buildTask({
  scope: 'src/, docs/a.md',
  modification_points: [
    { file: 'src/a.ts', target: 'parse', change: 'read it' },
    { file: 'src/b.ts', target: 'store', change: 'keep it' },
    { file: 'src/b.ts', target: 'find', change: 'find it' },
  ],
  deliverable_spec: {
    format: 'CODE',
    output_dir: 'src/',
    filename: 'files',
    single_file: false,
    bundle_mode: 'MANIFEST',
    files: ['src/a.ts', 'src/b.ts'],
    description: '',
  },
})

const compose = (parts: ToldCut['parts']) => composeCut(task, { parts })

test('parts are as they were told, and the rest of the scope is permitted to one', () => {
  const cut = compose([
    { paths: ['src/a.ts'], places: [1] },
    { paths: ['src/b.ts'], places: [2, 3] },
  ])

  expect(cut).toMatchObject({
    kind: 'cut',
    along: 'deliverables',
    parts: [
      { paths: ['src/a.ts'], points: [{ target: 'parse' }] },
      { paths: ['src/b.ts'], points: [{}, {}] },
    ],
  })
})

test('parts that share a file come one after the other', () => {
  const cut = compose([
    { paths: ['src/a.ts', 'src/b.ts'], places: [1, 2] },
    { paths: ['src/b.ts'], places: [3] },
  ])
  const outcome = cut.kind === 'cut' ? splitTask(buildPlan({ tasks: [task] }), 'T1', testUuid, cut) : undefined

  expect(cut).toMatchObject({ along: 'modification_points' })
  expect(outcome?.kind === 'split' && outcome.plan.tasks.map(({ depends_on: before }) => before)).toEqual([
    [],
    ['T1.1'],
  ])
})

test.each<[string, ToldCut['parts'], string]>([
  ['one part', [{ paths: ['src/a.ts', 'src/b.ts'], places: [1, 2, 3] }], 'two parts at least'],
  [
    'a path outside of the scope',
    [
      { paths: ['src/a.ts', 'lib/c.ts'], places: [1] },
      { paths: ['src/b.ts'], places: [2, 3] },
    ],
    'lib/c.ts is outside of the scope',
  ],
  [
    'a place that is in no part, and one that is not there',
    [
      { paths: ['src/a.ts'], places: [1, 7] },
      { paths: ['src/b.ts'], places: [2] },
    ],
    'place 3 is in 0 parts',
  ],
  [
    'a lost deliverable',
    [
      { paths: ['src/a.ts'], places: [1] },
      { paths: ['src/x.ts'], places: [2, 3] },
    ],
    'src/b.ts is in no part',
  ],
  [
    'the whole repository as a path',
    [
      { paths: ['.'], places: [1] },
      { paths: ['src/b.ts'], places: [2, 3] },
    ],
    'is outside of the scope',
  ],
])('%s is told, and no cut', (_name, parts, said) => {
  const cut = compose(parts)

  expect(cut.kind === 'unfit' ? cut.problems.join('; ') : '').toContain(said)
})

const part = fc.record({
  paths: fc.uniqueArray(fc.constantFrom('src/a.ts', 'src/b.ts', 'src/', 'docs/a.md', 'lib/', '../x', ''), {
    maxLength: 3,
  }),
  places: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
})

property.prop([fc.array(part, { maxLength: 4 })])(
  'whatever is told, places to change survive once, and no part reaches out of the scope',
  (parts) => {
    const cut = compose(parts)
    if (cut.kind === 'unfit') return
    const outcome = splitTask(buildPlan({ tasks: [task] }), 'T1', testUuid, cut)
    if (outcome.kind === 'whole') throw new Error(outcome.why)

    const points = outcome.plan.tasks.flatMap(({ modification_points: all }) => all)
    expect(points).toHaveLength(3)
    expect(new Set(points)).toEqual(new Set(task.modification_points))
    const reasons = findPlanFaults(outcome.plan).map(({ code }) => code)
    expect(reasons).not.toContain('path_not_allowed')
    expect(reasons).not.toContain('dependency_circular')
  },
)
