import { recordText } from '../language/message.ts'
import { judgeTests, type TestCase, type TestReport } from '../loop/tests/test-report.ts'

/** A test command's end: `report` is null where it told of no tests. */
export interface TriedRun {
  exitCode: number | null
  timedOut: boolean
  output: string
  report: TestReport | null
  /** Why a report that there is can't be read. */
  unreadable?: string
}

export interface UndoneJudgement {
  status: 'confirmed' | 'rejected' | 'inconclusive'
  reason: string
  passed: string[]
  failed: string[]
  missing: string[]
}

const named = 5

/**
 * What a run tells with the suspect undone, against the run that failed (spec 002 §4): confirmed only if each test
 * that failed is there and passes; one that is gone shows nothing. Without a report the exit code decides.
 */
export function judgeUndone(before: TriedRun, after: TriedRun): UndoneJudgement {
  const none = { passed: [], failed: [], missing: [] }
  if (after.unreadable !== undefined)
    return {
      ...none,
      status: 'inconclusive',
      reason: recordText("with it undone the report can't be read: {why}", { why: after.unreadable }),
    }
  if (after.timedOut)
    return { ...none, status: 'rejected', reason: recordText('with it undone the command still runs out of time') }
  if (after.exitCode === 126 || after.exitCode === 127)
    return {
      ...none,
      status: 'inconclusive',
      reason: recordText("with it undone the command doesn't run (exit code {code})", { code: after.exitCode }),
    }
  const wanted = failedTests(before.report)
  if (wanted.length === 0) return judgeExit(before, after)
  if (after.report === null)
    return {
      ...none,
      status: 'inconclusive',
      reason: recordText('with it undone the command tells of no tests'),
      missing: names(wanted),
    }
  const sorted = sortTests(wanted, before, after, after.report)
  const told = { passed: names(sorted.passed), failed: names(sorted.failed), missing: names(sorted.missing) }
  if (sorted.failed.length > 0)
    return {
      ...told,
      status: 'rejected',
      reason: recordText('with it undone {tests} still fails', { tests: list(sorted.failed) }),
    }
  if (sorted.missing.length > 0)
    return {
      ...told,
      status: 'inconclusive',
      reason: recordText('with it undone {tests} is not there any more', { tests: list(sorted.missing) }),
    }
  const others = after.report.totals.failed
  if (others > 0)
    return {
      ...told,
      status: 'confirmed',
      reason: `${recordText('with it undone {tests} passes', { tests: list(sorted.passed) })}; ${others === 1 ? recordText('another one fails') : recordText('{n} others fail', { n: others })}`,
    }
  return {
    ...told,
    status: 'confirmed',
    reason: recordText('with it undone {tests} passes', { tests: list(sorted.passed) }),
  }
}

/** Exit code 0 and, where there is a report, tests that ran and none that failed. */
export function passedWhole({ exitCode, report, unreadable }: TriedRun): boolean {
  return exitCode === 0 && unreadable === undefined && (report === null || judgeTests(report) === 'passed')
}

/** Names of the failed tests of a run, as hypotheses and evidence tell them. */
export function nameFailedTests({ report }: TriedRun): string[] {
  return names(failedTests(report))
}

function failedTests(report: TestReport | null): TestCase[] {
  return report?.tests.filter(({ status }) => status === 'failed') ?? []
}

function judgeExit(before: TriedRun, after: TriedRun): UndoneJudgement {
  const none = { passed: [], failed: [], missing: [] }
  if (after.exitCode !== 0)
    return {
      ...none,
      status: 'rejected',
      reason: recordText('with it undone the command still ends with exit code {code}', {
        code: after.exitCode ?? 'null',
      }),
    }
  const ran = after.report?.totals
  if (ran !== undefined && ran.passed === 0)
    return { ...none, status: 'inconclusive', reason: recordText('with it undone the command ran no test') }
  const reason =
    before.report === null
      ? recordText('with it undone the command ends with exit code 0')
      : recordText('with it undone the command ends with exit code 0, where it had ended with {code}', {
          code: before.exitCode ?? recordText('a signal'),
        })
  return { ...none, status: 'confirmed', reason }
}

function sortTests(wanted: readonly TestCase[], before: TriedRun, after: TriedRun, report: TestReport) {
  const passed: TestCase[] = []
  const failed: TestCase[] = []
  const missing: TestCase[] = []
  for (const test of wanted) {
    const found = report.tests.filter((one) => isSameTest(test, one))
    if (found.some(({ status }) => status === 'failed')) failed.push(test)
    else if (found.some(({ status }) => status === 'passed') || ranUnnamed(test, before, after, report))
      passed.push(test)
    else missing.push(test)
  }
  return { passed, failed, missing }
}

/** Where `node --test` lists what failed, it doesn't say in which suite. */
function isSameTest(wanted: TestCase, found: TestCase): boolean {
  return found.name === wanted.name && (wanted.suite === '' || found.suite === wanted.suite)
}

/**
 * Runners that name only what failed still print the others, and count them. A file that couldn't be loaded, and a run
 * that broke off, stand in a report as a test; put right, they are gone, and what they kept from running has run.
 */
function ranUnnamed(test: TestCase, before: TriedRun, after: TriedRun, report: TestReport): boolean {
  const isAsMany = ran(report) >= ran(before.report) && report.totals.passed > 0
  if (!isAsMany || report.tests.some(({ name, status }) => name === test.name && status === 'skipped')) return false
  if (standsForFile(test)) return !report.tests.some(({ file, status }) => status === 'failed' && file === test.file)
  if (standsForRun(test)) return after.exitCode === 0 && report.totals.failed === 0
  const namesPassed = report.tests.some(({ status }) => status === 'passed')
  return !namesPassed && after.output.includes(`✔ ${test.name} (`)
}

function standsForFile({ name, file, message }: TestCase): boolean {
  const isFile = /\.\w{1,5}$/.test(name) && (file === null || name.endsWith(file) || file.endsWith(name))
  return isFile || message === 'collection failure'
}

function standsForRun({ suite, name }: TestCase): boolean {
  return suite === '' && name === 'the run'
}

function ran(report: TestReport | null): number {
  return report === null ? 0 : report.totals.passed + report.totals.failed
}

function names(tests: readonly TestCase[]): string[] {
  return tests.slice(0, 50).map(({ suite, name }) => (suite === '' ? name : `${suite} › ${name}`))
}

function list(tests: readonly TestCase[]): string {
  const shown = names(tests)
    .slice(0, named)
    .map((name) => `“${name}”`)
  return tests.length > named ? `${shown.join(', ')} and ${tests.length - named} more` : shown.join(', ')
}
