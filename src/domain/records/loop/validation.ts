import { z } from 'zod'
import type { ModelReceipt } from '../../models/model-receipt.ts'
import { type Hypothesis, type TestResult, TestResultSchema } from './loop-state.ts'

/** `suite › name`, by which a test is told from others. */
export function fullTestName({ suite, test_name: name }: Pick<TestResult, 'suite' | 'test_name'>): string {
  return suite === '' ? name : `${suite} › ${name}`
}

/** What test commands came to: those of a task on its version, or the plan's on the integration branch (spec 002 §4). */
export const TestFindingsSchema = z.strictObject({
  passed: z.boolean(),
  /** One line for people. */
  summary: z.string(),
  /** By full name, as `failed_tests` of spec 002 §2; a command without a report is a test by itself. */
  failed_tests: z.array(z.string()),
  /** Failed ones first; what is too much is left out, `totals` counts it. */
  results: z.array(TestResultSchema),
  totals: z.strictObject({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
  }),
  coverage: z.strictObject({ lines: z.int().nonnegative(), covered: z.int().nonnegative() }).nullable(),
  /** Where failed tests stand as their runner told, tests by full name; plain files of what was tested. */
  places: z
    .array(z.strictObject({ test: z.string(), path: z.string(), line: z.int().positive().nullable() }))
    .default([]),
  /** Failed tests that passed when the same files were tested once more. */
  flaky_tests: z.array(z.string()).default([]),
})
export type TestFindings = z.infer<typeof TestFindingsSchema>

/** Findings as they come in: where tests failed, with what was suspected and what came of looking into it. */
export interface Validation extends TestFindings {
  validation_id: string
  /** Of the debugging; used where there are hypotheses. */
  analysis_id: string
  hypotheses: Hypothesis[]
  /** What was asked of models for it; absent where nothing was, and where a receipt has it. */
  models?: ModelReceipt[]
}

/**
 * A validation in the execution record. Of each task, and of the plan, only the newest keeps its `results` and `places`:
 * the record must not grow with every round by all its tests.
 */
export const ValidationRecordSchema = TestFindingsSchema.extend({
  validation_id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  /** Null where it is the plan's own. */
  task: z.string().nullable(),
  /** The version that was tested; null where it was the integration branch. */
  artifact_id: z.uuid().nullable(),
  commit_sha: z.string(),
  tree_sha: z.string(),
  /** The debugging that followed; null where none did. */
  analysis_id: z.uuid().nullable(),
})
export type ValidationRecord = z.infer<typeof ValidationRecordSchema>
