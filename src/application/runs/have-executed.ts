import type { MachinePorts } from '../ports/machine-ports.ts'
import type { ExecutionAnswer, Executor } from '../ports/roles/executor.ts'
import type { WorkTree } from '../ports/roles/workspace.ts'
import { gatherRequest } from './gather-request.ts'
import { layHandedBack } from './jobs/lay-handed-back.ts'
import { getPlan, type TaskRun } from './task-run.ts'

/** Has its executor do the task, told what was tried before, or takes what that did elsewhere; null where it isn't on this server. */
export async function haveExecuted(
  ports: Pick<MachinePorts, 'workspace' | 'executors'>,
  run: TaskRun,
  workTree: WorkTree,
): Promise<ExecutionAnswer | null> {
  if (run.handedBack !== undefined) return layHandedBack(run, workTree, run.handedBack)
  const executor = findExecutor(ports, run.node.executor)
  if (executor === undefined) return null
  return executor.execute({
    runId: run.runId,
    repository: run.repository,
    plan: getPlan(run.work),
    task: run.task,
    workTree,
    ...(await gatherRequest(ports, run)),
    configuration: run.configuration,
    ...(run.noteProgress === undefined ? {} : { noteProgress: run.noteProgress }),
    signal: run.signal,
  })
}

function findExecutor(ports: Pick<MachinePorts, 'executors'>, name: string): Executor | undefined {
  return ports.executors.get(name.startsWith('@') ? 'human' : name)
}
