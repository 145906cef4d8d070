import { fc, test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import { findLoopFaults } from '../../../src/domain/loop/find-loop-faults.ts'
import { parseLegacyLoop } from '../../../src/domain/loop/parse-legacy-loop.ts'
import { LoopStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import { buildHypothesis, buildTestResult } from '../../support/loop/build-skill-state.ts'

const old = {
  session_id: 'WFS-auth',
  task_description: 'Implement user authentication\nwith tokens',
  initialized: true,
  status: 'completed',
  iteration_count: 4,
  created_at: '2026-01-22T10:00:00+08:00',
  develop: {
    total_count: 9,
    completed_count: 9,
    current_task: null,
    tasks: [{ id: 'task-001', description: 'Create it', status: 'completed', tool: 'gemini' }],
  },
  debug: { active_bug: 'none', hypotheses: [buildHypothesis({ status: 'confirmed' })], confirmed_hypothesis: 'H1' },
  validate: { passed: true, pass_rate: 50, test_results: [buildTestResult({ status: 'failed' })] },
}

test('a loop of the old version is one of today', () => {
  const loop = parseLegacyLoop('WFS-auth', old)

  expect(LoopStateSchema.parse(loop)).toEqual(loop)
  expect(loop).toMatchObject({
    title: 'Implement user authentication',
    status: 'completed',
    current_iteration: 4,
    skill_state: {
      develop: { total: 1, completed: 1, tasks: [{ tool: 'gemini', created_at: old.created_at }] },
      debug: { confirmed_hypothesis: 'H1', hypotheses_count: 1 },
      validate: { failed_tests: ['auth accepts fresh'] },
    },
  })
})

test('one that is completed and was never validated is taken as paused', () => {
  expect(parseLegacyLoop('WFS-auth', { ...old, validate: {} })?.status).toBe('paused')
})

test('what is no loop is none', () => {
  expect(parseLegacyLoop('WFS-auth', { session_id: 'x' })).toBeUndefined()
  expect(parseLegacyLoop('WFS-auth', undefined)).toBeUndefined()
})

const part = fc.oneof(fc.jsonValue(), fc.constant(undefined))

property.prop([
  fc.string(),
  fc.record({ status: part, created_at: part, develop: part, debug: part, validate: part, errors: part }),
])('whatever else it holds, what comes of it is valid and agrees with itself', (description, rest) => {
  const loop = parseLegacyLoop('WFS-auth', { ...rest, task_description: description })

  expect(LoopStateSchema.safeParse(loop).error).toBeUndefined()
  expect(loop === undefined ? ['none'] : findLoopFaults(loop)).toEqual([])
})
