import { sumCoverage } from '../coverage.ts'
import type { ExecutionRecord } from '../execution-record.ts'
import type { SkillState, TestResult } from '../loop-state.ts'
import type { CriterionResult } from '../review.ts'
import type { TestFindings, ValidationRecord } from './validation.ts'

/**
 * The newest tests: the plan's, or while tasks are worked on, those of each task. A plan that names no tests is
 * validated by the criteria of its tasks (decision 10). Passed where the work is complete: completed ⇒ validated.
 */
export function projectValidate(execution: ExecutionRecord, passed: boolean): SkillState['validate'] {
  const newest = newestValidations(execution)
  if (newest.length === 0) return projectCriteria(execution, passed)
  const results = newest.flatMap((one) => one.results)
  const failed = results.filter((result) => result.status === 'failed')
  const { totals, coverage } = sumTests(newest)
  return {
    pass_rate: percent(totals.passed, totals.passed + totals.failed),
    coverage: coverage === null ? 0 : percent(coverage.covered, coverage.lines),
    test_results: results,
    passed: passed && results.length > 0,
    failed_tests: failed.map(nameOf),
    last_run_at: newest.at(-1)?.at ?? null,
  }
}

/** What the newest tests of an issue came to, as `projectValidate` has them in percent; null before any ran. */
export function sumNewestTests(execution: ExecutionRecord): Pick<TestFindings, 'totals' | 'coverage'> | null {
  const newest = newestValidations(execution)
  return newest.length === 0 ? null : sumTests(newest)
}

function sumTests(validations: readonly ValidationRecord[]): Pick<TestFindings, 'totals' | 'coverage'> {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const one of validations) {
    totals.passed += one.totals.passed
    totals.failed += one.totals.failed
    totals.skipped += one.totals.skipped
  }
  return { totals, coverage: sumCoverage(validations.map(({ coverage }) => coverage)) }
}

/** Of the plan where that was the last to run, else the newest of each task. */
function newestValidations({ validations }: ExecutionRecord): ValidationRecord[] {
  const last = validations.at(-1)
  if (last === undefined || last.task === null) return last === undefined ? [] : [last]
  const byTask = new Map(validations.filter(({ task }) => task !== null).map((one) => [one.task, one]))
  return [...byTask.values()]
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}

function nameOf({ suite, test_name: name }: TestResult): string {
  return suite === '' ? name : `${suite} › ${name}`
}

/** A minor criterion that failed under an approval is listed and lowers the rate, it does not undo the approval. */
function projectCriteria(execution: ExecutionRecord, passed: boolean): SkillState['validate'] {
  const results = testResults(execution)
  const failed = results.filter((result) => result.status === 'failed')
  return {
    pass_rate: percent(results.length - failed.length, results.length),
    coverage: 0,
    test_results: results,
    passed: passed && results.length > 0,
    failed_tests: failed.map(nameOf),
    last_run_at: execution.reviews.at(-1)?.submitted_at ?? null,
  }
}

function testResults(execution: ExecutionRecord): TestResult[] {
  if (execution.reviews.length === 0) return []
  const newest = new Map(execution.reviews.map((review) => [review.reviewed_artifact_id, review]))
  return Object.values(execution.nodes).flatMap((node) => {
    if (node.kind !== 'ACTION') return []
    const review = newest.get(node.active_artifact_id ?? '') ?? newest.get(node.approved_artifact_id ?? '')
    const results = review?.criteria.filter((criterion) => criterion.result !== 'none') ?? []
    return results.map((criterion) => testResult(node.id, criterion))
  })
}

function testResult(suite: string, criterion: CriterionResult): TestResult {
  return {
    test_name: criterion.id,
    suite,
    status: criterion.result === 'pass' ? 'passed' : criterion.result === 'fail' ? 'failed' : 'skipped',
    duration_ms: 0,
    error_message: criterion.result === 'fail' ? criterion.evidence : null,
    stack_trace: null,
  }
}
