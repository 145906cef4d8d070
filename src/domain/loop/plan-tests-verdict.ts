import type { ExecutionRecord } from '../records/execution-record.ts'
import type { TestResult } from '../records/loop/loop-state.ts'
import { findValidation } from './record-validation.ts'
import { fullTestName, type TestFindings, type ValidationRecord } from '../records/loop/validation.ts'

type Waivers = ExecutionRecord['test_waivers']
type TestRecords = Pick<ExecutionRecord, 'validations' | 'test_waivers' | 'execution_result'>

/** The newest tests of the plan, where they ran on what is the head of the integration branch now. */
export function findHeadValidation({ validations, execution_result: { commit_hash: head } }: TestRecords) {
  const newest = findValidation({ validations }, null)
  return newest !== undefined && newest.commit_sha === head ? newest : undefined
}

/** `tests_passed` of spec 000 §6: what the plan's tests at this head came to; undefined where none ran there. */
export function findTestsPassed(execution: TestRecords): boolean | undefined {
  return findHeadValidation(execution)?.passed
}

/** Passed, or a person waived every test that failed, by its name. */
export function testsHold(found: Pick<TestFindings, 'passed' | 'failed_tests' | 'totals'>, waivers: Waivers): boolean {
  if (found.passed) return true
  const { failed_tests: failed, totals } = found
  const waived = new Set(waivers.map(({ test }) => test))
  // More may have failed than were kept by name.
  return failed.length > 0 && failed.length >= totals.failed && failed.every((name) => waived.has(name))
}

/** Tests of the plan that failed and that a person can let go, by name; none where more failed than were kept by name. */
export function findWaivableTests({
  validations,
  test_waivers: waivers,
}: Omit<TestRecords, 'execution_result'>): string[] {
  const newest = findValidation({ validations }, null)
  if (newest === undefined || testsHold(newest, waivers)) return []
  return newest.failed_tests.length < newest.totals.failed ? [] : newest.failed_tests
}

/** The validation as it counts: tests that a person waived are skipped, and say by whom. */
export function applyWaivers(validation: ValidationRecord, waivers: Waivers): ValidationRecord {
  if (validation.task !== null || validation.passed || waivers.length === 0) return validation
  const byName = new Map(waivers.map((waiver) => [waiver.test, waiver]))
  const results = validation.results.map((result): TestResult => {
    const waiver = result.status === 'failed' ? byName.get(fullTestName(result)) : undefined
    if (waiver === undefined) return result
    return { ...result, status: 'skipped', error_message: `waived by @${waiver.by}: ${waiver.why}`, stack_trace: null }
  })
  const { failed_tests: failed, totals } = validation
  const left = failed.filter((name) => !byName.has(name))
  const waived = failed.length - left.length
  return {
    ...validation,
    passed: testsHold(validation, waivers),
    failed_tests: left,
    results,
    totals: { ...totals, failed: totals.failed - waived, skipped: totals.skipped + waived },
  }
}
