import { expect, test } from 'vitest'
import { deliveryId, expectDelivery, judgedCriteria } from '../../../../src/domain/plan/assemble/delivery.ts'
import { decideVerdict } from '../../../../src/domain/gate/check/decide-verdict.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../../support/plans/build-draft.ts'
import { buildTask } from '../../../support/builders.ts'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import type { TaskDraft } from '../../../../src/domain/plan/plan-draft.ts'

function taskOf(draft: Partial<TaskDraft>): Task {
  const [task] = assemblePlan(buildPlanDraft({ tasks: [buildTaskDraft(draft)] }), buildPlanFacts()).tasks
  if (task === undefined) throw new Error('a plan has a task')
  return task
}

test('what a CHECK judges begins with the deliverable; in a plan made before that it is the criteria alone', () => {
  const task = buildTask({ delivery_check: 'each' })

  expect(judgedCriteria(task).map(({ id, severity, statement }) => [id, severity, statement])).toEqual([
    ['AC-0', 'blocker', 'Delivers `src/task-1.ts`: one file'],
    ['AC-1', 'blocker', 'src/task-1.ts exists'],
  ])
  expect(judgedCriteria(buildTask()).map(({ id }) => id)).toEqual(['AC-1'])
})

test.each<[string, Partial<TaskDraft>, string]>([
  [
    'a file that is declared',
    { deliverable_spec: { filename: 'a.json' }, scope: 'a.json' },
    'Delivers `a.json`: one file, valid JSON',
  ],
  [
    'a file among others',
    { deliverable_spec: { filename: 'a.js' }, scope: 'a.js, b.js' },
    'Delivers `a.js`: one file, beside `b.js`',
  ],
  ['the scope', { scope: 'src/, docs/a.md' }, 'Delivers at least one of `src/**` and `docs/a.md`'],
  [
    'a set',
    { deliverable_spec: { files: ['a.md', 'b/*'], single_file: false, bundle_mode: 'MANIFEST' } },
    'Delivers each of `a.md` and `b/*`',
  ],
  ['anything', { scope: '**' }, 'Delivers a change'],
  ['what goes', { action: 'Remove', scope: 'old.js' }, 'Changes or removes `old.js`'],
  [
    'what its diff deletes',
    { scope: 'old.js', work: [{ kind: 'diff', diff: '--- a/old.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' }] },
    'Changes or removes `old.js`',
  ],
])('%s is said in the plan', (_name, draft, statement) => {
  expect(judgedCriteria(taskOf(draft))[0]?.statement).toBe(statement)
})

test('files that a diff renames away are not looked for', () => {
  const diff = 'diff --git a/a.js b/b.js\nrename from a.js\nrename to b.js\n'

  expect(expectDelivery(taskOf({ scope: 'a.js, b.js', work: [{ kind: 'diff', diff }] }))).toEqual({
    kind: 'set',
    entries: ['b.js'],
    some: false,
  })
})

test('the deliverable has no weight in the score, and without it the score is 0', () => {
  const criteria = judgedCriteria(buildTask({ delivery_check: 'each' }))
  const judge = (delivers: 'pass' | 'fail' | 'waived', states: 'pass' | 'fail') =>
    decideVerdict(
      criteria,
      [
        { id: deliveryId, result: delivers, evidence: '' },
        { id: 'AC-1', result: states, evidence: '' },
      ],
      0.8,
    )

  expect(judge('pass', 'pass')).toEqual({ kind: 'verdict', verdict: 'APPROVED', score: 1 })
  expect(judge('fail', 'pass')).toEqual({ kind: 'verdict', verdict: 'REJECTED', score: 0 })
  expect(judge('pass', 'fail')).toEqual({ kind: 'verdict', verdict: 'REJECTED', score: 0 })
  expect(judge('waived', 'pass')).toEqual({ kind: 'verdict', verdict: 'APPROVED', score: 1 })
})
