import type { ValidationRecord } from './validation.ts'

/**
 * Rounds of develop, validate and debug so far, the running one included: one more for each plan validation that
 * failed, and between two of these as many as the task had whose own tests failed most often. Tasks side by side are one
 * round (design 2 "Loop": one iteration is one develop-validate(-debug) round). It never goes down.
 */
export function countIterations(validations: readonly Pick<ValidationRecord, 'task' | 'passed'>[]): number {
  let rounds = 1
  let failures = new Map<string, number>()
  for (const { task, passed } of validations) {
    if (passed) continue
    if (task === null) {
      rounds += 1 + most(failures)
      failures = new Map()
    } else failures.set(task, (failures.get(task) ?? 0) + 1)
  }
  return rounds + most(failures)
}

function most(failures: ReadonlyMap<string, number>): number {
  return Math.max(0, ...failures.values())
}
