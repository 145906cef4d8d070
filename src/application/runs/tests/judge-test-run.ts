import { judgeTests } from '../../../domain/loop/tests/test-report.ts'
import { summariseTests } from '../../../views/check/test-summary.ts'
import type { TestOutcome } from '../../ports/roles/workspace.ts'
import { recordText } from '../../../domain/language/message.ts'

export interface JudgedTestRun {
  passed: boolean
  /** What its reports say, a line each; empty where there is no report and the exit code alone decides. */
  told: string[]
}

/** A test command passes with exit code 0 and, where it wrote a report, tests that ran and none that failed. */
export function judgeTestRun({ exitCode, tests }: TestOutcome): JudgedTestRun {
  const isZero = exitCode === 0
  switch (tests.kind) {
    case 'none':
      return { passed: isZero, told: [] }
    case 'unreadable':
      return { passed: false, told: [recordText("its report can't be read: {why}", { why: tests.message })] }
    case 'read':
      return { passed: isZero && judgeTests(tests.report) === 'passed', told: summariseTests(tests.report) }
  }
}

/** What the reports tell, else the end of the output. */
export function describeFailure(
  { timedOut, exitCode, output, durationMs }: TestOutcome,
  told: readonly string[],
): string {
  const seconds = (durationMs / 1_000).toFixed(1)
  const said =
    told.length > 0 ? told.join(' · ').slice(0, 1_000) : output.trim().split('\n').slice(-3).join(' ').slice(-300)
  const code = String(exitCode)
  if (said === '')
    return timedOut
      ? recordText('ran out of time after {seconds} s', { seconds })
      : recordText('ended with exit code {code}', { code })
  return timedOut
    ? recordText('ran out of time after {seconds} s: {said}', { seconds, said })
    : recordText('ended with exit code {code}: {said}', { code, said })
}
