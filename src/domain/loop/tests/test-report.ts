import { z } from 'zod'

export const testStatuses = ['passed', 'failed', 'skipped'] as const
export type TestStatus = (typeof testStatuses)[number]

/** One test as its runner told of it. What it says is untrusted text, cleaned of control characters and capped. */
export const TestCaseSchema = z.strictObject({
  /** Names above the test, joined by ` › `; may be empty. */
  suite: z.string(),
  name: z.string(),
  status: z.enum(testStatuses),
  duration_ms: z.number().nonnegative(),
  /** First line of what went wrong. */
  message: z.string().nullable(),
  stack: z.string().nullable(),
  /** A file of the repository, and the line where the runner tells one. */
  file: z.string().nullable(),
  line: z.int().positive().nullable(),
})
export type TestCase = z.infer<typeof TestCaseSchema>

/** What a test command found. `totals` count every test, `tests` holds the first so many, failed ones in any case. */
export const TestReportSchema = z.strictObject({
  tests: z.array(TestCaseSchema),
  totals: z.strictObject({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    duration_ms: z.number().nonnegative(),
  }),
  coverage: z.strictObject({ lines: z.int().nonnegative(), covered: z.int().nonnegative() }).nullable(),
})
export type TestReport = z.infer<typeof TestReportSchema>

/** Skipped tests don't count as run: where nothing ran, nothing was shown. */
export function judgeTests({ totals }: TestReport): 'passed' | 'failed' | 'none_ran' {
  if (totals.failed > 0) return 'failed'
  return totals.passed > 0 ? 'passed' : 'none_ran'
}
