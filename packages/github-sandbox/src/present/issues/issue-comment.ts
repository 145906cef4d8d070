import { nodeId } from '../../world/node-id.ts'
import type { Comment, Issue, Repository } from '../../world/world.ts'
import { presentViaApp } from '../accounts/app.ts'
import { authorAssociation } from '../accounts/author-association.ts'
import type { PresentContext } from '../present-context.ts'
import { presentReactionRollup } from '../reaction.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `issue-comment`. */
export function presentIssueComment(context: PresentContext, repo: Repository, issue: Issue, comment: Comment) {
  const repoUrl = repositoryUrl(context, repo)
  const url = `${repoUrl}/issues/comments/${comment.id}`
  const kind = repo.pulls.some((pull) => pull.number === issue.number) ? 'pull' : 'issues'

  return {
    url,
    html_url: `${repositoryPage(context, repo)}/${kind}/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${repoUrl}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: presentLogin(context, comment.user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: authorAssociation(repo, comment.user),
    body: comment.body,
    reactions: presentReactionRollup(url, comment.reactions),
    performed_via_github_app: presentViaApp(context, comment.viaApp),
  }
}
