import { findLinked, readLinks } from '../../world/issue-links.ts'
import type { Issue, Repository } from '../../world/world.ts'
import { presentRepository, repositoryUrl } from '../repository.ts'
import type { PresentContext } from '../present-context.ts'

/** The counters of sub-issues and dependencies that every issue shows, and where its parent is. */
export function presentIssueLinks(context: PresentContext, issue: Issue) {
  const links = readLinks(issue)
  const count = (ids: readonly number[], state: Issue['state']) =>
    findLinked(context.world, ids).filter((one) => one.issue.state === state).length
  const total = links.subIssues.length
  const completed = count(links.subIssues, 'closed')
  const [parent] = findLinked(context.world, links.parent === null ? [] : [links.parent])

  return {
    ...(parent ? { parent_issue_url: `${repositoryUrl(context, parent.repo)}/issues/${parent.issue.number}` } : {}),
    sub_issues_summary: {
      total,
      completed,
      percent_completed: total === 0 ? 0 : Math.floor((100 * completed) / total),
    },
    issue_dependencies_summary: {
      blocked_by: count(links.blockedBy, 'open'),
      total_blocked_by: links.blockedBy.length,
      blocking: count(links.blocking, 'open'),
      total_blocking: links.blocking.length,
    },
  }
}

/** Schema `nullable-issue-reference`, as timelines name the other end of a link. */
export function presentIssueReference(context: PresentContext, repo: Repository, issue: Issue) {
  return {
    number: issue.number,
    title: issue.title,
    state: issue.state,
    state_reason: issue.stateReason,
    repository: presentRepository(context, repo),
    issue_type: null,
  }
}
