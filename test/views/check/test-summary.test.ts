import { expect, test } from 'vitest'
import {
  judgeTests,
  TestReportSchema,
  type TestCase,
  type TestReport,
} from '../../../src/domain/loop/tests/test-report.ts'
import { summariseTests } from '../../../src/views/check/test-summary.ts'

function buildFailed(overrides: Partial<TestCase> = {}): TestCase {
  return {
    suite: 'auth',
    name: 'refuses expired',
    status: 'failed',
    duration_ms: 1,
    message: 'expected 401, got 200',
    stack: null,
    file: 'auth.test.ts',
    line: 41,
    ...overrides,
  }
}

function buildReport(totals: Partial<TestReport['totals']>, rest: Partial<TestReport> = {}): TestReport {
  const all = { passed: 0, failed: 0, skipped: 0, duration_ms: 0, ...totals }
  return TestReportSchema.parse({ tests: [], totals: all, coverage: null, ...rest })
}

test('one failed test is told on the first line', () => {
  expect(summariseTests(buildReport({ passed: 41, failed: 1 }, { tests: [buildFailed()] }))).toEqual([
    '41 of 42 tests passed; failed: auth › refuses expired (auth.test.ts:41): expected 401, got 200',
  ])
})

test('of many a few, the rest counted', () => {
  const tests = Array.from({ length: 9 }, (_, at) =>
    buildFailed({ suite: '', name: `t${at}`, file: null, message: null }),
  )

  const lines = summariseTests(buildReport({ passed: 1, failed: 9, skipped: 2 }, { tests }))

  expect(lines).toEqual(['1 of 10 tests passed, 2 skipped; failed:', 't0', 't1', 't2', 't3', 't4', 'and 4 more'])
})

test('coverage stands behind the count', () => {
  expect(summariseTests(buildReport({ passed: 2 }, { coverage: { lines: 3, covered: 2 } }))).toEqual([
    '2 of 2 tests passed, 66 % of lines covered',
  ])
})

test.each([
  [{ passed: 1 }, 'passed'],
  [{ passed: 1, failed: 3 }, 'failed'],
  [{ failed: 1 }, 'failed'],
  [{}, 'none_ran'],
  [{ skipped: 3 }, 'none_ran'],
] as const)('%j: %s', (totals, judged) => {
  expect(judgeTests(buildReport(totals))).toBe(judged)
})
