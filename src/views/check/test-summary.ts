import { judgeTests, type TestCase, type TestReport } from '../../domain/loop/tests/test-report.ts'
import { shorten } from '../markdown/shorten.ts'
import { recordText } from '../../domain/language/message.ts'

const maxShown = 5

/**
 * What a test command found, a line each: how many passed, then the failed tests with their places, a few of them, the
 * rest counted. One failed test is told on the first line.
 */
export function summariseTests(report: TestReport): string[] {
  const failed = report.tests.filter((test) => test.status === 'failed')
  const shown = failed.slice(0, maxShown).map(renderFailure)
  const head = tellTotals(report)
  const rest = report.totals.failed - shown.length
  if (report.totals.failed === 0) return [head]
  if (shown.length === 1 && rest === 0)
    return [recordText('{totals}; failed: {test}', { totals: head, test: shown[0] ?? '' })]
  return [
    shown.length === 0 ? head : recordText('{totals}; failed:', { totals: head }),
    ...shown,
    ...(rest > 0 ? [recordText('and {n} more', { n: rest })] : []),
  ]
}

function tellTotals(report: TestReport): string {
  const { skipped } = report.totals
  const { coverage } = report
  const ran = tellRan(report)
  const percent =
    coverage === null || coverage.lines === 0 ? null : Math.floor((100 * coverage.covered) / coverage.lines)
  if (percent === null) return skipped === 0 ? ran : recordText('{tests}, {n} skipped', { tests: ran, n: skipped })
  return skipped === 0
    ? recordText('{tests}, {percent} % of lines covered', { tests: ran, percent })
    : recordText('{tests}, {n} skipped, {percent} % of lines covered', { tests: ran, n: skipped, percent })
}

function tellRan(report: TestReport): string {
  const { passed, failed } = report.totals
  if (judgeTests(report) === 'none_ran') return recordText('no test ran')
  return passed + failed === 1
    ? recordText('{passed} of 1 test passed', { passed })
    : recordText('{passed} of {n} tests passed', { passed, n: passed + failed })
}

/** `auth › refuses expired (test/auth.test.ts:41): expected 401, got 200` */
function renderFailure(test: TestCase): string {
  const name = shorten([test.suite, test.name].filter((part) => part !== '').join(' › '), 160)
  const place = test.file === null ? '' : ` (${test.file}${test.line === null ? '' : `:${test.line}`})`
  return `${name}${place}${test.message === null ? '' : `: ${shorten(test.message, 200)}`}`
}
