import type { HandedBack } from '../../ports/forge/task-jobs.ts'
import type { ExecutionAnswer } from '../../ports/roles/executor.ts'
import type { WorkTree } from '../../ports/roles/workspace.ts'
import type { TaskRun } from '../task-run.ts'

/**
 * Lays what a job handed back into a work tree of its order's base, as if its executor had worked there: what is read of
 * that is policed like any other's.
 */
export async function layHandedBack(
  run: Pick<TaskRun, 'runId' | 'task' | 'node'>,
  workTree: WorkTree,
  { result, bytes, url: job }: HandedBack,
): Promise<ExecutionAnswer> {
  // Whose run it is and where it was worked on, it doesn't say itself.
  const receipt = { ...result.receipt, run_id: run.runId, task: run.task.id, executor: run.node.executor, job }
  for (const [index, { path, mode }] of result.files.entries()) {
    try {
      const content = bytes[index] ?? null
      if (mode === null || content === null) await workTree.removeFile(path)
      else await workTree.writeFile(path, content, mode)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'path_refused')) throw error
      return {
        outcome: { kind: 'failed', reason: `what its job handed back can't be laid out: ${error.message}` },
        receipt,
      }
    }
  }
  return { outcome: result.outcome, receipt }
}
