import { assignedTask } from '../../domain/records/assigned-task.ts'
import type { GateEventOf } from '../../domain/gate/draft/gate-event.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { renderTaskPullRequest } from '../../views/pulls/task-pull-request.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { getAction, getBound } from '../attempts/bound-work.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'

/** A draft becomes ready for review; what an executor made in the place of whom it was for is described as its own. */
export async function markPullReady(
  ports: Pick<MachinePorts, 'pullRequests' | 'sign' | 'web' | 'docs'>,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
  { task, number }: { task: string; number: number },
): Promise<void> {
  const { execution } = getBound(work)
  const version = execution.artifacts.findLast((one) => one.task === task)
  if (version?.by.kind === 'executor')
    await ports.pullRequests.rewrite(repository, number, describeTaskPull(ports, work, task).body)
  await ports.pullRequests.setDraft(repository, number, false)
}

/** The pull request of a task's branch into the integration branch, opened where there is none. */
export async function openTaskPull(
  ports: Pick<MachinePorts, 'pullRequests' | 'sign' | 'web' | 'docs'>,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
  { task: id, artifact_id }: { task: string; artifact_id: string },
  again: boolean,
  op: string | null,
): Promise<PullOpened> {
  const number = await ports.pullRequests.open(repository, describeTaskPull(ports, work, id), again)
  return { kind: 'gate', op, by: null, on: null, gate: { kind: 'pull_request_opened', task: id, artifact_id, number } }
}

function describeTaskPull(
  ports: Pick<MachinePorts, 'sign' | 'web' | 'docs'>,
  work: Performance['work'],
  id: string,
): { head: string; into: string; title: string; body: string } {
  const bound = getBound(work)
  const { record, plan } = bound
  const node = getAction(bound, id)
  const task = plan.tasks.find((one) => one.id === id)
  if (task === undefined || record.base_branch === null) throw new Error(`there is no task ${id}`)
  const given = assignedTask(task, node)
  const pull = renderTaskPullRequest({ record, plan, task: given, links: viewLinks(ports, record) })
  const body = markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body)
  return { head: node.branch, into: record.base_branch, title: pull.title, body }
}

type PullOpened = Extract<WorkEventBody, { kind: 'gate' }> & { gate: GateEventOf<'pull_request_opened'> }
