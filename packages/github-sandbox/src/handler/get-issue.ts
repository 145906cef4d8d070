import type { RouteContext } from './route.ts'
import { GitHubError } from './route.ts'
import type { Comment, Issue, Pull, Repository } from '../world/world.ts'

/** The issue, or issue half of a pull request, of `params.issue_number`; 404 without one. */
export function getIssue(context: RouteContext, repo: Repository): Issue {
  return getIssueOf(repo, Number(context.params['issue_number']))
}

export function getIssueOf(repo: Repository, number: number): Issue {
  const issue = repo.issues.find((one) => one.number === number)
  refuseWithoutIssues(repo, number)
  if (repo.deletedIssues?.includes(number)) throw new GitHubError(410, 'This issue was deleted')
  if (!issue) throw new GitHubError(404, 'Not Found')

  return issue
}

/** Where issues are switched off only pull requests are left. */
export function refuseWithoutIssues(repo: Repository, number: number | null): void {
  if (repo.hasIssues !== false || repo.pulls.some((one) => one.number === number)) return
  throw new GitHubError(410, 'Issues has been disabled in this repository.')
}

/** The pull request of `params.pull_number` with its issue half; 404 without one. */
export function getPull(context: RouteContext, repo: Repository): { pull: Pull; issue: Issue } {
  const number = Number(context.params['pull_number'])
  const pull = repo.pulls.find((one) => one.number === number)
  if (!pull) throw new GitHubError(404, 'Not Found')

  return { pull, issue: getIssueOf(repo, number) }
}

/** The issue comment of `params.comment_id` and where it stands; 404 without one. */
export function getComment(context: RouteContext, repo: Repository): { issue: Issue; comment: Comment } {
  const id = Number(context.params['comment_id'])
  for (const issue of repo.issues) {
    const comment = issue.comments.find((one) => one.id === id)
    if (comment) return { issue, comment }
  }
  throw new GitHubError(404, 'Not Found')
}
