import { expect, test } from 'vitest'
import { writePersonDays } from '../../../../src/domain/plan/assemble/person-days.ts'

test.each([
  [0.5, '0.5 person-days'],
  [1, '1 person-day'],
  [2.25, '2.25 person-days'],
  [10 / 480, '10 min'],
  [0.0625, '30 min'],
  [0.125, '1 h'],
  [0.25, '2 h'],
  [0, '0 person-days'],
])('%d days are written %s', (days, words) => {
  expect(writePersonDays(days)).toBe(words)
})
