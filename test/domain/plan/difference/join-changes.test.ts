import { expect, test } from 'vitest'
import { joinChanges } from '../../../../src/domain/plan/difference/join-changes.ts'
import type { PlanChange } from '../../../../src/domain/plan/difference/plan-difference.ts'

const change = (what: string, before: string | null, after: string | null, task = 'T2'): PlanChange => ({
  kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
  task,
  what,
  before,
  after,
})

test('what was changed twice is told once, from the first plan to the last', () => {
  const joined = joinChanges([
    [change('estimate', '1 h', '1.5 h'), change('done by', 'a person', 'grace')],
    [change('estimate', '1.5 h', '2 h'), change('done by', 'grace', '@grace', 'T1')],
  ])

  expect(joined).toEqual([
    change('estimate', '1 h', '2 h'),
    change('done by', 'a person', 'grace'),
    change('done by', 'grace', '@grace', 'T1'),
  ])
})

test('what was changed back is not told, unless it was too long to be kept whole', () => {
  const [long, other] = [`${'a'.repeat(159)}…`, 'b']

  expect(joinChanges([[change('title', 'A', 'B')], [change('title', 'B', 'A')]])).toEqual([])
  expect(joinChanges([[change('tests', null, 'make')], [change('tests', 'make', null)]])).toEqual([])
  expect(joinChanges([[change('steps', long, other)], [change('steps', other, long)]])).toHaveLength(1)
})

test('criteria are told by their words, whatever number they have from plan to plan', () => {
  const shifted = joinChanges([[change('AC-1', 'a', 'b')], [change('AC-1', null, 'c')]])
  const again = joinChanges([[change('AC-1', 'a', 'b')], [change('AC-1', null, 'c')], [change('AC-2', 'b', 'd')]])

  expect(shifted).toEqual([change('AC-1', 'a', 'b'), change('AC-1', null, 'c')])
  expect(again).toEqual([change('AC-1', null, 'c'), change('AC-2', 'a', 'd')])
  expect(joinChanges([[change('AC-2', 'a', null)], [change('AC-1', null, 'a')]])).toEqual([])
  expect(joinChanges([[change('AC-1', null, 'a')], [change('AC-2', 'a', null)]])).toEqual([])
})

test('of a task that came, its parts are not told; nor one that came and went', () => {
  const came = change('task', null, 'Types')

  expect(joinChanges([[came], [change('estimate', '1 h', '2 h')]])).toEqual([came])
  expect(joinChanges([[came], [change('task', 'Types', null)]])).toEqual([])
})

test('a task that went and came is written anew', () => {
  const joined = joinChanges([[change('task', 'Types', null)], [change('task', null, 'The types')]])

  expect(joined).toEqual([change('written anew', 'Types', 'The types')])
})
