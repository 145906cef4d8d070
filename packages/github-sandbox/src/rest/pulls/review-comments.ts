import { numberOf, textOf } from '../../handler/body-value.ts'
import { buildReply, buildReviewComment } from '../../changes/pulls/build-review-comment.ts'
import { emitReviewComment, type ReviewPlace } from '../../changes/pulls/emit-review.ts'
import { getIssueOf, getPull } from '../../handler/get-issue.ts'
import { requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentReviewComment } from '../../present/pulls/review-comment.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { addReview, requireReviewer } from '../../changes/pulls/submit-review.ts'
import { refuseLongBody, validationFailed } from '../../handler/validation-failed.ts'
import type { Pull, Repository, ReviewComment } from '../../world/world.ts'

export const reviewCommentsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls/comments': (context) => {
    const repo = requireReadable(context, 'pull_requests')

    return { status: 200, list: listComments(context, repo, repo.pulls) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments': (context) => {
    const repo = requireReadable(context, 'pull_requests')

    return { status: 200, list: listComments(context, repo, [getPull(context, repo).pull]) }
  },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments': async (context) => {
    const place = readPlace(context)
    requireReviewer(context, place)
    const thread = numberOf(context.body['in_reply_to'])
    const comment = thread === undefined ? await buildFirst(context, place) : buildAnswer(context, place, thread)

    return { status: 201, body: addComment(context, place, comment) }
  },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies': (context) => {
    const place = readPlace(context)
    requireReviewer(context, place)
    const comment = buildAnswer(context, place, Number(context.params['comment_id']))

    return { status: 201, body: addComment(context, place, comment) }
  },
  'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}': (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const { pull, comment } = getReviewComment(context, repo)

    return { status: 200, body: presentReviewComment(context, repo, pull, comment) }
  },
  'PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}': (context) => {
    const { place, comment } = getOwnComment(context)
    const body = textOf(context.body['body']) ?? ''
    refuseLongBody('PullRequestReviewComment', body)
    const changes = { body: { from: comment.body } }
    comment.body = body
    comment.updatedAt = context.now()
    comment.editedAt = comment.updatedAt
    emitReviewComment(context, place, comment, 'edited', { changes })

    return { status: 200, body: presentReviewComment(context, place.repo, place.pull, comment) }
  },
  'DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}': (context) => {
    const { place, comment } = getOwnComment(context)
    place.pull.reviewComments = place.pull.reviewComments.filter((one) => one !== comment)
    emitReviewComment(context, place, comment, 'deleted')

    return { status: 204 }
  },
}

async function buildFirst(context: RouteContext, { repo, pull }: ReviewPlace): Promise<ReviewComment> {
  const commit = textOf(context.body['commit_id']) ?? pull.head.sha
  const resource = 'PullRequestReviewComment'
  if ((await context.git(repo).objectType(commit)) !== 'commit')
    throw validationFailed({ resource, field: 'commit_id', code: 'invalid' })
  const comment = await buildReviewComment(context, repo, pull, context.body, commit)
  if (!('fault' in comment)) return comment
  const field = `pull_request_review_thread.${comment.fault}`
  throw comment.fault === 'path'
    ? validationFailed({ resource, field, code: 'invalid' })
    : validationFailed({ resource, field, code: 'custom', message: `${field} must be part of the diff` })
}

function buildAnswer(context: RouteContext, { pull }: ReviewPlace, id: number): ReviewComment {
  const thread = pull.reviewComments.find((one) => one.id === id)
  if (!thread) throw new GitHubError(404, 'Not Found')

  return buildReply(context, thread, textOf(context.body['body']) ?? '')
}

/** A comment by itself is a review of its own, with no body. */
function addComment(context: RouteContext, place: ReviewPlace, comment: ReviewComment) {
  addReview(context, place, { body: '', state: 'COMMENTED', commitId: comment.commitId }, [comment])

  return presentReviewComment(context, place.repo, place.pull, comment)
}

function readPlace(context: RouteContext): ReviewPlace {
  const repo = context.repository()

  return { repo, ...getPull(context, repo) }
}

function getReviewComment(context: RouteContext, repo: Repository): { pull: Pull; comment: ReviewComment } {
  for (const pull of repo.pulls) {
    const comment = pull.reviewComments.find((one) => one.id === Number(context.params['comment_id']))
    if (comment) return { pull, comment }
  }
  throw new GitHubError(404, 'Not Found')
}

/** The comment, which its author may change, or a writer. */
function getOwnComment(context: RouteContext): { place: ReviewPlace; comment: ReviewComment } {
  const repo = context.repository()
  const { pull, comment } = getReviewComment(context, repo)
  const issue = getIssueOf(repo, pull.number)
  requireOnIssue(context, repo, issue, context.user().login === comment.user ? 'read' : 'write')

  return { place: { repo, pull, issue }, comment }
}

function listComments(context: RouteContext, repo: Repository, pulls: Pull[]) {
  const { since, sort, direction } = context.query
  const key = sort === 'updated' ? 'updatedAt' : 'createdAt'
  const sign = sort !== undefined && direction === 'desc' ? -1 : 1

  return pulls
    .flatMap((pull) => pull.reviewComments.map((comment) => ({ pull, comment })))
    .filter(({ comment }) => since === undefined || Date.parse(comment.updatedAt) >= Date.parse(since))
    .toSorted((a, b) => sign * (a.comment[key].localeCompare(b.comment[key]) || a.comment.id - b.comment.id))
    .map(({ pull, comment }) => presentReviewComment(context, repo, pull, comment))
}
