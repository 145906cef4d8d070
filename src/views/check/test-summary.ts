import { judgeTests, type TestCase, type TestReport } from '../../domain/loop/tests/test-report.ts'
import { shorten } from '../markdown/shorten.ts'

const maxShown = 5

/**
 * What a test command found, a line each: how many passed, then the failed tests with their places, a few of them, the
 * rest counted. One failed test is told on the first line.
 */
export function summariseTests(report: TestReport): string[] {
  const failed = report.tests.filter((test) => test.status === 'failed')
  const shown = failed.slice(0, maxShown).map(renderFailure)
  const head = `${renderTotals(report)}${renderCoverage(report)}`
  const rest = report.totals.failed - shown.length
  if (report.totals.failed === 0) return [head]
  if (shown.length === 1 && rest === 0) return [`${head}; failed: ${shown[0]}`]
  return [shown.length === 0 ? head : `${head}; failed:`, ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])]
}

function renderTotals(report: TestReport): string {
  const { passed, failed, skipped } = report.totals
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (judgeTests(report) === 'none_ran') return `no test ran${left}`
  return `${passed} of ${passed + failed} ${passed + failed === 1 ? 'test' : 'tests'} passed${left}`
}

function renderCoverage({ coverage }: TestReport): string {
  return coverage === null || coverage.lines === 0
    ? ''
    : `, ${Math.floor((100 * coverage.covered) / coverage.lines)} % of lines covered`
}

/** `auth › refuses expired (test/auth.test.ts:41): expected 401, got 200` */
function renderFailure(test: TestCase): string {
  const name = shorten([test.suite, test.name].filter((part) => part !== '').join(' › '), 160)
  const place = test.file === null ? '' : ` (${test.file}${test.line === null ? '' : `:${test.line}`})`
  return `${name}${place}${test.message === null ? '' : `: ${shorten(test.message, 200)}`}`
}
