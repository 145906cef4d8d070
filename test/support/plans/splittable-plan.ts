import { fc } from '../property.ts'
import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import type { WorkItem } from '../../../src/domain/plan/task.ts'
import { buildPlanFacts } from './build-draft.ts'

/** A unified diff that changes the first line of each file. */
export function buildDiff(paths: readonly string[]): string {
  return paths.map((path) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`).join('')
}

const names = ['index.ts', 'a.ts', 'b.ts', 'c.md', 'src/a.ts', 'src/b.ts', 'src/x/a.ts', 'src/y/b.ts', 'docs/a.md']
const folders = ['src/', 'docs/', 'src/**', 'docs/**/*.md', '**']

interface Shape {
  points: { file: string; target: string }[]
  written: string[]
  diff: string[]
  run: boolean
  scope: 'inferred' | 'named' | 'open' | 'none'
  delivers: string[] | undefined
  criteria: { kind: 'exists' | 'judged' | 'runs' | 'mentions' | 'checks'; file: string }[]
  after: number[]
  days: number
  estimateFrom: 'plan' | 'assumed'
  action: NonNullable<TaskDraft['action']>
}

const file = fc.constantFrom(...names)
/** Places may be said to be in files that no task may write. */
const pointed = fc.constantFrom(...names, 'A.ts', 'src', '.git/config', 'a:b/../c')
const shape: fc.Arbitrary<Shape> = fc.record({
  points: fc.array(fc.record({ file: pointed, target: fc.string({ maxLength: 8 }) }), { maxLength: 14 }),
  written: fc.uniqueArray(file, { maxLength: 4 }),
  diff: fc.uniqueArray(file, { maxLength: 3 }),
  run: fc.boolean(),
  scope: fc.constantFrom('inferred', 'named', 'open', 'none'),
  delivers: fc.option(fc.uniqueArray(fc.constantFrom(...names, ...folders), { minLength: 1, maxLength: 12 }), {
    nil: undefined,
  }),
  criteria: fc.array(fc.record({ kind: fc.constantFrom('exists', 'judged', 'runs', 'mentions', 'checks'), file }), {
    minLength: 1,
    maxLength: 5,
  }),
  after: fc.array(fc.nat(), { maxLength: 3 }),
  days: fc.integer({ min: 1, max: 120 }).map((quarter) => quarter / 4),
  estimateFrom: fc.constantFrom('plan', 'assumed'),
  action: fc.constantFrom('Create', 'Modify', 'Refactor', 'Remove'),
})

/** Plans whose tasks have files, folders, places, work and criteria of all kinds; `T1` … each in folders of its own. */
export const splittablePlan: fc.Arbitrary<Plan> = fc
  .record({
    shapes: fc.array(shape, { minLength: 1, maxLength: 4 }),
    covered: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }),
    assembling: fc.boolean(),
  })
  .map(({ shapes, covered, assembling }) => {
    const tasks = shapes.map((one, index) => makeTask(one, index, assembling && index === shapes.length - 1))
    const root_criteria = covered.map(([task, criterion], line) => {
      const draft = tasks[task % tasks.length]
      const count = draft?.acceptance_criteria?.length ?? 1
      return {
        statement: `Item ${line}`,
        source_line: line + 1,
        covered_by: [`${draft?.id ?? ''}/AC-${(criterion % count) + 1}`],
      }
    })
    const draft: PlanDraft = { description: 'Random', tasks, root_criteria }
    if (assembling) draft.final = { mode: 'ASSEMBLE', assemble_task_id: `T${tasks.length}` }
    return assemblePlan(draft, buildPlanFacts())
  })

function makeTask(one: Shape, index: number, afterAll: boolean): TaskDraft {
  const own = (path: string): string => (path === '**' ? `t${index}/**` : `t${index}/${path}`)
  const work: WorkItem[] = one.written.map((path) => ({ kind: 'file', path: own(path), content: path, mode: '100644' }))
  if (one.diff.length > 0) work.push({ kind: 'diff', diff: buildDiff(one.diff.map(own)) })
  if (one.run) work.push({ kind: 'run', command: `make t${index}` })
  const earlier = afterAll ? [...Array(index).keys()] : one.after.map((n) => n % Math.max(1, index)).slice(0, index)
  const delivers = one.delivers?.map(own)
  return {
    id: `T${index + 1}`,
    title: `Task ${index + 1}`,
    action: one.action,
    modification_points: one.points.map((point) => ({
      file: own(point.file),
      target: point.target,
      change: 'change it',
    })),
    work,
    ...(delivers === undefined
      ? {}
      : { deliverable_spec: { files: delivers, single_file: false, bundle_mode: 'MANIFEST', filename: '.' } }),
    ...makeScope(one, index),
    acceptance_criteria: one.criteria.map(({ kind, file: path }, n) => makeCriterion(kind, own(path), n)),
    depends_on: [...new Set(earlier.map((n) => `T${n + 1}`))],
    test: { commands: one.run ? [`make test-${index}`] : [] },
    estimated_person_days: one.days,
    estimate_from: one.estimateFrom,
  }
}

function makeScope(one: Shape, index: number): Pick<TaskDraft, 'scope'> {
  switch (one.scope) {
    case 'inferred':
      return {}
    case 'named':
      return { scope: [...names.map((name) => `t${index}/${name}`), `t${index}/docs/`].join(', ') }
    case 'open':
      return { scope: `t${index}/` }
    case 'none':
      return { scope: '' }
  }
}

function makeCriterion(
  kind: Shape['criteria'][number]['kind'],
  path: string,
  n: number,
): NonNullable<TaskDraft['acceptance_criteria']>[number] {
  switch (kind) {
    case 'exists':
      return { statement: `\`${path}\` exists` }
    case 'judged':
      return { statement: `Point ${n} reads well` }
    case 'runs':
      return { statement: `\`check ${n}\` passes` }
    case 'mentions':
      return { statement: `\`${path}\` explains point ${n}`, severity: 'minor' }
    case 'checks':
      return { statement: `CI check \`build\` passes`, source: `issue:${n + 1}` }
  }
}
