import { expect, test } from 'vitest'
import { recordValidation } from '../../../src/domain/loop/record-validation.ts'
import { buildTask, buildValidation, testUuid } from '../../support/builders.ts'
import { startGate } from '../../support/gate/play-gate.ts'

const tested = { at: '2026-11-21T03:12:00Z', task: 'T1', artifact_id: null, commit_sha: 'c1', tree_sha: 't1' }

test('of a validation that is no longer the newest of its task some names of tests stay at most', () => {
  const names = Array.from({ length: 200 }, (_, index) => `t${index}`)
  const flaky = buildValidation({ passed: false, failed_tests: names, flaky_tests: names })
  const { execution } = startGate(buildTask())
  const first = recordValidation(execution, tested, flaky, tested.at)

  const { validations } = recordValidation(
    { ...execution, ...first },
    tested,
    buildValidation({ validation_id: testUuid('second') }),
    tested.at,
  )

  const [earlier] = validations
  expect(first.validations[0]?.flaky_tests).toHaveLength(200)
  expect(earlier).toMatchObject({ results: [], places: [] })
  expect([earlier?.failed_tests.length, earlier?.flaky_tests.length]).toEqual([50, 50])
})
