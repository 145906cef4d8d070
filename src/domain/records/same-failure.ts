import { z } from 'zod'

/** Failures of a task in a row that are one and the same, since a person last stepped in. */
export const SameFailureSchema = z.strictObject({
  /** What failed: criteria, tests, or the run's own reason. */
  key: z.string(),
  times: z.int().positive(),
  /** `attempts` of the task by then: another number is another row. */
  attempts: z.int().nonnegative(),
  /** Executors that failed so. */
  by: z.array(z.string()),
})
export type SameFailure = z.infer<typeof SameFailureSchema>
