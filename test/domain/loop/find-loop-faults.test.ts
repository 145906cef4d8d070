import { expect, test } from 'vitest'
import { findLoopFaults } from '../../../src/domain/loop/find-loop-faults.ts'
import { buildHypothesis, buildSkillState, buildTestResult } from '../../support/loop/build-skill-state.ts'

const good = buildSkillState()

test('a loop that agrees with itself has no fault', () => {
  expect(findLoopFaults({ status: 'running', skill_state: good })).toEqual([])
  expect(findLoopFaults({ status: 'created' })).toEqual([])
})

test.each([
  ['completed means validated', 'completed' as const, {}, 'completed, but validation has not passed'],
  ['tasks are counted', 'running' as const, { develop: { total: 3 } }, 'develop.total is 3, the list has 2'],
  ['completed ones are', 'running' as const, { develop: { completed: 0 } }, 'develop.completed is 0, the list has 1'],
  [
    'hypotheses are',
    'paused' as const,
    { debug: { hypotheses_count: 1 } },
    'debug.hypotheses_count is 1, the list has 0',
  ],
  [
    'a confirmed one is there',
    'running' as const,
    { debug: { hypotheses: [buildHypothesis()], hypotheses_count: 1, confirmed_hypothesis: 'H1' } },
    'debug.confirmed_hypothesis is H1, the list has no such confirmed one',
  ],
  [
    'failed tests are named',
    'running' as const,
    { validate: { test_results: [buildTestResult({ status: 'failed' })] } },
    'validate.failed_tests is 0, the list has 1',
  ],
  [
    'no test ran is no pass',
    'running' as const,
    { validate: { passed: true } },
    'validation has passed, but no test ran',
  ],
])('%s', (_, status, parts, fault) => {
  expect(findLoopFaults({ status, skill_state: buildSkillState(parts) })).toEqual([fault])
})
