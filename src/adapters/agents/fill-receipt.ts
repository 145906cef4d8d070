import pkg from '../../../package.json' with { type: 'json' }
import type { ExecutionAnswer, ExecutionRequest } from '../../application/ports/roles/executor.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'

export interface RunRecord {
  executor: string
  /** As `performance.now()` gave it. */
  startedMs: number
  exitCode: number | null
  /** What the run printed; null where nothing was run. */
  output: string | null
}

/** The receipt of a built-in executor: its arguments are the work that the task spells out. */
export function fillReceipt({ runId, task }: ExecutionRequest, run: RunRecord): ExecutionAnswer['receipt'] {
  return {
    run_id: runId,
    task: task.id,
    executor: run.executor,
    version: pkg.version,
    arguments_sha256: sha256Hex(JSON.stringify(task.work)),
    exit_code: run.exitCode,
    duration_ms: Math.round(performance.now() - run.startedMs),
    tokens: null,
    cost_usd: null,
    output_sha256: run.output === null ? null : sha256Hex(run.output),
  }
}
