import type { Artifact } from '../records/artifact.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { Task } from '../plan/task.ts'

/**
 * Commands that still have to test a version before its CHECK: a run tests what it makes itself, what a person pushed
 * comes untested (spec 003 §4). Empty where they passed on it before.
 */
export function owedTests(
  { validations }: Pick<ExecutionRecord, 'validations'>,
  { test }: Pick<Task, 'test'>,
  { artifact_id: id, by }: Pick<Artifact, 'artifact_id' | 'by'>,
): readonly string[] {
  const passed = validations.some((one) => one.artifact_id === id && one.passed)
  return by.kind === 'person' && !passed ? test.commands : []
}
