import pkg from '../../../../package.json' with { type: 'json' }
import type { JobOrder } from '../../../domain/jobs/job-order.ts'
import type { TaskResult } from '../../../domain/jobs/task-result.ts'

/** Of what came to nothing before an executor had begun, or without a word of it. */
export function emptyReceipt(order: JobOrder, durationMs: number): TaskResult['receipt'] {
  return {
    run_id: order.run_id,
    task: order.task,
    executor: order.executor,
    version: pkg.version,
    arguments_sha256: '',
    exit_code: null,
    duration_ms: Math.round(durationMs),
    tokens: null,
    cost_usd: null,
    output_sha256: null,
  }
}
