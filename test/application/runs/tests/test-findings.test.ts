import { expect, test } from 'vitest'
import { findingsOf, noteChance } from '../../../../src/application/runs/tests/test-findings.ts'
import type { TestOutcome, TestReading } from '../../../../src/application/ports/roles/workspace.ts'
import type { TestCase } from '../../../../src/domain/loop/tests/test-report.ts'

function testCase(name: string, status: TestCase['status'] = 'passed'): TestCase {
  const message = status === 'failed' ? 'expected 3, got 4' : null
  return { suite: 'sums', name, status, duration_ms: 2, message, stack: null, file: 'test/sums.js', line: 4 }
}

function outcome(tests: TestReading, exitCode = 0, output = ''): TestOutcome {
  return { exitCode, timedOut: false, aborted: false, output, outputBytes: output.length, durationMs: 7, tests }
}

function report(...tests: TestCase[]): TestReading {
  const count = (status: TestCase['status']) => tests.filter((one) => one.status === status).length
  const totals = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), duration_ms: 9 }
  return { kind: 'read', report: { tests, totals, coverage: { lines: 10, covered: 9 } } }
}

test('results of all commands are one list, failed tests first, with their counts and coverage', () => {
  const findings = findingsOf([
    { command: 'npm test', outcome: outcome(report(testCase('adds'), testCase('skips', 'skipped'))) },
    { command: 'npm run more', outcome: outcome(report(testCase('halves'), testCase('doubles', 'failed')), 1) },
  ])

  expect(findings).toMatchObject({
    passed: false,
    summary: expect.stringMatching(/^`npm run more` ended with exit code 1: 1 of 2 tests passed/),
    failed_tests: ['sums › doubles'],
    totals: { passed: 2, failed: 1, skipped: 1 },
    coverage: { lines: 20, covered: 18 },
  })
  expect(findings.results.map((one) => one.test_name)).toEqual(['doubles', 'adds', 'skips', 'halves'])
})

test('a command that tells of no tests is one by itself', () => {
  const passed = findingsOf([{ command: 'grep -q good a.txt', outcome: outcome({ kind: 'none' }) }])
  const failed = findingsOf([{ command: 'make check', outcome: outcome({ kind: 'none' }, 2, 'no rule\n') }])

  expect(passed).toMatchObject({ passed: true, totals: { passed: 1, failed: 0 }, failed_tests: [] })
  expect(failed).toMatchObject({ passed: false, totals: { passed: 0, failed: 1 }, failed_tests: ['make check'] })
  expect(failed.results[0]?.error_message).toContain('no rule')
})

test('where no test ran, or the command failed beside tests that passed, the command itself failed', () => {
  const none = findingsOf([{ command: 'npm test', outcome: outcome(report(testCase('skips', 'skipped'))) }])
  const crash = findingsOf([{ command: 'npm test', outcome: outcome(report(testCase('adds')), 1, 'teardown') }])

  expect(none).toMatchObject({ passed: false, failed_tests: ['npm test'] })
  expect(crash).toMatchObject({ passed: false, failed_tests: ['npm test'], totals: { passed: 1, failed: 1 } })
})

test('forty failed tests tell all they have to say, the others what fits a line', () => {
  const long = 'x'.repeat(1_500)
  const many = Array.from({ length: 60 }, (_, n) => ({ ...testCase(`t${n}`, 'failed'), message: long, stack: long }))

  const { results } = findingsOf([{ command: 'npm test', outcome: outcome(report(...many), 1) }])

  expect(results.filter((one) => one.stack_trace !== null)).toHaveLength(40)
  expect(results.map((one) => one.error_message?.length)).toEqual([...Array(40).fill(1_500), ...Array(20).fill(200)])
})

test('of thousands of tests 200 are kept, every failed one counted', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => testCase(`t${index}`, index < 300 ? 'failed' : 'passed'))

  const findings = findingsOf([{ command: 'npm test', outcome: outcome(report(...many), 1) }])

  expect(findings.results).toHaveLength(200)
  expect(findings.failed_tests).toHaveLength(200)
  expect(findings.totals).toEqual({ passed: 700, failed: 300, skipped: 0 })
})

test('what ran out of time says after how long, and no more where nothing was printed', () => {
  const late = { ...outcome({ kind: 'none' }, 0), exitCode: null, timedOut: true, durationMs: 1_240 }

  const { summary, failed_tests: failed } = findingsOf([{ command: 'npm test', outcome: late }])

  expect([summary, failed]).toEqual(['`npm test` ran out of time after 1.2 s', ['npm test']])
})

test('a failure by chance says so first, and fails all the same', () => {
  const failed = findingsOf([{ command: 'npm test', outcome: outcome(report(testCase('adds', 'failed')), 1) }])

  expect(noteChance(failed, { kind: 'flaky' })).toEqual({
    ...failed,
    summary: `flaky, the same files passed in another run: ${failed.summary}`,
  })
  expect(noteChance(failed, { kind: 'timeout' })).toEqual(failed)
  expect(noteChance(failed, null)).toEqual(failed)
})

test('failed tests are kept with their places, those first whose line is told', () => {
  const failed = (name: string, place: Partial<TestCase>) => ({ ...testCase(name, 'failed'), ...place })
  const tests = [
    failed('far', { line: null }),
    failed('near', { line: 12 }),
    failed('lost', { file: null }),
    testCase('ok'),
  ]

  const { places } = findingsOf([{ command: 'npm test', outcome: outcome(report(...tests), 1) }])

  expect(places).toEqual([
    { test: 'sums › near', path: 'test/sums.js', line: 12 },
    { test: 'sums › far', path: 'test/sums.js', line: null },
  ])
})
