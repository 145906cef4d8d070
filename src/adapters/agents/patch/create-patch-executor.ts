import { recordText } from '../../../domain/language/message.ts'
import type { ExecutionOutcome, ExecutionRequest, Executor } from '../../../application/ports/roles/executor.ts'
import { applyWork } from '../apply-work.ts'
import { fillReceipt } from '../fill-receipt.ts'

/** Applies the files and diffs that the issue spells out (design 5.3). The same input gives the same bytes. */
export function createPatchExecutor(): Executor {
  return {
    name: 'patch',
    async execute(request) {
      const startedMs = performance.now()
      const outcome = await applyPatch(request)
      return { outcome, receipt: fillReceipt(request, { executor: 'patch', startedMs, exitCode: null, output: null }) }
    },
  }
}

async function applyPatch({ task, workTree, rejections }: ExecutionRequest): Promise<ExecutionOutcome> {
  if (rejections.length > 0) {
    return { kind: 'stuck', reason: recordText('its patch would only give the rejected bytes again') }
  }
  if (!task.work.some((item) => item.kind !== 'run')) {
    return { kind: 'stuck', reason: recordText('The issue spells out no file or diff for {task}.', { task: task.id }) }
  }
  const applied = await applyWork(workTree, task.work)

  return applied.ok ? { kind: 'changed' } : { kind: 'stuck', reason: applied.reason }
}
