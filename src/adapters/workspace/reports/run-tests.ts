import type { CommandLimits, TestOutcome, TestReading } from '../../../application/ports/workspace.ts'
import { TestCollection } from '../../../domain/test-collection.ts'
import { runIsolated, type IsolatedCommand } from '../isolation/run-isolated.ts'
import { Coverage } from './coverage.ts'
import { findWritten, stampReports } from './find-written.ts'
import { locateTests } from './locate-tests.ts'
import { OutputReport } from './output-report.ts'
import { readReportFile } from './read-report-file.ts'
import { ReportFault } from './report-fault.ts'

const maxReports = 500

/** Runs a command and reads what its tests found, from its output and from the report files that it wrote itself. */
export async function runTests(
  isolated: IsolatedCommand,
  limits: CommandLimits,
  globs: readonly string[],
): Promise<TestOutcome> {
  const before = await stampReports(isolated.dir, globs)
  const output = new OutputReport()
  const ran = await runIsolated({ ...isolated, onOutput: (chunk) => output.push(chunk) }, limits)
  if (ran.aborted) return { ...ran, tests: { kind: 'none' } }
  const written = findWritten(before, await stampReports(isolated.dir, globs))

  return { ...ran, tests: await readReports(isolated, output, written) }
}

async function readReports(
  { dir, redact }: IsolatedCommand,
  output: OutputReport,
  written: readonly string[],
): Promise<TestReading> {
  const inFiles = new TestCollection()
  const coverage = new Coverage()
  let hasFiles = false
  try {
    if (written.length > maxReports)
      throw new ReportFault('.', null, `${written.length} reports, at most ${maxReports}`)
    for (const path of written) if (await readReportFile(dir, path, inFiles, coverage)) hasFiles = true
    const hasOutput = output.end()
    if (!hasFiles && !hasOutput) return { kind: 'none' }
    const tests = hasFiles && hasOutput ? chooseWorse(inFiles, output.tests) : hasFiles ? inFiles : output.tests
    const kept = await locateTests(dir, tests.kept, redact)
    return { kind: 'read', report: { tests: kept, totals: { ...tests.totals }, coverage: coverage.result() } }
  } catch (error) {
    if (error instanceof ReportFault) return { kind: 'unreadable', message: redact(error.message) }
    throw error
  }
}

/** A runner may tell of the same tests in two ways. What failed counts; of the rest, the one that tells of more. */
function chooseWorse(files: TestCollection, output: TestCollection): TestCollection {
  if (files.totals.failed !== output.totals.failed) return files.totals.failed > output.totals.failed ? files : output
  return files.totals.passed >= output.totals.passed ? files : output
}
