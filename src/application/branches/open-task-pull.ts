import { assignedTask } from '../../domain/records/assigned-task.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { renderTaskPullRequest } from '../../views/pulls/task-pull-request.ts'
import type { Performance } from '../effects/attempt-effect.ts'
import { type BoundWork, getAction, getBound } from '../effects/bound-work.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../effects/mark-body.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** The pull request of a task's branch into the integration branch, opened where there is none. */
export async function openTaskPull(
  ports: MachinePorts,
  performance: Performance,
  action: { task: string; artifact_id: string },
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const number = await openPullOf(ports, performance.repository, getBound(performance.work), action.task, again)
  return {
    kind: 'gate',
    op,
    by: null,
    on: null,
    gate: { kind: 'pull_request_opened', task: action.task, artifact_id: action.artifact_id, number },
  }
}

/** Its number. */
export async function openPullOf(
  ports: Pick<MachinePorts, 'pullRequests' | 'sign' | 'web' | 'docs'>,
  repository: RepositoryRef,
  bound: BoundWork,
  id: string,
  again: boolean,
): Promise<number> {
  const { record, plan } = bound
  const node = getAction(bound, id)
  const task = plan.tasks.find((one) => one.id === id)
  if (task === undefined || record.base_branch === null) throw new Error(`there is no task ${id}`)
  const given = assignedTask(task, node)
  const pull = renderTaskPullRequest({ record, plan, task: given, links: viewLinks(ports, record) })
  const body = markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body)
  const wanted = { head: node.branch, into: record.base_branch, title: pull.title, body }
  return ports.pullRequests.open(repository, wanted, again)
}
