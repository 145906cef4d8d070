import { sumCoverage } from '../../../domain/loop/tests/coverage.ts'
import type { Suspect } from '../../../domain/debug/suspicion.ts'
import { fullTestName, type TestFindings } from '../../../domain/records/loop/validation.ts'
import type { TestResult } from '../../../domain/records/loop/loop-state.ts'
import type { TestCase } from '../../../domain/loop/tests/test-report.ts'
import { describeFailure, judgeTestRun } from './judge-test-run.ts'
import type { TestOutcome } from '../../ports/roles/workspace.ts'
import { recordText } from '../../../domain/language/message.ts'

/** Tests that the state keeps one by one; a report may hold thousands. */
const maxResults = 200
const maxText = 2_000
/** At most that many findings keep their whole message and stack; a thousand tests mostly fail for one reason. */
const maxToldInFull = 40
const maxShortText = 200
/** GitHub takes so many annotations at a time. */
const maxPlaces = 50

export interface TestedCommand {
  command: string
  outcome: TestOutcome
}

/** What test commands came to, in the terms of spec 002 §2; failed tests come first. */
export function findingsOf(tested: readonly TestedCommand[]): TestFindings {
  const judged = tested.map((one) => ({ ...one, ...judgeTestRun(one.outcome) }))
  const results = judged.flatMap((one) => resultsOf(one, one.passed))
  const kept = [...results.filter(isFailed), ...results.filter((result) => !isFailed(result))].slice(0, maxResults)
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome, passed } of judged) {
    const report = outcome.tests.kind === 'read' ? outcome.tests.report : null
    totals.passed += report?.totals.passed ?? (passed ? 1 : 0)
    totals.failed += Math.max(report?.totals.failed ?? 0, passed ? 0 : 1)
    totals.skipped += report?.totals.skipped ?? 0
  }
  const failed = judged.find(({ passed }) => !passed)
  const told = judged.flatMap((one) => one.told)
  const n = tested.length
  const count = n === 1 ? recordText('1 test command passed') : recordText('{n} test commands passed', { n })
  return {
    passed: failed === undefined,
    summary:
      failed === undefined
        ? [count, ...told].join('; ')
        : `\`${failed.command}\` ${describeFailure(failed.outcome, failed.told)}`,
    failed_tests: kept.filter(isFailed).map(fullTestName),
    results: kept.map((result, index) => (index < maxToldInFull ? result : inShort(result))),
    totals,
    coverage: sumCoverage(
      judged.map(({ outcome: { tests } }) => (tests.kind === 'read' ? tests.report.coverage : null)),
    ),
    places: judged.flatMap(placesOf).slice(0, maxPlaces),
    flaky_tests: [],
  }
}

/** Every test of the command that failed is one that a person waived. */
export function isWaived(tested: TestedCommand, waived: ReadonlySet<string>): boolean {
  const { failed_tests: failed, totals } = findingsOf([tested])
  return failed.length > 0 && failed.length >= totals.failed && failed.every((name) => waived.has(name))
}

/** The findings, their summary led by it where debugging saw the same files pass: no change is to blame. */
export function noteChance(findings: TestFindings, suspect: Suspect | null): TestFindings {
  if (suspect?.kind !== 'flaky') return findings
  return {
    ...findings,
    summary: recordText('flaky, the same files passed in another run: {summary}', { summary: findings.summary }),
  }
}

/** Failed tests that have a place, those first whose line is told. */
function placesOf({ outcome }: TestedCommand): TestFindings['places'] {
  const cases = outcome.tests.kind === 'read' ? outcome.tests.report.tests : []
  const places = cases.flatMap(({ suite, name, status, file, line }) =>
    status === 'failed' && file !== null ? [{ test: fullTestName({ suite, test_name: name }), path: file, line }] : [],
  )
  return [...places.filter(({ line }) => line !== null), ...places.filter(({ line }) => line === null)]
}

function inShort(result: TestResult): TestResult {
  return { ...result, error_message: result.error_message?.slice(0, maxShortText) ?? null, stack_trace: null }
}

const isFailed = ({ status }: TestResult) => status === 'failed'

/** Its tests; a command that tells of none, or failed with no test that did, is one by itself. */
function resultsOf({ command, outcome }: TestedCommand, passed: boolean): TestResult[] {
  const cases = outcome.tests.kind === 'read' ? outcome.tests.report.tests : []
  const results = cases.map(toResult)
  if (results.length > 0 && (passed || results.some(isFailed))) return results
  const itself: TestResult = {
    test_name: command.slice(0, 200),
    suite: '',
    status: passed ? 'passed' : 'failed',
    duration_ms: outcome.durationMs,
    error_message: passed ? null : describeFailure(outcome, judgeTestRun(outcome).told).slice(0, maxText),
    stack_trace: null,
  }
  return [itself, ...results]
}

function toResult(test: TestCase): TestResult {
  return {
    test_name: test.name,
    suite: test.suite,
    status: test.status,
    duration_ms: test.duration_ms,
    error_message: test.message?.slice(0, maxText) ?? null,
    stack_trace: test.stack?.slice(0, maxText) ?? null,
  }
}
