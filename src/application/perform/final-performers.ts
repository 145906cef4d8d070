import type { FinalConflict } from '../../domain/effects/final-conflict.ts'
import type { ActionOf } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { hadFinal } from '../../domain/work/plan-life/final/final-pull-request.ts'
import { renderFinalPullRequest } from '../../views/pulls/final-pull-request.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { type BoundWork, getBound } from '../attempts/bound-work.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'
import { findFinalConflict } from '../branches/final/find-final-conflict.ts'
import { lookAtIntegration, type SeenIntegration } from '../branches/integration-differences.ts'
import { describeFinalCheck, reportFinal } from '../branches/final/report-final.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** With its check in one request where nobody can have tried either before. */
export async function openFinalPull(
  ports: ViewPorts & BranchPorts,
  performance: Performance,
  _action: ActionOf<'open_final'>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { repository, work } = performance
  const bound = getBound(work)
  const { record, plan } = bound
  if (record.base_branch === null) throw new Error('there is no integration branch')
  const renamed = await findRenamed(ports, performance, op)
  if (renamed !== null) return renamed
  const seen = await lookAtIntegration(ports, repository, bound)
  const differs = findUnapprovedContent(bound, seen, op)
  if (differs !== null) return differs
  const { title, body } = renderFinal(ports, performance)
  const pull = { head: record.base_branch, into: record.default_branch, title, body }
  const check = seen === null ? null : describeFinalCheck(ports, bound, seen)
  try {
    const isNew = !again && !hadFinal(record, plan.id)
    const opened = isNew && check !== null ? await ports.pullRequests.openWithCheck(repository, pull, check) : null
    const number = opened?.number ?? (await ports.pullRequests.open(repository, pull, again))
    // What came of the request for both, or of an earlier one, is looked for.
    if (check !== null && opened?.isPosted !== true) await ports.pullRequests.report(repository, check, true)
    const conflict = await findConflict(ports, repository, bound, seen)
    return { kind: 'final_opened', op, plan_id: plan.id, number, ...(conflict !== null && { conflict }) }
  } catch (error) {
    const to = await findNewName(ports, repository, record.default_branch)
    if (to === null) throw error
    return { kind: 'default_renamed', op, to }
  }
}

export async function setFinalDraft(
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
  if (draft) return { kind: 'effect_done', op }
  return { kind: 'final_looked_at', op, number, conflict: await findConflict(ports, repository, bound, seen) }
}

/** Nobody is told that it is ready to be merged where it can't be. */
async function findConflict(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  { execution }: BoundWork,
  seen: SeenIntegration | null,
): Promise<FinalConflict | null> {
  if (seen?.target === undefined) return null
  return findFinalConflict(workspace, repository, execution, { commit: seen.commit, target: seen.target })
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
  seen: SeenIntegration | null,
  op: string,
): WorkEventBody | null {
  if (branch === null || seen === null) return null
  const { commit, differences } = seen
  if (differences === null || differences.length === 0) return null
  return { kind: 'integration_differs', op, branch, commit, by: null, differences }
}

function renderFinal(ports: ViewPorts, { work }: Performance): { title: string; body: string } {
  const { record, plan, execution } = getBound(work)
  const { title, body } = renderFinalPullRequest({ record, plan, execution, links: viewLinks(ports, record) })
  return { title, body: markedBody(ports, 'final', plan.id, body) }
}
