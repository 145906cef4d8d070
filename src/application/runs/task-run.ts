import type { Artifact } from '../../domain/records/artifact.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import type { ActionNode } from '../../domain/records/node-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import type { RunProgress } from '../../domain/records/run-progress.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { Work } from '../../domain/records/work.ts'
import type { HandedBack } from '../ports/forge/task-jobs.ts'
import type { RepositoryRef } from '../repository-ref.ts'

export interface TaskRun {
  repository: RepositoryRef
  work: Work
  configuration: Configuration
  task: Task
  node: ActionNode
  runId: string
  /** Hears that its executor says something of itself, and reads what when it is told. */
  noteProgress?: (read: () => RunProgress) => void
  /** Its executor has worked in a job of its own, and this came of it; absent where it works here. */
  handedBack?: HandedBack
  signal: AbortSignal
}

/** All versions of its task, the oldest first. */
export function versionsOf({ work, task }: TaskRun): Artifact[] {
  return work.execution?.artifacts.filter((one) => one.task === task.id) ?? []
}

export function getPlan(work: Work): Plan {
  if (work.plan === null) throw new Error('there is no plan')
  return work.plan
}

/** Nobody worked: the receipt names the version that was taken over, and `how`. */
export function takenOverReceipt(
  { runId, task }: Pick<TaskRun, 'runId' | 'task'>,
  how: 'carry' | 'merge',
  artifactId: string,
): Omit<Receipt, 'outcome'> {
  return {
    run_id: runId,
    task: task.id,
    executor: how,
    version: '1',
    arguments_sha256: sha256Hex(artifactId),
    exit_code: null,
    duration_ms: 0,
    tokens: null,
    cost_usd: null,
    output_sha256: null,
  }
}
