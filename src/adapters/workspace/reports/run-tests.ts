import type { CommandLimits, TestOutcome, TestReading } from '../../../application/ports/roles/workspace.ts'
import type { CollectedTests } from '../../../domain/loop/tests/test-collection.ts'
import type { IsolatedCommand } from '../isolation/isolated-command.ts'
import { runIsolated } from '../isolation/run-isolated.ts'
import { findWritten, stampReports } from './find-written.ts'
import { locateTests } from './locate-tests.ts'
import { OutputReport } from './output-report.ts'
import { readReports } from './read-reports.ts'
import { withoutDir } from './formats/without-dir.ts'
import { ReportFault } from './formats/report-fault.ts'

const maxReports = 500

/** Runs a command and reads what its tests found, from its output and from the report files that it wrote itself. */
export async function runTests(
  isolated: IsolatedCommand,
  limits: CommandLimits,
  globs: readonly string[],
): Promise<TestOutcome> {
  const before = await stampReports(isolated.dir, globs)
  const output = new OutputReport()
  const whole = await runIsolated({ ...isolated, onOutput: (chunk) => output.push(chunk) }, limits)
  const ran = { ...whole, output: withoutDir(whole.output, isolated.dir) }
  if (ran.aborted) return { ...ran, tests: { kind: 'none' } }
  const written = findWritten(before, await stampReports(isolated.dir, globs))

  const tests = await readTests(isolated, output, written, limits.signal)
  return tests === undefined ? { ...ran, aborted: true, tests: { kind: 'none' } } : { ...ran, tests }
}

/** Undefined where the run was cancelled meanwhile. */
async function readTests(
  { dir, redact }: IsolatedCommand,
  output: OutputReport,
  written: readonly string[],
  signal: AbortSignal,
): Promise<TestReading | undefined> {
  try {
    if (written.length > maxReports)
      throw new ReportFault('.', null, `${written.length} reports, at most ${maxReports}`)
    const files = await readReports(dir, written, signal)
    const hasOutput = output.end()
    if (!files.hasTests && !hasOutput) return { kind: 'none' }
    const tests =
      files.hasTests && hasOutput ? chooseWorse(files.tests, output.tests) : files.hasTests ? files.tests : output.tests
    const kept = await locateTests(dir, tests.kept, redact)
    return { kind: 'read', report: { tests: kept, totals: { ...tests.totals }, coverage: files.coverage } }
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof ReportFault) return { kind: 'unreadable', message: redact(error.message) }
    throw error
  }
}

/** A runner may tell of the same tests in two ways. What failed counts; of the rest, the one that tells of more. */
function chooseWorse(files: CollectedTests, output: CollectedTests): CollectedTests {
  if (files.totals.failed !== output.totals.failed) return files.totals.failed > output.totals.failed ? files : output
  return files.totals.passed >= output.totals.passed ? files : output
}
