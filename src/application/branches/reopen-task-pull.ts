import type { EffectAction } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { getAction, getBound } from '../attempts/bound-work.ts'
import { CountersignFault } from '../fault.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { openTaskPull } from './open-task-pull.ts'

/** The pull request as it was; where GitHub doesn't open it again, another one of that branch. */
export async function reopenTaskPull(
  ports: ViewPorts & Pick<MachinePorts, 'pullRequests' | 'repairer'>,
  performance: Performance,
  action: Extract<EffectAction, { kind: 'reopen_task_pull_request' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { task, number } = action
  const { active_artifact_id: artifact_id } = getAction(getBound(performance.work), task)
  try {
    await ports.repairer.reopenPull(performance.repository, number)
    return { kind: 'effect_done', op }
  } catch (error) {
    const isRefused = error instanceof CountersignFault && error.code === 'github_refused'
    if (artifact_id === null || !isRefused) throw error
    return openTaskPull(ports, performance, { task, artifact_id }, again, op)
  }
}
