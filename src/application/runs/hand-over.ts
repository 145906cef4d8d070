import { findUnfitPerson } from '../../domain/plan/assignee.ts'
import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import { renderDraftCommit, renderRenewedDraftCommit, renderTaskDraft } from '../../views/pulls/task-draft.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'
import { getPlan, type TaskRun } from './task-run.ts'

/**
 * A task goes to people: to whom it names, if they may push, with a draft of its pull request that says what is wanted;
 * to whoever comes first it is a branch (decision 103). `again`: an earlier try may have opened it.
 */
export async function handOver(
  ports: ViewPorts & BranchPorts & Pick<MachinePorts, 'people'>,
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
  const draft = await layDraft(ports, run, { base, isNamed: who.length > 0 }, again)
  const handed = { ...receipt, outcome: 'handed_over' as const }
  const event = { kind: 'run_handed_over' as const, task: task.id, run_id: runId, who, receipt: handed }
  return draft === null ? event : { ...event, draft }
}

interface Beginning {
  base: string
  isNamed: boolean
}

/** Null where there is none: somebody made a version, whose pull request says what is asked for, or it is anybody's. */
async function layDraft(ports: ViewPorts & BranchPorts, run: TaskRun, beginning: Beginning, again: boolean) {
  const { active_artifact_id: active, pull_request: pull } = run.node
  if (active !== null || (pull?.open === true && pull.draft === undefined)) return null
  return pull?.open === true ? renew(ports, run, beginning, again) : begin(ports, run, beginning, again)
}

/** What it builds on, or who it is for, is another than when it was opened. */
async function renew(ports: ViewPorts & BranchPorts, run: TaskRun, { base, isNamed }: Beginning, again: boolean) {
  const { node, repository, task, work } = run
  const described = isNamed ? describeDraft(ports, run) : null
  const { number, draft } = node.pull_request ?? {}
  if (number === undefined || draft === undefined || described === null) return null
  let commit = draft.commit_sha
  if (commit !== null && !(await ports.workspace.isAncestor(repository, base, commit))) {
    const message = renderRenewedDraftCommit({ task, plan: getPlan(work) })
    const onto = { branch: node.branch, parent: commit, parentBase: null, base, files: [], pullRequest: null }
    commit = (await ports.pullRequests.publish(repository, { ...onto, ...message }, again)).commitSha
  }
  await ports.pullRequests.rewrite(repository, number, described.body)
  return { number, commit_sha: commit }
}

/** Its title and marked body; null where there is no place for a pull request. */
function describeDraft(ports: ViewPorts, { node, task, work }: TaskRun) {
  const { record, execution } = work
  if (record?.base_branch == null || execution === null) return null
  const plan = getPlan(work)
  const { artifacts } = execution
  const pull = renderTaskDraft({ record, plan, task, node, artifacts, links: viewLinks(ports, record) })
  const body = markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body)
  return { into: record.base_branch, title: pull.title, body }
}

async function begin(
  ports: ViewPorts & Pick<BranchPorts, 'pullRequests'>,
  run: TaskRun,
  { base, isNamed }: Beginning,
  again: boolean,
) {
  const { node, repository, task, work } = run
  const pullRequest = isNamed ? describeDraft(ports, run) : null
  if (pullRequest === null || work.execution === null) {
    await ports.pullRequests.createBranch(repository, node.branch, base)
    return null
  }
  // It may have been handed over before, to somebody else: then its branch is there.
  const stands = work.execution.receipts.some((one) => one.task === task.id && one.outcome === 'handed_over')
  const { number, commitSha } = await ports.pullRequests.openDraft(
    repository,
    {
      branch: node.branch,
      base,
      ...renderDraftCommit({ task, plan: getPlan(work) }),
      pullRequest,
    },
    again || stands,
  )
  return { number, commit_sha: commitSha }
}
