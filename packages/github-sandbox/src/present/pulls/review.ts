import { nodeId } from '../../world/node-id.ts'
import type { Pull, Repository, Review } from '../../world/world.ts'
import { authorAssociation } from '../accounts/author-association.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `pull-request-review`; `state` in capitals. */
export function presentReview(context: PresentContext, repo: Repository, pull: Pull, review: Review) {
  const pullUrl = `${repositoryUrl(context, repo)}/pulls/${pull.number}`
  const page = `${repositoryPage(context, repo)}/pull/${pull.number}#pullrequestreview-${review.id}`

  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: presentLogin(context, review.user),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: authorAssociation(repo, review.user),
    _links: { html: { href: page }, pull_request: { href: pullUrl } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commitId,
  }
}

/** The same in a webhook: `state` in small letters, an empty body is null. */
export function presentWebhookReview(context: PresentContext, repo: Repository, pull: Pull, review: Review) {
  return {
    ...presentReview(context, repo, pull, review),
    state: review.state.toLowerCase(),
    body: review.body === '' ? null : review.body,
    submitted_at: review.submittedAt,
  }
}
