import { sumCoverage } from './tests/coverage.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { SkillState, TestResult } from '../records/loop/loop-state.ts'
import type { CriterionResult } from '../records/review.ts'
import { ofThisLoop } from './of-this-loop.ts'
import { applyWaivers, findHeadValidation, testsHold } from './plan-tests-verdict.ts'
import { fullTestName, type TestFindings, type ValidationRecord } from '../records/loop/validation.ts'

/**
 * The newest tests: the plan's, or while tasks are worked on, those of each task. Passed where the plan's passed at the
 * head of the integration branch. A plan that names no tests is validated by the criteria of its tasks (decision 34).
 */
export function projectValidate(execution: ExecutionRecord, isComplete: boolean): SkillState['validate'] {
  const shown = shownValidations(execution)
  const isDone = execution.nodes['G0']?.state === 'DONE'
  const head = isDone ? findHeadValidation(execution) : undefined
  // Complete without tests at this head: none is configured any more.
  if (shown.length === 0 || (isComplete && head === undefined)) return projectCriteria(execution, isDone)
  const results = shown.flatMap((one) => one.results)
  const failed = results.filter((result) => result.status === 'failed')
  const { totals, coverage } = sumTests(shown)
  return {
    pass_rate: percent(totals.passed, totals.passed + totals.failed),
    ...(coverage === null ? {} : { coverage: percent(coverage.covered, coverage.lines) }),
    test_results: results,
    passed: head !== undefined && testsHold(head, execution.test_waivers) && results.length > 0,
    failed_tests: failed.map(fullTestName),
    last_run_at: shown.at(-1)?.at ?? null,
  }
}

/** What the newest tests of an issue came to, as `projectValidate` has them in percent; null before any ran. */
export function sumNewestTests(execution: ExecutionRecord): Pick<TestFindings, 'totals' | 'coverage'> | null {
  const shown = shownValidations(execution)
  return shown.length === 0 ? null : sumTests(shown)
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

/** Of the plan where all tasks are DONE and its tests ran, or where they were the last to run; else the newest of each task. */
function shownValidations(execution: ExecutionRecord): ValidationRecord[] {
  const { test_waivers: waivers, nodes } = execution
  const { validations } = ofThisLoop(execution)
  const last = validations.at(-1)
  const head = nodes['G0']?.state === 'DONE' ? findHeadValidation(execution) : undefined
  const ofPlan = head ?? (last?.task === null ? last : undefined)
  if (ofPlan !== undefined) return [applyWaivers(ofPlan, waivers)]
  const byTask = new Map(validations.filter(({ task }) => task !== null).map((one) => [one.task, one]))
  return [...byTask.values()]
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}

/** A minor criterion that failed under an approval is listed and lowers the rate, it does not undo the approval. */
function projectCriteria(execution: ExecutionRecord, passed: boolean): SkillState['validate'] {
  const results = testResults(execution)
  const failed = results.filter((result) => result.status === 'failed')
  return {
    pass_rate: percent(results.length - failed.length, results.length),
    test_results: results,
    passed: passed && results.length > 0,
    failed_tests: failed.map(fullTestName),
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
