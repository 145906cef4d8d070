import { expect, test } from 'vitest'
import { nameChangedTasks, renderPlanChanges } from '../../../src/views/plan/changes/plan-changes.ts'
import { linearGrowth, measureGrowth } from '../../support/measure/measure-growth.ts'

const change = (after: string) => ({ kind: 'changed' as const, task: 'T1', what: 'title', before: 'Before', after })

test('a text of several lines is shown in one', () => {
  expect(renderPlanChanges([change('One \n\n  two')])).toContain('One · two')
})

test('blanks without end take linear time', { retry: 2, timeout: 30_000 }, () => {
  const growth = measureGrowth(
    16_000,
    (size) => `a${' '.repeat(size)}b`,
    (after) => renderPlanChanges([change(after)]),
  )

  expect(growth).toBeLessThan(linearGrowth)
})

type Change = Parameters<typeof renderPlanChanges>[0][number]

const differs = (what: string, before: string | null, after: string | null, task: string | null = 'T1'): Change => ({
  kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
  task,
  what,
  before,
  after,
})

test.each([
  [differs('task', null, 'Sort it', 'T2'), '➕ **T2** is new: Sort it'],
  [differs('task', 'Sort it', null, 'T2'), '➖ **T2** is gone: Sort it'],
  [differs('title', 'Sort', 'Sort it'), '**T1** now is called `Sort it`, no longer `Sort`'],
  [differs('may write', '`src/a.js`', 'any file'), '**T1** now may touch `any file`, no longer'],
  [differs('comes after', null, 'T2'), '**T1** now waits for `T2`'],
  [differs('comes after', 'T2', null), '**T1** no longer waits for `T2`'],
  [differs('AC-2', null, 'It is sorted'), '**T1** must also hold (AC-2): `It is sorted`'],
  [differs('AC-2', 'It is sorted', null), '**T1** need no longer hold (AC-2): `It is sorted`'],
  [differs('final deliverable', 'a', 'b', null), 'The plan, final deliverable: `a` → `b`'],
])('%j is told in a sentence', (one, line) => {
  expect(renderPlanChanges([one])).toContain(`- ${line}`)
})

test('a plan that is not the newest is refused with the tasks that differ', () => {
  const changes = [
    differs('task', null, 'Sort it', 'T3'),
    differs('title', 'a', 'b', 'T1'),
    differs('estimate', '1 day', '2 days', 'T2'),
  ]

  expect(nameChangedTasks(changes)).toBe('T3 is new, T1 and T2 changed')
  expect(nameChangedTasks([])).toBe('')
})
