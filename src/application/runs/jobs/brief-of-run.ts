import type { TaskBrief } from '../../../domain/jobs/task-brief.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import { getPlan, type TaskRun } from '../task-run.ts'
import { gatherRequest } from '../gather-request.ts'

/** What the executor of a run gets, to be handed to a machine that has nothing of it. */
export async function briefOfRun(ports: Pick<MachinePorts, 'workspace'>, run: TaskRun): Promise<TaskBrief> {
  const { rejections, analysis, lastFailure, earlier } = await gatherRequest(ports, run)
  return {
    version: 1,
    run_id: run.runId,
    plan: getPlan(run.work),
    task: run.task,
    rejections: [...rejections],
    last_failure: lastFailure ?? null,
    ...(earlier !== undefined && { earlier }),
    analysis,
    configuration: run.configuration,
  }
}
