import { assignedTask } from '../domain/assigned-task.ts'
import type { WorkEventBody } from '../domain/work/work-event.ts'
import { renderTaskPullRequest } from '../views/task-pull-request.ts'
import type { Performance } from './attempt-effect.ts'
import { getAction, getBound } from './bound-work.ts'
import type { MachinePorts } from './machine-ports.ts'
import { markedBody, viewLinks } from './mark-body.ts'

/** The pull request of a task's branch into the integration branch, opened where there is none. */
export async function openTaskPull(
  ports: MachinePorts,
  performance: Performance,
  action: { task: string; artifact_id: string },
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { record, plan } = bound
  const node = getAction(bound, action.task)
  const task = plan.tasks.find((one) => one.id === action.task)
  if (task === undefined || record.base_branch === null) throw new Error(`there is no task ${action.task}`)
  const given = assignedTask(task, node)
  const pull = renderTaskPullRequest({ record, plan, task: given, links: viewLinks(ports, record) })
  const body = markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body)
  const number = await ports.pullRequests.open(
    performance.repository,
    { head: node.branch, into: record.base_branch, title: pull.title, body },
    again,
  )
  return {
    kind: 'gate',
    op,
    by: null,
    on: null,
    gate: { kind: 'pull_request_opened', task: action.task, artifact_id: action.artifact_id, number },
  }
}
