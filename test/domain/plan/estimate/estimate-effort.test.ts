import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { estimateEffort } from '../../../../src/domain/plan/estimate/estimate-effort.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildTask } from '../../../support/builders.ts'

const nowhere = new Map<string, number>()
const point = (file: string, target: string) => ({ file, target, change: 'change it' })

/** A Modify task of the files given, all in its scope, with no place to change. */
function taskOf(files: readonly string[], overrides: Partial<Task> = {}): Task {
  return buildTask({
    action: 'Modify',
    scope: files.join(', '),
    modification_points: [],
    deliverable_spec: {
      format: 'files',
      filename: '.',
      output_dir: '',
      single_file: false,
      bundle_mode: 'MANIFEST',
      files: [...files],
      description: '',
    },
    ...overrides,
  })
}

test('files, places to change and what there is to read are added up', () => {
  const task = taskOf(['a.ts', 'b.ts', 'c.ts'], {
    modification_points: ['1', '2', '3', '4', '5'].map((target) => point('a.ts', target)),
  })

  const effort = estimateEffort(task, new Map([['a.ts', 41_000]]))

  expect(effort).toEqual({ person_days: 1.7, why: '3 files (41 kB) to change, 5 places in them' })
})

test('a file that is there is not one to create, whatever the task is called', () => {
  const why = (files: string[]) =>
    estimateEffort(taskOf(files, { action: 'Create' }), new Map([['README.md', 5_000]])).why

  expect(why(['README.md'])).toBe('1 file (5 kB) to change')
  expect(why(['README.md', 'a.md', 'b.md'])).toBe('2 files to create, 1 file (5 kB) to change')
  expect(why(['README.md', 'docs/'])).toBe('about 4 files to create, 1 file (5 kB) to change')
})

test('a path named twice counts once', () => {
  const once = taskOf(['src/a.ts'], { modification_points: [point('src/a.ts', 'x')] })
  const twice = taskOf(['src/a.ts', './src/a.ts'], { modification_points: [point('src/a.ts', 'x')] })

  expect(estimateEffort(twice, nowhere)).toEqual(estimateEffort(once, nowhere))
})

test('refactoring weighs more, removing less', () => {
  const days = (action: Task['action']) => estimateEffort(taskOf(['a', 'b', 'c', 'd'], { action }), nowhere).person_days

  expect([days('Remove'), days('Modify'), days('Refactor')]).toEqual([0.5, 1, 1.5])
})

test('a folder counts as a few files, those named in it included', () => {
  const days = (files: string[]) => estimateEffort(taskOf(files), nowhere)

  expect(days(['src/'])).toEqual({ person_days: 1, why: 'about 4 files to change' })
  expect(days(['src/', 'src/**'])).toEqual(days(['src/']))
  expect(days(['src/', 'src/a.ts'])).toEqual(days(['src/']))
  expect(days(['src/', 'docs/a.md']).person_days).toBe(1.3)
})

test('the order in which folders are named changes nothing', () => {
  const files = ['b.ts', 'src/b.ts', 'src/a.ts', 'src/x/c.ts', 'a.ts']

  const days = [
    ['**', 'src/'],
    ['src/', '**'],
  ].map((folders) => estimateEffort(taskOf([...folders, ...files]), nowhere).person_days)

  expect(days[0]).toBe(days[1])
})

test('reading one file costs a day at most', () => {
  const small = estimateEffort(taskOf(['a.ts']), new Map([['a.ts', 200_000]]))
  const huge = estimateEffort(taskOf(['a.ts']), new Map([['a.ts', 20_000_000]]))

  expect(huge.person_days).toBe(small.person_days)
})

test('work that is spelled out costs close to nothing', () => {
  const work: Task['work'] = Array.from({ length: 20 }, (_, n) => ({
    kind: 'file',
    path: `src/${n}.ts`,
    content: '',
    mode: '100644',
  }))

  const effort = estimateEffort(taskOf(['src/'], { work, deliverable_spec: buildTask().deliverable_spec }), nowhere)

  expect(estimateEffort(taskOf(['src/0.ts'], { work }), nowhere)).toEqual({
    person_days: 0.2,
    why: '20 files whose content is given',
  })
  expect(effort.why).toBe('1 file to change, 20 files whose content is given')
})

const path = fc.constantFrom('a.ts', 'b.ts', 'src/a.ts', 'src/b.ts', 'src/x/c.ts', 'src/', 'src/*.ts', '**', 'docs/')
const action = fc.constantFrom('Create', 'Modify', 'Fix', 'Refactor', 'Add', 'Remove')
const file: fc.Arbitrary<Task['work'][number]> = path.map((to) => ({
  kind: 'file',
  path: to,
  content: '',
  mode: '100644',
}))
const run: fc.Arbitrary<Task['work'][number]> = fc.constant({ kind: 'run', command: 'make' })

test('beside given content, any file is no claim: a place in that content changes nothing', () => {
  const work: Task['work'] = [{ kind: 'file', path: 'a.ts', content: '', mode: '100644' }]
  const task = taskOf(['**'], { work })

  expect(estimateEffort(task, nowhere)).toEqual({ person_days: 0.1, why: '1 file whose content is given' })
  expect(estimateEffort({ ...task, modification_points: [point('a.ts', 'it')] }, nowhere).person_days).toBe(0.1)
})

property.prop([
  fc.array(path),
  fc.array(path),
  fc.array(fc.oneof(file, run), { maxLength: 2 }),
  action,
  path,
  fc.nat(100_000),
])('never less for one more file, place or byte, and always above 0', (files, points, work, action, more, bytes) => {
  const places = points.map((name, n) => point(name, `${n}`))
  const task = taskOf(files, { modification_points: places, work, action })
  const sizes = new Map([['src/a.ts', bytes]])
  const days = estimateEffort(task, sizes).person_days

  const inScope = taskOf(files, { modification_points: places, work, action, scope: [more, ...files].join(', ') })
  const delivered = taskOf([...files, more], { modification_points: places, work, action, scope: task.scope })
  const onePlaceMore = { ...task, modification_points: [...places, point(more, 'more')] }
  const larger = new Map([['src/a.ts', bytes + 50_000]])

  expect(days).toBeGreaterThan(0)
  expect(Math.round(days * 10)).toBeCloseTo(days * 10, 9)
  for (const bigger of [inScope, delivered, onePlaceMore]) {
    expect(estimateEffort(bigger, sizes).person_days).toBeGreaterThanOrEqual(days)
  }
  expect(estimateEffort(task, larger).person_days).toBeGreaterThanOrEqual(days)
})

test('where nothing is known of the files, that is said', () => {
  expect(estimateEffort(taskOf(['**'], { scope: '**' }), nowhere).why).toBe('no file is named, so 4 files are assumed')
})
