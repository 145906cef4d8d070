import { nodeId } from '../../world/node-id.ts'
import type { Issue, Repository } from '../../world/world.ts'
import { presentViaApp } from '../accounts/app.ts'
import { authorAssociation } from '../accounts/author-association.ts'
import { presentIssueLinks } from './issue-links.ts'
import { presentLabels } from '../label.ts'
import type { PresentContext } from '../present-context.ts'
import { presentReactionRollup } from '../reaction.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `issue`; a pull request's issue half has `pull_request`. */
export function presentIssue(context: PresentContext, repo: Repository, issue: Issue) {
  const url = `${repositoryUrl(context, repo)}/issues/${issue.number}`
  const pull = repo.pulls.find((one) => one.number === issue.number)
  const assignees = issue.assignees.map((login) => presentLogin(context, login))
  const closer = issue.state === 'closed' ? issue.timeline.findLast((entry) => entry.event === 'closed') : undefined

  return {
    url,
    repository_url: repositoryUrl(context, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${repositoryPage(context, repo)}/${pull ? 'pull' : 'issues'}/${issue.number}`,
    id: issue.id,
    node_id: nodeId(pull ? 'PullRequest' : 'Issue', pull ? pull.id : issue.id),
    number: issue.number,
    title: issue.title,
    user: presentLogin(context, issue.user),
    labels: presentLabels(context, repo, issue.labels),
    state: issue.state,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: authorAssociation(repo, issue.user),
    active_lock_reason: issue.lockReason ?? null,
    draft: pull?.draft ?? false,
    ...(pull ? { pull_request: presentPullLinks(context, repo, pull) } : {}),
    body: issue.body,
    closed_by: closer ? presentLogin(context, closer.actor) : null,
    reactions: presentReactionRollup(url, issue.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: presentViaApp(context, issue.user),
    state_reason: issue.stateReason,
    ...presentIssueLinks(context, issue),
  }
}

function presentPullLinks(
  context: PresentContext,
  repo: Repository,
  pull: { number: number; mergedAt: string | null },
) {
  const page = `${repositoryPage(context, repo)}/pull/${pull.number}`

  return {
    url: `${repositoryUrl(context, repo)}/pulls/${pull.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: pull.mergedAt,
  }
}
