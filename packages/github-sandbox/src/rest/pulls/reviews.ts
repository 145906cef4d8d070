import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import { buildReviewComment } from '../../changes/pulls/build-review-comment.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import { emitReview, type ReviewPlace } from '../../changes/pulls/emit-review.ts'
import { getPull } from '../../handler/get-issue.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { presentReviewComment } from '../../present/pulls/review-comment.ts'
import { presentReview } from '../../present/pulls/review.ts'
import { readPullStats } from '../../git/pull-stats.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { addReview, requireReviewer } from '../../changes/pulls/submit-review.ts'
import { refuseLongBody } from '../../handler/validation-failed.ts'
import type { Review, ReviewComment } from '../../world/world.ts'

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const
type ReviewEvent = keyof typeof states

export const reviewsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews': (context) => {
    const { repo, pull } = readPlace(context)
    const reviews = pull.reviews.filter((review) => isVisible(context, review))

    return { status: 200, list: reviews.map((review) => presentReview(context, repo, pull, review)) }
  },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews': async (context) => {
    const place = readPlace(context)
    requireReviewer(context, place)
    const review = await createReview(context, place)

    return { status: 200, body: presentReview(context, place.repo, place.pull, review) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}': (context) => {
    const { repo, pull } = readPlace(context)

    return { status: 200, body: presentReview(context, repo, pull, getReview(context)) }
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}': (context) => {
    const place = readPlace(context)
    const review = getReview(context)
    if (context.user().login !== review.user) throw new GitHubError(403, 'Forbidden')
    const body = textOf(context.body['body']) ?? ''
    refuseLongBody('PullRequestReview', body)
    const changes = { body: { from: review.body } }
    review.body = body
    review.editedAt = context.now()
    if (review.state !== 'PENDING') emitReview(context, place, review, 'edited', { changes })

    return { status: 200, body: presentReview(context, place.repo, place.pull, review) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments': (context) => {
    const { repo, pull } = readPlace(context)
    const review = getReview(context)
    const comments = pull.reviewComments.filter((comment) => comment.reviewId === review.id)

    return { status: 200, list: comments.map((comment) => presentReviewComment(context, repo, pull, comment)) }
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals': (context) => {
    const place = readPlace(context)
    context.user()
    context.require(place.repo, 'write', 'pull_requests', 'write')
    const review = getReview(context)
    dismissReview(context, place, review)

    return { status: 200, body: presentReview(context, place.repo, place.pull, review) }
  },
}

async function createReview(context: RouteContext, place: ReviewPlace): Promise<Review> {
  const { pull, issue } = place
  const user = context.user().login
  const event = textOf(context.body['event']) as ReviewEvent | undefined
  const asked = listOf(context.body['comments']).map(recordOf)
  const body = textOf(context.body['body']) ?? ''
  refuseLongBody('PullRequestReview', body)
  if (user === issue.user && event === 'APPROVE') throw refusal('Can not approve your own pull request')
  if (user === issue.user && event === 'REQUEST_CHANGES')
    throw refusal('Can not request changes on your own pull request')
  const needsBody = event === 'REQUEST_CHANGES' || (event === 'COMMENT' && asked.length === 0)
  if (needsBody && body.trim() === '') throw refusal('Body can’t be blank')
  if (event === undefined && pull.reviews.some((review) => review.user === user && review.state === 'PENDING'))
    throw refusal('User can only have one pending review per pull request')
  const commitId = await readCommitId(context, place)
  const comments = await buildComments(context, place, asked, commitId)

  return addReview(context, place, { body, state: event ? states[event] : 'PENDING', commitId }, comments)
}

async function readCommitId(context: RouteContext, { repo, pull }: ReviewPlace): Promise<string> {
  const commit = textOf(context.body['commit_id'])
  if (commit === undefined || commit === '' || commit === pull.head.sha) return pull.head.sha
  const { commits } = await readPullStats(context.git(repo), pull)
  if (!commits.includes(commit)) throw refusal('The commit is not part of the pull request')

  return commit
}

async function buildComments(
  context: RouteContext,
  { repo, pull }: ReviewPlace,
  asked: Record<string, unknown>[],
  commit: string,
): Promise<ReviewComment[]> {
  const built = await Promise.all(asked.map((one) => buildReviewComment(context, repo, pull, one, commit)))

  return built.map((comment) => {
    if ('fault' in comment) throw refusal(`${comment.fault === 'path' ? 'Path' : 'Line'} could not be resolved`)
    return comment
  })
}

function dismissReview(context: RouteContext, place: ReviewPlace, review: Review): void {
  const state = review.state.toLowerCase()
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED')
    throw refusal(`Can not dismiss a ${state} pull request review`)
  const message = textOf(context.body['message']) ?? ''
  review.state = 'DISMISSED'
  recordTimeline(context, place.issue, 'review_dismissed', context.user().login, {
    dismissed_review: { state, review_id: review.id, dismissal_message: message },
  })
  emitReview(context, place, review, 'dismissed')
}

function readPlace(context: RouteContext): ReviewPlace {
  const repo = requireReadable(context, 'pull_requests')

  return { repo, ...getPull(context, repo) }
}

function getReview(context: RouteContext): Review {
  const { pull } = readPlace(context)
  const review = pull.reviews.find((one) => one.id === Number(context.params['review_id']))
  if (!review || !isVisible(context, review)) throw new GitHubError(404, 'Not Found')

  return review
}

/** A pending review is seen by nobody but its author. */
function isVisible(context: RouteContext, review: Review): boolean {
  if (review.state !== 'PENDING') return true
  const { actor } = context

  return (actor.kind === 'person' || actor.kind === 'installation') && actor.user.login === review.user
}

function refusal(reason: string): GitHubError {
  return new GitHubError(422, 'Unprocessable Entity', [reason])
}
