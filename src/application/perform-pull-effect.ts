import type { Artifact } from '../domain/artifact.ts'
import type { EffectAction } from '../domain/effect.ts'
import type { IssRecord } from '../domain/iss-record.ts'
import type { ValidationRecord } from '../domain/loop/validation.ts'
import type { ActionNode, CheckNode } from '../domain/node-state.ts'
import type { Plan } from '../domain/plan.ts'
import type { Work } from '../domain/work/work.ts'
import type { WorkEventBody } from '../domain/work/work-event.ts'
import { renderCheckOutput } from '../views/check-output.ts'
import { renderFailedTestsOutput } from '../views/failed-tests-output.ts'
import { renderFinalPullRequest } from '../views/final-pull-request.ts'
import { getReviewedTask, renderReviewBody } from '../views/review-body.ts'
import { renderTaskPullRequest } from '../views/task-pull-request.ts'
import type { MachinePorts } from './machine-ports.ts'
import { mark, markedBody, viewLinks } from './mark-body.ts'
import type { Performance } from './attempt-effect.ts'
import type { RunEffectKind } from './perform-run-effect.ts'
import type { ThreadEffectKind } from './perform-thread-effects.ts'

export type PullEffectKind = Exclude<EffectAction['kind'], ThreadEffectKind | RunEffectKind>
type PullEffect = Extract<EffectAction, { kind: PullEffectKind }>

/** One effect on branches and pull requests; what it comes to is an event. */
export async function performPullEffect(
  ports: MachinePorts,
  performance: Performance,
  action: PullEffect,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { repository, work } = performance
  const done: WorkEventBody = { kind: 'effect_done', op }
  switch (action.kind) {
    case 'open_base': {
      if (work.record?.base_sha == null) return done
      await ports.pullRequests.createBranch(repository, action.branch, work.record.base_sha)
      return done
    }
    case 'open_task_pull_request':
      return openTaskPull(ports, performance, action, again, op)
    case 'ask_reviewers':
      return askReviewers(ports, performance, action, again, op)
    case 'post_verdict':
      return postVerdict(ports, performance, action, again, op)
    case 'post_failed_tests':
      return postFailedTests(ports, performance, action, again, op)
    case 'merge_task':
      return mergeTask(ports, performance, action, again, op)
    case 'close_task_pull_request':
      await ports.pullRequests.close(repository, action.number)
      return done
    case 'open_final':
      return openFinal(ports, performance, again, op)
    case 'set_final_draft':
      await ports.pullRequests.setDraft(repository, action.number, action.draft)
      return done
    case 'close_final':
      await ports.pullRequests.close(repository, action.number)
      return done
  }
}

interface Bound {
  record: NonNullable<Work['record']>
  plan: Plan
  execution: NonNullable<Work['execution']>
}

function getBound({ record, plan, execution }: Work): Bound {
  if (record === null || plan === null || execution === null) throw new Error('the plan is not being worked on')
  return { record, plan, execution }
}

function getAction(bound: Bound, id: string): ActionNode {
  const node = bound.execution.nodes[id]
  if (node?.kind !== 'ACTION') throw new Error(`there is no task ${id}`)
  return node
}

function getCheckNode(bound: Bound, task: string): CheckNode {
  const node = Object.values(bound.execution.nodes).find((one) => one.kind === 'CHECK' && one.target === task)
  if (node?.kind !== 'CHECK') throw new Error(`there is no CHECK for ${task}`)
  return node
}

function getArtifact(bound: Bound, artifactId: string | null): Artifact {
  const artifact = bound.execution.artifacts.find((one) => one.artifact_id === artifactId)
  if (artifact === undefined) throw new Error(`there is no version ${artifactId}`)
  return artifact
}

async function openTaskPull(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'open_task_pull_request' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { record, plan } = bound
  const node = getAction(bound, action.task)
  const task = plan.tasks.find((one) => one.id === action.task)
  if (task === undefined || record.base_branch === null) throw new Error(`there is no task ${action.task}`)
  const pull = renderTaskPullRequest({ record, plan, task, links: viewLinks(ports, record) })
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

/** The check run with what is known so far, and the request for review. */
async function askReviewers(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'ask_reviewers' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const node = getAction(bound, action.task)
  const check = getCheckNode(bound, action.task)
  if (check.review_id === action.review_id && check.state === 'WAITING_EXTERNAL') {
    const artifact = getArtifact(bound, check.reviewed_artifact_id)
    const output = renderCheckOutput({
      review: null,
      node: check,
      plan: bound.plan,
      artifact,
      validation: findVersionTests(bound, artifact),
      links: viewLinks(ports, bound.record),
    })
    await ports.pullRequests.report(
      performance.repository,
      { name: `countersign/${action.task}`, headSha: artifact.commit_sha, externalId: action.review_id, ...output },
      again,
    )
    const who = action.who.filter((login) => artifact.by.kind !== 'person' || artifact.by.login !== login)
    if (node.pull_request?.open && who.length > 0)
      await ports.pullRequests.requestReviewers(performance.repository, node.pull_request.number, who)
  }
  return { kind: 'effect_done', op }
}

async function postVerdict(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'post_verdict' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { plan, execution, record } = bound
  const review = execution.reviews.find((one) => one.review_id === action.review_id)
  if (review === undefined) throw new Error(`there is no review ${action.review_id}`)
  const artifact = getArtifact(bound, review.reviewed_artifact_id)
  const node = getAction(bound, action.task)
  const links = viewLinks(ports, record)
  const output = renderCheckOutput({
    review,
    node: getCheckNode(bound, action.task),
    plan,
    artifact,
    validation: findVersionTests(bound, artifact),
    links,
  })
  const check = {
    name: `countersign/${action.task}`,
    headSha: artifact.commit_sha,
    externalId: review.review_id,
    ...output,
  }
  const posted =
    node.pull_request === null
      ? Promise.resolve()
      : ports.pullRequests.postReview(
          performance.repository,
          {
            number: node.pull_request.number,
            headSha: artifact.commit_sha,
            approved: review.verdict === 'APPROVED',
            mark: mark(ports, 'review', op),
            body: markedBody(ports, 'review', op, renderReviewBody({ review, plan, artifact, links })),
          },
          again,
        )
  const both = await Promise.allSettled([ports.pullRequests.report(performance.repository, check, again), posted])
  // Not before both are over: who tries again would look for what is only just being posted.
  for (const one of both) if (one.status === 'rejected') throw one.reason
  return { kind: 'effect_done', op }
}

/** What the tests of a version came to the last time that they ran. */
function findVersionTests({ execution }: Bound, { artifact_id: id }: Artifact): ValidationRecord | null {
  return execution.validations.findLast((one) => one.artifact_id === id) ?? null
}

/** A version whose own tests failed gets no CHECK: its check run says so in place of a verdict (decision 25). */
async function postFailedTests(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'post_failed_tests' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { record, plan, execution } = bound
  const validation = execution.validations.find((one) => one.validation_id === action.validation_id)
  if (validation === undefined) throw new Error(`there is no validation ${action.validation_id}`)
  const artifact = getArtifact(bound, validation.artifact_id)
  const output = renderFailedTestsOutput({
    validation,
    analysis: execution.analyses.find((one) => one.analysis_id === validation.analysis_id) ?? null,
    node: getAction(bound, action.task),
    task: getReviewedTask(plan, action.task),
    artifact,
    links: viewLinks(ports, record),
  })
  const name = `countersign/${action.task}`
  const check = { name, headSha: artifact.commit_sha, externalId: validation.validation_id, ...output }
  await ports.pullRequests.report(performance.repository, check, again)
  return { kind: 'effect_done', op }
}

async function mergeTask(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'merge_task' }>,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const node = getAction(bound, action.task)
  const artifact = getArtifact(bound, action.artifact_id)
  if (node.merge !== 'pending' || node.active_artifact_id !== action.artifact_id) return { kind: 'effect_done', op }
  if (node.pull_request === null) throw new Error(`${action.task} has no pull request`)
  const title = `Merge ${action.task} version ${artifact.version} of ${bound.plan.id}`
  const merged = await ports.pullRequests.merge(performance.repository, {
    number: node.pull_request.number,
    headSha: artifact.commit_sha,
    title,
  })
  const common = { task: action.task, artifact_id: action.artifact_id }
  switch (merged.kind) {
    case 'merged':
      return {
        kind: 'gate',
        op,
        by: null,
        on: null,
        gate: { kind: 'merge_confirmed', ...common, merge_sha: merged.sha },
      }
    // Of an older version, which nobody waited for any more when it was merged.
    case 'spent':
      return openTaskPull(ports, performance, { ...action, kind: 'open_task_pull_request' }, again, op)
    case 'conflict':
      return { kind: 'gate', op, by: null, on: null, gate: { kind: 'merge_conflicted', ...common, reason: merged.why } }
    case 'moved':
      if (merged.isOurs) return mergeFenced(ports, performance, action, merged.head, again, op)
      // The push that moved the head is an event of its own and makes the new version; where it was refused, none will.
      if (!wasHeardOf(bound.record, node.branch, merged.head)) return { kind: 'effect_done', op }
      return { kind: 'effect_failed', op, what: `merge ${action.task}`, why: explainHead(node.branch, merged.head) }
  }
}

/**
 * A run that was fenced while it published has left its commit on the branch, of which no event will tell: the branch is
 * put back to the version that was approved, and that one is merged.
 */
async function mergeFenced(
  ports: MachinePorts,
  performance: Performance,
  action: Extract<PullEffect, { kind: 'merge_task' }>,
  head: string,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { branch } = getAction(bound, action.task)
  const { commit_sha: sha } = getArtifact(bound, action.artifact_id)
  const restored = await ports.mender.restoreBranch(performance.repository, { branch, sha, seen: head })
  if (restored === 'restored') return mergeTask(ports, performance, action, again, op)
  const why = `\`${branch}\` moves while it is merged`
  return { kind: 'effect_failed', op, what: `merge ${action.task}`, why }
}

function wasHeardOf({ applied }: IssRecord, branch: string, head: string): boolean {
  return applied.some(({ key }) => key.startsWith(`head:${branch}:`) && key.endsWith(`:${head}`))
}

function explainHead(branch: string, head: string): string {
  return `\`${branch}\` is at ${head.slice(0, 7)}, which was not taken as a version: take that commit back, or push one that is`
}

async function openFinal(
  ports: MachinePorts,
  performance: Performance,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { record, plan, execution } = getBound(performance.work)
  if (record.base_branch === null) throw new Error('there is no integration branch')
  const pull = renderFinalPullRequest({ record, plan, execution, links: viewLinks(ports, record) })
  const body = markedBody(ports, 'final', plan.id, pull.body)
  const number = await ports.pullRequests.open(
    performance.repository,
    { head: record.base_branch, into: record.default_branch, title: pull.title, body },
    again,
  )
  return { kind: 'final_opened', op, plan_id: plan.id, number }
}
