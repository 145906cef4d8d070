import { findIssueById } from '../../world/issue-links.ts'
import type { Issue, Repository } from '../../world/world.ts'
import { presentViaApp } from '../accounts/app.ts'
import { presentIssueComment } from './issue-comment.ts'
import { presentIssueReference } from './issue-links.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryUrl } from '../repository.ts'
import { presentReview } from '../pulls/review.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `timeline-issue-events`: events, comments and submitted reviews, oldest first. */
export function presentTimeline(context: PresentContext, repo: Repository, issue: Issue): unknown[] {
  const pull = repo.pulls.find((one) => one.number === issue.number)
  const events = issue.timeline.map((entry) => ({ at: entry.createdAt, item: presentEntry(context, repo, entry) }))
  const comments = issue.comments.map((comment) => ({
    at: comment.createdAt,
    item: {
      event: 'commented',
      actor: presentLogin(context, comment.user),
      ...presentIssueComment(context, repo, issue, comment),
    },
  }))
  const reviews = (pull?.reviews ?? []).flatMap((review) => {
    if (!pull || review.submittedAt === null) return []
    const item = { event: 'reviewed', ...presentReview(context, repo, pull, review), state: review.state.toLowerCase() }

    return [{ at: review.submittedAt, item }]
  })

  return [...events, ...comments, ...reviews]
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.item.id - b.item.id)
    .map(({ item }) => item)
}

function presentEntry(context: PresentContext, repo: Repository, entry: Issue['timeline'][number]) {
  return {
    id: entry.id,
    node_id: Buffer.from(`IssueEvent:${entry.id}`).toString('base64url'),
    url: `${repositoryUrl(context, repo)}/issues/events/${entry.id}`,
    actor: presentLogin(context, entry.actor),
    event: entry.event,
    commit_id: typeof entry.detail['commitId'] === 'string' ? entry.detail['commitId'] : null,
    commit_url: null,
    created_at: entry.createdAt,
    performed_via_github_app: presentViaApp(context, entry.actor),
    ...presentDetail(context, entry.detail),
  }
}

/** Details are kept by name: people as logins, the rest as GitHub shows it. */
function presentDetail(context: PresentContext, detail: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(detail)) {
    if (key === 'stateReason') shown['state_reason'] = value
    if (key === 'lockReason') shown['lock_reason'] = value
    if (key === 'label' || key === 'rename' || key === 'dismissed_review') shown[key] = value
    if (['assignee', 'requested_reviewer', 'review_requester'].includes(key) && typeof value === 'string')
      shown[key] = presentLogin(context, value)
    if (linkKeys.has(key)) shown[key] = presentLinkEnd(context, value)
  }

  return shown
}

const linkKeys = new Set(['sub_issue', 'parent_issue', 'blocked_by', 'blocking'])

/** The other end of a link; null where it is gone. */
function presentLinkEnd(context: PresentContext, id: unknown) {
  const end = typeof id === 'number' ? findIssueById(context.world, id) : undefined

  return end ? presentIssueReference(context, end.repo, end.issue) : null
}
