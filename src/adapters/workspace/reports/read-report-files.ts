import { type CollectedTests, TestCollection } from '../../../domain/loop/tests/test-collection.ts'
import type { TestReport } from '../../../domain/loop/tests/test-report.ts'
import { ReportedCoverage } from './formats/coverage.ts'
import { readReportFile } from './read-report-file.ts'

/** What the reports of one command say, as plain data. */
export interface ReadReports {
  /** False where none of them is a report of tests. */
  hasTests: boolean
  tests: CollectedTests
  coverage: TestReport['coverage']
}

/** Reads files that a command left, one after the other; `onFile` hears of each before it is read. Throws `ReportFault`. */
export async function readReportFiles(
  dir: string,
  paths: readonly string[],
  onFile?: (path: string) => void,
): Promise<ReadReports> {
  const tests = new TestCollection()
  const coverage = new ReportedCoverage()
  let hasTests = false
  for (const path of paths) {
    onFile?.(path)
    if (await readReportFile(dir, path, tests, coverage)) hasTests = true
  }
  const { totals, kept } = tests
  return { hasTests, tests: { totals: { ...totals }, kept }, coverage: coverage.result() }
}
