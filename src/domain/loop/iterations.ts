import { type Artifact, isPushed } from '../records/artifact.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { ValidationRecord } from '../records/loop/validation.ts'

interface Counted {
  artifacts: readonly Pick<Artifact, 'artifact_id' | 'by' | 'run_id'>[]
  validations: readonly Pick<ValidationRecord, 'task' | 'artifact_id' | 'passed'>[]
  before_loop?: Pick<ExecutionRecord['before_loop'], 'validations'>
}

/**
 * Rounds of develop, validate and debug in this loop so far, the running one included: one more for each plan validation that
 * failed, and between two of these as many as the task had whose own tests failed most often. Tasks side by side are one
 * round (spec 002 §4: one iteration is one develop-validate(-debug) round). What people pushed is their own matter:
 * it uses up no round of the agents. In a loop it never goes down.
 */
export function countIterations({ artifacts, validations, before_loop: before }: Counted): number {
  const pushed = new Set(artifacts.filter(isPushed).map((one) => one.artifact_id))
  let rounds = 1
  let failures = new Map<string, number>()
  for (const { task, artifact_id: artifactId, passed } of validations.slice(before?.validations)) {
    if (passed || (artifactId !== null && pushed.has(artifactId))) continue
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
