import { expect, test } from 'vitest'
import { mirroredTasks } from '../../../../src/domain/work/show/mirrored-tasks.ts'
import { buildExecution, buildPlan, buildTask } from '../../../support/builders.ts'

test('before any work every task is open, with what it waits for', () => {
  const plan = buildPlan()

  const mirrored = mirroredTasks(plan, null)

  expect(mirrored).toEqual([
    { task: 'T1', open: true, closedAs: null, blockedBy: [] },
    { task: 'T2', open: true, closedAs: null, blockedBy: ['T1'] },
    { task: 'T3', open: true, closedAs: null, blockedBy: ['T2'] },
  ])
})

test('a done task is completed, a cancelled one not planned, anything else open', () => {
  const plan = buildPlan()
  const execution = buildExecution(plan, {
    T1: { state: 'DONE' },
    T2: { state: 'CANCELLED' },
    T3: { state: 'WAITING_EXTERNAL' },
  })

  const mirrored = mirroredTasks(plan, execution)

  expect(mirrored.map(({ open, closedAs }) => [open, closedAs])).toEqual([
    [false, 'completed'],
    [false, 'not_planned'],
    [true, null],
  ])
})

test('the record of another plan says nothing', () => {
  const plan = buildPlan({ id: 'SOL-ISS-007-2' })
  const execution = buildExecution(buildPlan(), { T1: { state: 'DONE' } })

  const mirrored = mirroredTasks(plan, execution)

  expect(mirrored.every(({ open }) => open)).toBe(true)
})

test('a task that was split is not mirrored, nor waited for; its parts are', () => {
  const tasks = [
    buildTask({ id: 'T1.1' }),
    buildTask({ id: 'T1.2', depends_on: ['T1.1'] }),
    buildTask({ id: 'T2', depends_on: ['T1', 'T1.1', 'T1.2', 'T1.2'] }),
  ]

  const mirrored = mirroredTasks(buildPlan({ tasks }), null)

  expect(mirrored.map(({ task, blockedBy }) => [task, blockedBy])).toEqual([
    ['T1.1', []],
    ['T1.2', ['T1.1']],
    ['T2', ['T1.1', 'T1.2']],
  ])
})
