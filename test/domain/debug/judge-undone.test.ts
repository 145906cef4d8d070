import { expect, test } from 'vitest'
import { judgeUndone, type TriedRun } from '../../../src/domain/debug/judge-undone.ts'
import type { TestCase } from '../../../src/domain/loop/tests/test-report.ts'
import { buildFailure } from './build-request.ts'

const passing = (name: string) => buildFailure({ name, status: 'passed', message: null })

function ran(tests: TestCase[] | null, parts: Partial<TriedRun> & { uncounted?: number } = {}): TriedRun {
  const { uncounted = 0, ...rest } = parts
  const failed = tests?.filter(({ status }) => status === 'failed').length ?? 0
  const totals = { passed: (tests?.length ?? 0) - failed + uncounted, failed, skipped: 0, duration_ms: 1 }
  const report = tests === null ? null : { tests, totals, coverage: null }
  return { exitCode: failed > 0 ? 1 : 0, timedOut: false, output: '', report, ...rest }
}

const before = ran([buildFailure({ name: 'a' }), buildFailure({ name: 'b' }), passing('c')])

test('confirmed where every test that failed is there and passes', () => {
  expect(judgeUndone(before, ran([passing('a'), passing('b'), passing('c')]))).toEqual({
    status: 'confirmed',
    reason: 'with it undone “a”, “b” passes',
    passed: ['a', 'b'],
    failed: [],
    missing: [],
  })
})

test('rejected where one of them still fails', () => {
  expect(judgeUndone(before, ran([passing('a'), buildFailure({ name: 'b' })]))).toMatchObject({
    status: 'rejected',
    reason: 'with it undone “b” still fails',
  })
})

test('inconclusive where one of them is gone, or is skipped', () => {
  expect(judgeUndone(before, ran([passing('a'), passing('c'), passing('d')]))).toMatchObject({
    status: 'inconclusive',
    reason: 'with it undone “b” is not there any more',
  })
  expect(judgeUndone(before, ran([passing('a'), buildFailure({ name: 'b', status: 'skipped' })])).status).toBe(
    'inconclusive',
  )
})

test('confirmed though others fail, which is told', () => {
  const after = ran([passing('a'), passing('b'), buildFailure({ name: 'z' })])

  expect(judgeUndone(before, after)).toMatchObject({
    status: 'confirmed',
    reason: 'with it undone “a”, “b” passes; another one fails',
  })
})

test('a failed test whose suite its runner did not tell is found in its suite', () => {
  const after = ran([{ ...passing('a'), suite: 'sums' }])

  expect(judgeUndone(ran([buildFailure({ name: 'a', suite: '' })]), after).status).toBe('confirmed')
})

test('a runner that names only what failed has to print the name, and to run as many', () => {
  const spec = ran([buildFailure({ name: 'a' })], { uncounted: 4 })

  expect(judgeUndone(spec, ran([], { uncounted: 5, output: '✔ a (0.5ms)\n' })).status).toBe('confirmed')
  expect(judgeUndone(spec, ran([], { uncounted: 5, output: '✔ b (0.5ms)\n' })).status).toBe('inconclusive')
  expect(judgeUndone(spec, ran([], { uncounted: 4, output: '✔ a (0.5ms)\n' })).status).toBe('inconclusive')
})

test('a file that could not be loaded is put right where its tests run', () => {
  const broken = ran([buildFailure({ name: 'test/a.test.js', file: 'test/a.test.js' })], { uncounted: 4 })

  expect(judgeUndone(broken, ran([], { uncounted: 9 })).status).toBe('confirmed')
  expect(judgeUndone(broken, ran([], { uncounted: 4 })).status).toBe('inconclusive')
})

test('without a report the exit code decides', () => {
  expect(judgeUndone(ran(null, { exitCode: 1 }), ran(null)).status).toBe('confirmed')
  expect(judgeUndone(ran(null, { exitCode: 1 }), ran(null, { exitCode: 1 })).status).toBe('rejected')
})

test('exit code 0 with a report of no test shows nothing', () => {
  expect(judgeUndone(ran(null, { exitCode: 1 }), ran([])).status).toBe('inconclusive')
})

test('tests that are told of no more, a command that is not there, and a report that is broken show nothing', () => {
  expect(judgeUndone(before, ran(null)).status).toBe('inconclusive')
  expect(judgeUndone(before, ran(null, { exitCode: 127 })).status).toBe('inconclusive')
  expect(judgeUndone(before, ran(null, { unreadable: 'r.xml:3: no end' })).reason).toContain('r.xml:3')
})

test('a run that is still out of time is rejected', () => {
  expect(
    judgeUndone(ran(null, { timedOut: true, exitCode: null }), ran(null, { timedOut: true, exitCode: null })).status,
  ).toBe('rejected')
})
