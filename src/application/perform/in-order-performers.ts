import type { ActionOf, EffectKind } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { InOrderKind } from '../../domain/work/effects/effect-rules.ts'
import { hadFinal } from '../../domain/work/plan-life/final-pull-request.ts'
import { renderFinalPullRequest } from '../../views/pulls/final-pull-request.ts'
import type { OwedOf, Performance } from '../attempts/attempt-effect.ts'
import { type BoundWork, getBound } from '../attempts/bound-work.ts'
import { deleteWorkBranches } from '../branches/delete-branches.ts'
import { lookAtIntegration } from '../branches/integration-differences.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'
import { mergeTask } from '../branches/merge-task.ts'
import { markPullReady, openTaskPull } from '../branches/open-task-pull.ts'
import { reportFinal } from '../branches/report-final.ts'
import { reopenTaskPull } from '../branches/reopen-task-pull.ts'
import { takeBackMerge } from '../branches/take-back-merge.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { askReviewers, postFailedTests, postVerdict } from './check-performers.ts'

/** What one kind or another of them needs. */
export type InOrderPorts = BranchPorts & ViewPorts & Pick<MachinePorts, 'repairer'>

/** Carries out one effect on branches, pull requests or check runs; what it comes to is an event. */
type InOrderPerformer<K extends EffectKind> = (
  ports: InOrderPorts,
  performance: Performance,
  action: ActionOf<K>,
  again: boolean,
  op: string,
) => Promise<WorkEventBody>

export const inOrderPerformers = {
  open_base: thenDone(openBase),
  open_task_pull_request: openTaskPull,
  ready_task_pull_request: thenDone(markPullReady),
  ask_reviewers: thenDone(askReviewers),
  post_verdict: thenDone(postVerdict),
  post_failed_tests: thenDone(postFailedTests),
  merge_task: mergeTask,
  take_back_merge: (ports, performance, action, _again, op) => takeBackMerge(ports, performance, action, op),
  reopen_task_pull_request: reopenTaskPull,
  close_task_pull_request: thenDone(closePull),
  open_final: openFinalPull,
  set_final_draft: setFinalDraft,
  close_final: thenDone(closePull),
  delete_branches: thenDone(deleteWorkBranches),
} satisfies { [K in InOrderKind]: InOrderPerformer<K> }

/** Carries it out, by its kind. */
export function performInOrder(
  ports: InOrderPorts,
  performance: Performance,
  { action, op }: OwedOf<InOrderKind>,
  again: boolean,
): Promise<WorkEventBody> {
  const performers: { [K in InOrderKind]: InOrderPerformer<K> } = inOrderPerformers
  // Both are of one kind, which the compiler can't see.
  const perform = performers[action.kind] as InOrderPerformer<InOrderKind>
  return perform(ports, performance, action, again, op)
}

/** Of what comes to no more than that it is done. */
function thenDone<Action>(
  act: (ports: InOrderPorts, performance: Performance, action: Action, again: boolean, op: string) => Promise<void>,
) {
  return async (
    ports: InOrderPorts,
    performance: Performance,
    action: Action,
    again: boolean,
    op: string,
  ): Promise<WorkEventBody> => {
    await act(ports, performance, action, again, op)
    return { kind: 'effect_done', op }
  }
}

async function openBase(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository, work }: Performance,
  { branch }: ActionOf<'open_base'>,
): Promise<void> {
  if (work.record?.base_sha == null) return
  await ports.pullRequests.createBranch(repository, branch, work.record.base_sha)
}

async function closePull(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository }: Performance,
  { number }: ActionOf<'close_task_pull_request' | 'close_final'>,
): Promise<void> {
  await ports.pullRequests.close(repository, number)
}

async function setFinalDraft(
  ports: ViewPorts & BranchPorts,
  performance: Performance,
  { number, draft }: ActionOf<'set_final_draft'>,
  _again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { repository } = performance
  const renamed = await findRenamed(ports, performance, op)
  if (renamed !== null) return renamed
  const bound = getBound(performance.work)
  const seen = await lookAtIntegration(ports, repository, bound)
  if (!draft) {
    const differs = findUnapprovedContent(bound, seen, op)
    if (differs !== null) return differs
    // It says what was approved: other versions by now, and by others.
    await ports.pullRequests.rewrite(repository, number, renderFinal(ports, performance).body)
  }
  await ports.pullRequests.setDraft(repository, number, draft)
  if (seen !== null) await reportFinal(ports, repository, bound, seen, { again: true })
  return { kind: 'effect_done', op }
}

/** The default branch was renamed since the plan was made; another one that is the default now is another matter. */
async function findRenamed(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository, work, defaultBranch: { name: to } }: Performance,
  op: string,
): Promise<WorkEventBody | null> {
  const was = getBound(work).record.default_branch
  if (was === to || (await ports.pullRequests.findHead(repository, was)) !== null) return null
  return { kind: 'default_renamed', op, to }
}

/** What the default branch is called now, where the one of that name is gone; what is remembered of it may be old. */
async function findNewName(
  { pullRequests }: Pick<MachinePorts, 'pullRequests'>,
  repository: RepositoryRef,
  was: string,
): Promise<string | null> {
  if ((await pullRequests.findHead(repository, was)) !== null) return null
  const now = await pullRequests.findDefaultBranch(repository)
  return now === was ? null : now
}

/** What the final pull request would show beside what was approved. */
function findUnapprovedContent(
  { record: { base_branch: branch } }: BoundWork,
  seen: Awaited<ReturnType<typeof lookAtIntegration>>,
  op: string,
): WorkEventBody | null {
  if (branch === null || seen === null) return null
  const { commit, differences } = seen
  if (differences === null || differences.length === 0) return null
  return { kind: 'integration_differs', op, branch, commit, by: null, differences }
}

async function openFinalPull(
  ports: ViewPorts & BranchPorts,
  performance: Performance,
  _action: ActionOf<'open_final'>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { record, plan } = bound
  if (record.base_branch === null) throw new Error('there is no integration branch')
  const renamed = await findRenamed(ports, performance, op)
  if (renamed !== null) return renamed
  const seen = await lookAtIntegration(ports, performance.repository, bound)
  const differs = findUnapprovedContent(bound, seen, op)
  if (differs !== null) return differs
  const { title, body } = renderFinal(ports, performance)
  const pull = { head: record.base_branch, into: record.default_branch, title, body }
  let number: number
  try {
    number = await ports.pullRequests.open(performance.repository, pull, again)
  } catch (error) {
    const to = await findNewName(ports, performance.repository, record.default_branch)
    if (to === null) throw error
    return { kind: 'default_renamed', op, to }
  }
  const mayHaveCheck = again || hadFinal(record, plan.id)
  if (seen !== null) await reportFinal(ports, performance.repository, bound, seen, { again: mayHaveCheck })
  return { kind: 'final_opened', op, plan_id: plan.id, number }
}

function renderFinal(ports: ViewPorts, { work }: Performance): { title: string; body: string } {
  const { record, plan, execution } = getBound(work)
  const { title, body } = renderFinalPullRequest({ record, plan, execution, links: viewLinks(ports, record) })
  return { title, body: markedBody(ports, 'final', plan.id, body) }
}
