import type { Executor } from '../../../application/ports/roles/executor.ts'
import { fillReceipt } from '../fill-receipt.ts'

/** Hands a task over: to the person its executor names (`@login`), or to whoever takes it. */
export function createHumanExecutor(): Executor {
  return {
    name: 'human',
    execute(request) {
      const { executor } = request.task
      const who = executor.startsWith('@') ? [executor.slice(1)] : []
      const run = { executor: 'human', startedMs: performance.now(), exitCode: null, output: null }

      return Promise.resolve({ outcome: { kind: 'handed_over', who }, receipt: fillReceipt(request, run) })
    },
  }
}
