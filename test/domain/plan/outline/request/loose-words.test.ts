import { expect, test } from 'vitest'
import {
  isLoose,
  isLooseTask,
  isSlowness,
  isUnnamed,
} from '../../../../../src/domain/plan/outline/request/doubts/loose-words.ts'

test.each([
  ['Slow with large repositories', true],
  ['The list takes very long to open', true],
  ['Exports need ages', true],
  ['Parsing is quadratic', false],
  ['Slower than in 2.3', false],
  ['Performance regression since 0.5.0', false],
  ['Opening the list should take less than 2 seconds, it is slow', false],
  ['The slow query log is empty', false],
  ['`slow` is ignored', false],
])('“%s” is slow, and nothing says how fast is fast enough: %s', (text, is) => {
  expect(isSlowness(text)).toBe(is)
})

test.each([
  ['An unexpected error on start', true],
  ['Facing issues with the importer', true],
  ['Timeout tests are flaky on CI', true],
  ['`TestJoin` is flaky', false],
  ['The test join_three_nodes is flaky', false],
  ['The error message is cut off', false],
  ['An unexpected error "E42" on start', false],
])('“%s” doesn’t say which: %s', (text, is) => {
  expect(isUnnamed(text)).toBe(is)
})

test.each([
  ['The docs need to be updated', true],
  ['This code should be cleaned up, but others call it', true],
  ['The link should be updated to reflect the new page', false],
  ['`util.ts` should be cleaned up', false],
])('“%s” could come to anything: %s', (text, is) => {
  expect(isLoose(text)).toBe(is)
})

test.each([
  ['Improve performance', true],
  ['**Clean up** the code', true],
  ['Fix all remaining bugs', true],
  ['Refactor', true],
  ['Refactor the parser so that it streams', false],
  ['Clean up `src/util.ts`', false],
  ['Optimize images to 80 %', false],
  ['Fix the crash on rotation', false],
  ['Update docs', false],
])('the task “%s” could come to anything: %s', (text, is) => {
  expect(isLooseTask(text)).toBe(is)
})
