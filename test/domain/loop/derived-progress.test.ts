import { expect, test } from 'vitest'
import {
  debugCompleted,
  developProgress,
  overallProgress,
  validationPassed,
} from '../../../src/domain/loop/derived-progress.ts'
import { buildHypothesis, buildSkillState, buildTestResult } from '../../support/loop/build-skill-state.ts'

const passed = { passed: true, test_results: [buildTestResult()] }

test('development is as far as its completed tasks, and nowhere without tasks', () => {
  expect(developProgress({ total: 4, completed: 1 })).toBe(25)
  expect(developProgress({ total: 0, completed: 0 })).toBe(0)
})

test('a confirmed hypothesis completes debugging', () => {
  const debug = { confirmed_hypothesis: 'H1', active_bug: 'auth refuses expired' }

  expect(debugCompleted(buildSkillState({ debug }))).toBe(true)
})

test('debugging that was never needed counts as done, once validation has passed', () => {
  expect(debugCompleted(buildSkillState({ validate: passed }))).toBe(true)
  expect(debugCompleted(buildSkillState())).toBe(false)
})

test('while tasks are worked on, there is nothing to debug where no test fails', () => {
  const validate = { passed: false, test_results: [buildTestResult()] }

  expect(debugCompleted(buildSkillState({ validate }))).toBe(true)
  expect(debugCompleted(buildSkillState({ validate: { ...validate, failed_tests: ['a'] } }))).toBe(false)
})

test('debugging that confirmed nothing is not done, whatever passed since', () => {
  const debug = { hypotheses: [buildHypothesis({ status: 'inconclusive' })], hypotheses_count: 1 }

  expect(debugCompleted(buildSkillState({ debug, validate: passed }))).toBe(false)
})

test('debugging that found chance is done once validation has passed, and not before', () => {
  const flaky = buildHypothesis({ status: 'inconclusive', evidence: { flaky: true } })
  const debug = { hypotheses: [flaky], hypotheses_count: 1 }

  expect(debugCompleted(buildSkillState({ debug, validate: passed }))).toBe(true)
  expect(debugCompleted(buildSkillState({ debug }))).toBe(false)
})

test('that no test ran is no pass', () => {
  expect(validationPassed({ ...buildSkillState().validate, passed: true })).toBe(false)
})

test.each([
  ['half of two tasks', {}, 25],
  ['all tasks', { develop: { completed: 2 } }, 50],
  ['all tasks and a cause', { develop: { completed: 2 }, debug: { confirmed_hypothesis: 'H1' } }, 75],
  ['all of it', { develop: { completed: 2 }, validate: passed }, 100],
] as const)('overall is 50 for development, 25 for debugging, 25 for validation: %s', (_, parts, percent) => {
  const { test_results: results = [], ...validate } = 'validate' in parts ? parts.validate : {}
  const skill = buildSkillState({ ...parts, validate: { ...validate, test_results: [...results] } })

  expect(overallProgress({ skill_state: skill })).toBe(percent)
})

test('a loop that has not begun is nowhere', () => {
  expect(overallProgress({})).toBe(0)
})
