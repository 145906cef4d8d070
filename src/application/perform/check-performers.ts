import type { Artifact } from '../../domain/records/artifact.ts'
import type { ActionOf } from '../../domain/effects/effect.ts'
import { postsReview } from '../../domain/gate/check/posts-review.ts'
import { isRepeatable } from '../../domain/configuration/is-repeatable.ts'
import { isFlaky } from '../../domain/records/loop/analysis.ts'
import type { ValidationRecord } from '../../domain/records/loop/validation.ts'
import { renderCheckOutput } from '../../views/check/check-output.ts'
import { renderFailedTestsOutput } from '../../views/check/failed-tests-output.ts'
import { getReviewedTask, renderReviewBody } from '../../views/check/review-body.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { type BoundWork, getAction, getArtifact, getBound, getCheckNode } from '../attempts/bound-work.ts'
import type { CheckReport, ReviewToPost } from '../ports/forge/pull-requests.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { mark, markedBody, viewLinks } from '../attempts/mark-body.ts'

/** The check run with what is known so far, and the request for review. */
export async function askReviewers(
  ports: Pick<MachinePorts, 'pullRequests' | 'web' | 'docs'>,
  performance: Performance,
  action: ActionOf<'ask_reviewers'>,
  again: boolean,
): Promise<void> {
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
      {
        name: `countersign/${action.task}`,
        headSha: artifact.commit_sha,
        externalId: action.review_id,
        hasWaited: check.partial.some(({ judge }) => judge !== undefined),
        offersRetry: isRepeatable(node.executor),
        ...output,
      },
      again,
    )
    const who = action.who.filter((login) => artifact.by.kind !== 'person' || artifact.by.login !== login)
    if (node.pull_request?.open && who.length > 0)
      await ports.pullRequests.requestReviewers(performance.repository, node.pull_request.number, who)
  }
}

/** A verdict as it is posted: the check run, and a review of the pull request where there is to be one. */
export interface VerdictPost {
  check: CheckReport
  review: ReviewToPost | null
}

/** The verdict, in the check run and, where it is to be posted, as a review of the pull request. */
export async function postVerdict(
  ports: ViewPorts & Pick<MachinePorts, 'pullRequests'>,
  performance: Performance,
  action: ActionOf<'post_verdict'>,
  again: boolean,
  op: string,
): Promise<void> {
  const { check, review } = renderVerdict(ports, performance, action, op)
  const { repository } = performance
  const posted = review === null ? Promise.resolve() : ports.pullRequests.postReview(repository, review, again)
  const both = await Promise.allSettled([ports.pullRequests.report(repository, check, again), posted])
  // Not before both are over: who tries again would look for what is only just being posted.
  for (const one of both) if (one.status === 'rejected') throw one.reason
}

export function renderVerdict(
  ports: ViewPorts,
  performance: Pick<Performance, 'work' | 'configuration'>,
  action: ActionOf<'post_verdict'>,
  op: string,
): VerdictPost {
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
    hasWaited: review.criteria.some(({ judge }) => judge !== undefined),
    offersRetry: isRepeatable(node.executor),
    ...output,
  }
  const isPosted = postsReview(performance.configuration.review.post, review, execution.reviews)
  if (node.pull_request === null || !isPosted) return { check, review: null }
  return {
    check,
    review: {
      number: node.pull_request.number,
      headSha: artifact.commit_sha,
      approved: review.verdict === 'APPROVED',
      mark: mark(ports, 'review', op),
      body: markedBody(ports, 'review', op, renderReviewBody({ review, plan, artifact, links })),
    },
  }
}

/** What the tests of a version came to the last time that they ran. */
function findVersionTests({ execution }: BoundWork, { artifact_id: id }: Artifact): ValidationRecord | null {
  return execution.validations.findLast((one) => one.artifact_id === id) ?? null
}

/** A version whose own tests failed gets no CHECK: its check run says so in place of a verdict (decision 25). */
export async function postFailedTests(
  ports: Pick<MachinePorts, 'pullRequests' | 'web' | 'docs'>,
  performance: Performance,
  action: ActionOf<'post_failed_tests'>,
  again: boolean,
): Promise<void> {
  const bound = getBound(performance.work)
  const { record, plan, execution } = bound
  const validation = execution.validations.find((one) => one.validation_id === action.validation_id)
  if (validation === undefined) throw new Error(`there is no validation ${action.validation_id}`)
  const artifact = getArtifact(bound, validation.artifact_id)
  const node = getAction(bound, action.task)
  const analysis = execution.analyses.find((one) => one.analysis_id === validation.analysis_id) ?? null
  const output = renderFailedTestsOutput({
    validation,
    analysis,
    node,
    task: getReviewedTask(plan, action.task),
    artifact,
    links: viewLinks(ports, record),
  })
  const name = `countersign/${action.task}`
  const check = {
    name,
    headSha: artifact.commit_sha,
    externalId: validation.validation_id,
    hasWaited: false,
    // Tests that failed by chance may pass the next time, whoever made the version.
    offersRetry: isRepeatable(node.executor) || (analysis !== null && isFlaky(analysis)),
    ...output,
  }
  await ports.pullRequests.report(performance.repository, check, again)
}
