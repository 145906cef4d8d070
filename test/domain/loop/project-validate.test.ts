import { expect, test } from 'vitest'
import { recordValidation } from '../../../src/domain/loop/record-validation.ts'
import { projectValidate, sumNewestTests } from '../../../src/domain/loop/project-validate.ts'
import { buildExecution, buildValidation, testUuid } from '../../support/builders.ts'

const tested = { at: '2026-11-21T03:12:00Z', artifact_id: null, commit_sha: 'c1', tree_sha: 't1' }

test('the newest tests of all tasks are one sum, with their coverage, in numbers and in percent', () => {
  const first = buildValidation({ totals: { passed: 3, failed: 0, skipped: 1 }, coverage: { lines: 10, covered: 10 } })
  const second = buildValidation({
    validation_id: testUuid('second'),
    totals: { passed: 5, failed: 0, skipped: 0 },
    coverage: { lines: 90, covered: 40 },
  })
  const before = buildExecution()
  const one = { ...before, ...recordValidation(before, { ...tested, task: 'T1' }, first, tested.at) }

  const both = { ...one, ...recordValidation(one, { ...tested, task: 'T2' }, second, tested.at) }

  expect(sumNewestTests(both)).toEqual({
    totals: { passed: 8, failed: 0, skipped: 1 },
    coverage: { lines: 100, covered: 50 },
  })
  expect(projectValidate(both, false)).toMatchObject({ pass_rate: 100, coverage: 50 })
  expect(sumNewestTests(before)).toBeNull()
  expect(projectValidate(before, false)).not.toHaveProperty('coverage')
})
