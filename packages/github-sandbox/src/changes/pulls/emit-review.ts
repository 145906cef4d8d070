import { presentSimplePull } from '../../present/pulls/pull.ts'
import { presentReviewComment } from '../../present/pulls/review-comment.ts'
import { presentWebhookReview } from '../../present/pulls/review.ts'
import { presentWebhook } from '../../present/webhook.ts'
import type { RouteContext } from '../../handler/route.ts'
import type { Issue, Pull, Repository, Review, ReviewComment } from '../../world/world.ts'

/** Where a review or its comment belongs. */
export interface ReviewPlace {
  repo: Repository
  pull: Pull
  issue: Issue
}

/** Emits `pull_request_review`: submitted, edited or dismissed. */
export function emitReview(
  context: RouteContext,
  { repo, pull, issue }: ReviewPlace,
  review: Review,
  action: 'submitted' | 'edited' | 'dismissed',
  extra: Record<string, unknown> = {},
): void {
  const payload = {
    action,
    review: presentWebhookReview(context, repo, pull, review),
    pull_request: presentSimplePull(context, repo, pull, issue),
    ...extra,
  }
  context.emit(repo, 'pull_request_review', action, presentWebhook(context, repo, context.user().login, payload))
}

/** Emits `pull_request_review_comment`: created, edited or deleted. */
export function emitReviewComment(
  context: RouteContext,
  { repo, pull, issue }: ReviewPlace,
  comment: ReviewComment,
  action: 'created' | 'edited' | 'deleted',
  extra: Record<string, unknown> = {},
): void {
  const payload = {
    action,
    ...extra,
    comment: presentReviewComment(context, repo, pull, comment),
    pull_request: presentSimplePull(context, repo, pull, issue),
  }
  const sender = context.user().login
  context.emit(repo, 'pull_request_review_comment', action, presentWebhook(context, repo, sender, payload))
}
