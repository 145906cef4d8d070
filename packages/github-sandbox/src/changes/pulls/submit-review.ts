import { emitReview, emitReviewComment, type ReviewPlace } from './emit-review.ts'
import type { RouteContext } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { isAllowedOnIssue, requireOnIssue } from '../../handler/issue-permissions.ts'
import type { Review, ReviewComment } from '../../world/world.ts'

/** Throws unless the actor may review: everybody who sees the pull request, while it isn't locked. */
export function requireReviewer(context: RouteContext, { repo, issue }: ReviewPlace): void {
  requireOnIssue(context, repo, issue, 'read')
  if (issue.locked && !isAllowedOnIssue(context, repo, issue, 'write'))
    throw new GitHubError(403, 'Unable to create review because the pull request is locked.')
}

/** Adds a review with its comments and tells it, unless it is pending. */
export function addReview(
  context: RouteContext,
  place: ReviewPlace,
  asked: Pick<Review, 'body' | 'state' | 'commitId'>,
  comments: ReviewComment[],
): Review {
  const { pull, issue } = place
  const user = context.user().login
  const now = context.now()
  const review = { ...asked, id: context.newId(), user, submittedAt: asked.state === 'PENDING' ? null : now }
  pull.reviews.push(review)
  for (const comment of comments) comment.reviewId = review.id
  pull.reviewComments.push(...comments)
  if (review.state === 'PENDING') return review
  pull.requestedReviewers = pull.requestedReviewers.filter((login) => login !== user)
  issue.updatedAt = now
  emitReview(context, place, review, 'submitted')
  for (const comment of comments) emitReviewComment(context, place, comment, 'created')

  return review
}
