import { findUnfitPerson } from '../../domain/plan/assignee.ts'
import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import { renderDraftCommit, renderTaskDraft } from '../../views/pulls/task-draft.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'
import { getPlan, type TaskRun } from './task-run.ts'

/**
 * A task goes to people: to whom it names, if they may push, with a draft of its pull request that says what is wanted;
 * to whoever comes first it is a branch (decision 103). `again`: an earlier try may have opened it.
 */
export async function handOver(
  ports: ViewPorts & Pick<BranchPorts, 'pullRequests'> & Pick<MachinePorts, 'people'>,
  run: TaskRun,
  { base, who, receipt }: { base: string; who: string[]; receipt: Omit<Receipt, 'outcome'> },
  again: boolean,
): Promise<GateEvent> {
  const { task, node, runId, repository } = run
  const { executor } = node
  const unfit = executor.startsWith('@')
    ? findUnfitPerson(task.id, executor, await ports.people.findRoleOfLogin(repository, executor.slice(1)))
    : undefined
  if (unfit !== undefined)
    return {
      kind: 'run_failed',
      task: task.id,
      run_id: runId,
      reason: unfit,
      stuck: true,
      unassigned: true,
      receipt: null,
    }
  const draft = isBegun(run) ? null : await begin(ports, run, { base, isNamed: who.length > 0 }, again)
  const handed = { ...receipt, outcome: 'handed_over' as const }
  const event = { kind: 'run_handed_over' as const, task: task.id, run_id: runId, who, receipt: handed }
  return draft === null ? event : { ...event, draft }
}

/** Somebody made a version, or it has a pull request: what is asked for stands there. */
function isBegun({ node }: TaskRun): boolean {
  return node.active_artifact_id !== null || node.pull_request?.open === true
}

async function begin(
  ports: ViewPorts & Pick<BranchPorts, 'pullRequests'>,
  run: TaskRun,
  { base, isNamed }: { base: string; isNamed: boolean },
  again: boolean,
) {
  const { node, repository, task, work } = run
  const { record, execution } = work
  if (!isNamed || record?.base_branch == null || execution === null) {
    await ports.pullRequests.createBranch(repository, node.branch, base)
    return null
  }
  const plan = getPlan(work)
  const pull = renderTaskDraft({
    record,
    plan,
    task,
    node,
    artifacts: execution.artifacts,
    links: viewLinks(ports, record),
  })
  // It may have been handed over before, to somebody else: then its branch is there.
  const stands = execution.receipts.some((one) => one.task === task.id && one.outcome === 'handed_over')
  const { number, commitSha } = await ports.pullRequests.openDraft(
    repository,
    {
      branch: node.branch,
      base,
      ...renderDraftCommit({ task, plan }),
      pullRequest: {
        into: record.base_branch,
        title: pull.title,
        body: markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body),
      },
    },
    again || stands,
  )
  return { number, commit_sha: commitSha }
}
