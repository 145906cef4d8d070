import { fc, test } from '../../../support/property.ts'
import { expect } from 'vitest'
import { orderTasks } from '../../../../src/domain/plan/graph/order-tasks.ts'

const task = (id: string, ...on: string[]) => ({ id, depends_on: on })

test('tasks come in waves, each in the order of the plan', () => {
  const order = orderTasks([task('T1', 'T3'), task('T2'), task('T3'), task('T4', 'T2')])

  expect(order).toEqual({ kind: 'ordered', ids: ['T2', 'T3', 'T4', 'T1'] })
})

test('what waits for each other is named, what waits for nothing is not', () => {
  const order = orderTasks([task('T1'), task('T2', 'T1', 'T4'), task('T3', 'T2'), task('T4', 'T3'), task('T5', 'T5')])

  expect(order).toEqual({ kind: 'circular', circles: [['T2', 'T3', 'T4'], ['T5']] })
})

test('a dependency on what is no task holds nothing up', () => {
  expect(orderTasks([task('T1', 'T9', '__proto__')])).toEqual({ kind: 'ordered', ids: ['T1'] })
})

const graph = fc
  .array(fc.array(fc.nat(), { maxLength: 5 }), { minLength: 1, maxLength: 40 })
  .map((list) => list.map((on, index) => task(`T${index}`, ...(index === 0 ? [] : on.map((n) => `T${n % index}`)))))

test.prop([graph, fc.infiniteStream(fc.nat())])('every task stands after all it depends on', (tasks, places) => {
  const shuffled = tasks.map((one) => ({ one, at: places.next().value })).toSorted((a, b) => a.at - b.at)

  const order = orderTasks(shuffled.map(({ one }) => one))

  expect(order.kind).toBe('ordered')
  const ids = order.kind === 'ordered' ? order.ids : []
  expect(ids.toSorted()).toEqual(tasks.map(({ id }) => id).toSorted())
  for (const { id, depends_on: on } of tasks) {
    for (const before of on) expect(ids.indexOf(before)).toBeLessThan(ids.indexOf(id))
  }
})
