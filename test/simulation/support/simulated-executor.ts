import type { ExecutionAnswer, ExecutionRequest, Executor } from '../../../src/application/ports/roles/executor.ts'
import { sha256Hex } from '../../../src/domain/text/sha256.ts'
import { deliverablePath } from '../../../src/domain/plan/deliverable-spec.ts'
import { clock } from './time/clock.ts'
import { sha1 } from './github/git.ts'

export interface ExecutorWatcher {
  began: (request: ExecutionRequest) => void
  ended: (request: ExecutionRequest) => void
}

/**
 * An executor that works for a while. What it makes follows from the task and from how often it was rejected alone, so
 * that a run done twice makes the same.
 */
export function createSimulatedExecutor(name: string, seed: number, watcher: ExecutorWatcher): Executor {
  return {
    name,
    async execute(request) {
      watcher.began(request)
      const { task, rejections, signal } = request
      const dice = Number.parseInt(sha1(`${seed} ${task.id} ${rejections.length}`).slice(0, 6), 16)
      await work(2_000 + (dice % 90_000), signal)
      const word = rejections.length < 2 && dice % 10 < 4 ? 'poor' : 'good'
      const text = `${task.id}: ${word} ${rejections.length}\n`
      if (!signal.aborted)
        await request.workTree.writeFile(deliverablePath(task.deliverable_spec), Buffer.from(text), '100644')
      watcher.ended(request)
      return answer(name, request)
    },
  }
}

/** Ends early where it is told to. */
function work(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const due = clock.after(ms, resolve)
    signal.addEventListener('abort', () => {
      clock.cancel(due)
      resolve()
    })
  })
}

function answer(name: string, { task, runId }: ExecutionRequest): ExecutionAnswer {
  return {
    outcome: { kind: 'changed' },
    receipt: {
      run_id: runId,
      task: task.id,
      executor: name,
      version: '1',
      arguments_sha256: sha256Hex(task.id),
      exit_code: 0,
      duration_ms: 0,
      tokens: null,
      cost_usd: null,
      output_sha256: null,
    },
  }
}
