import { expect, test } from 'vitest'
import { deriveLevel } from '../../../../src/domain/plan/score/derive-level.ts'
import { buildTask } from '../../../support/builders.ts'

function tasksOf(count: number, personDays: number) {
  return Array.from({ length: count }, (_, n) => buildTask({ id: `T${n + 1}`, estimated_person_days: personDays }))
}

test.each([
  [1, 3, 'low'],
  [1, 3.5, 'medium'],
  [5, 0.1, 'low'],
  [6, 0.1, 'medium'],
  [25, 0.1, 'medium'],
  [26, 0.1, 'high'],
  [1, 15, 'medium'],
  [1, 16, 'high'],
])('%i files in tasks of %d person-days are %s', (files, personDays, level) => {
  expect(deriveLevel(tasksOf(files, personDays))).toBe(level)
})

test('a file that many tasks touch counts once', () => {
  const same = tasksOf(10, 0.1).map((task) => ({ ...task, ...buildTask(), id: task.id, estimated_person_days: 0.1 }))

  expect(deriveLevel(same)).toBe('low')
})
