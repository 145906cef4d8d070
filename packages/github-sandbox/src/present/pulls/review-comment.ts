import { nodeId } from '../../world/node-id.ts'
import type { Pull, Repository, ReviewComment } from '../../world/world.ts'
import { authorAssociation } from '../accounts/author-association.ts'
import type { PresentContext } from '../present-context.ts'
import { presentReactionRollup } from '../reaction.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schemas `pull-request-review-comment` and `review-comment`. `position` is the last line of the hunk, as GitHub counts. */
export function presentReviewComment(context: PresentContext, repo: Repository, pull: Pull, comment: ReviewComment) {
  const repoUrl = repositoryUrl(context, repo)
  const url = `${repoUrl}/pulls/comments/${comment.id}`
  const pullUrl = `${repoUrl}/pulls/${pull.number}`
  const page = `${repositoryPage(context, repo)}/pull/${pull.number}#discussion_r${comment.id}`
  const position = comment.line === null ? null : comment.diffHunk.split('\n').length - 1

  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    diff_hunk: comment.diffHunk,
    path: comment.path,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    user: presentLogin(context, comment.user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(repo, comment.user),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: presentReactionRollup(url, comment.reactions),
    start_line: comment.startLine ?? null,
    original_start_line: comment.startLine ?? null,
    start_side: comment.startSide ?? null,
    line: comment.line,
    original_line: comment.line,
    side: comment.side,
    ...(comment.inReplyTo === null ? {} : { in_reply_to_id: comment.inReplyTo }),
    position,
    original_position: position ?? 1,
    subject_type: comment.line === null ? 'file' : 'line',
  }
}
