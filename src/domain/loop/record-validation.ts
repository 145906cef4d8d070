import type { ExecutionRecord } from '../records/execution-record.ts'
import { countIterations } from './iterations.ts'
import type { Validation, ValidationRecord } from '../records/loop/validation.ts'

/** Names of failed tests that an older validation and an analysis keep. */
const namesKept = 50

export type Tested = Pick<ValidationRecord, 'at' | 'task' | 'artifact_id' | 'commit_sha' | 'tree_sha'>

/** The record with one more validation, and the analysis that came with it under the id of its own; `at`: by when it was made. */
export function recordValidation(
  execution: ExecutionRecord,
  tested: Tested,
  { hypotheses, models, analysis_id: analysisId, ...findings }: Validation,
  at: string,
): Pick<ExecutionRecord, 'validations' | 'analyses'> {
  const analysed = hypotheses.length > 0
  const added: ValidationRecord = { ...tested, ...findings, analysis_id: analysed ? analysisId : null }
  const earlier = execution.validations.map((one) => (one.task === tested.task ? withoutResults(one) : one))
  const validations = [...earlier, added]
  if (!analysed) return { validations, analyses: execution.analyses }
  const analysis = {
    analysis_id: analysisId,
    iteration: countIterations(execution),
    task: tested.task,
    at,
    failing_tests: findings.failed_tests.slice(0, namesKept),
    hypotheses,
    ...(models === undefined ? {} : { models }),
  }
  return { validations, analyses: [...execution.analyses, analysis] }
}

function withoutResults(record: ValidationRecord): ValidationRecord {
  if (record.results.length === 0) return record
  const { failed_tests: failed, flaky_tests: flaky } = record
  return {
    ...record,
    results: [],
    places: [],
    failed_tests: failed.slice(0, namesKept),
    flaky_tests: flaky.slice(0, namesKept),
  }
}

/** The newest validation of a task, or of the plan where it is null. */
export function findValidation(
  { validations }: Pick<ExecutionRecord, 'validations'>,
  task: string | null,
): ValidationRecord | undefined {
  return validations.findLast((one) => one.task === task)
}

/** Nothing has moved: the same tests fail on the same files as the last time (spec 002 §4). */
export function isNoProgress(
  before: Pick<ValidationRecord, 'passed' | 'tree_sha' | 'failed_tests'> | undefined,
  now: { treeSha: string; failedTests: readonly string[] },
): boolean {
  if (before === undefined || before.passed || before.tree_sha !== now.treeSha) return false
  const known = new Set(before.failed_tests)
  return now.failedTests.length === known.size && now.failedTests.every((name) => known.has(name))
}
