import { expect, test } from 'vitest'
import { writePersonDays, writeSum } from '../../../../src/domain/plan/assemble/person-days.ts'

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

test.each([
  [[0.5, 0.8], '1.3 person-days'],
  [[10 / 480, 15 / 480], '25 min'],
  [[0.5, 1 / 8], '5 h'],
  [[1, 1 / 8], '1.1 person-days'],
  [[2.5, 10 / 480], '2.5 person-days'],
  [[1.5, 0.25, 0.25], '2 person-days'],
  [[30, 1 / 480], '30 person-days'],
  [[0.96, 0.045], '1 person-day'],
])('the sum of %j days is written %s', (estimates, words) => {
  expect(writeSum(estimates)).toBe(words)
})
