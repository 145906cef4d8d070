import type { RouteContext } from './route.ts'
import { GitHubError } from './route.ts'
import type { Issue, Repository, Role } from '../world/world.ts'

/** Whether `require` would let the actor pass. */
export function isAllowed(context: RouteContext, repo: Repository, role: Role, permission: string): boolean {
  try {
    context.require(repo, role, permission, 'write')
    return true
  } catch (error) {
    if (error instanceof GitHubError) return false
    throw error
  }
}

/** Throws unless the actor may change this issue in that role; on pull requests an App needs either of two permissions. */
export function requireOnIssue(context: RouteContext, repo: Repository, issue: Issue, role: Role): void {
  context.user()
  context.require(repo, role, issuePermission(context, repo, issue), 'write')
}

export function isAllowedOnIssue(context: RouteContext, repo: Repository, issue: Issue, role: Role): boolean {
  return isAllowed(context, repo, role, issuePermission(context, repo, issue))
}

/** Throws where a private repository's part can't be read with the App permission; public ones are read by everybody. */
export function requireReadable(context: RouteContext, permission: string): Repository {
  const repo = context.repository()
  if (repo.private) context.require(repo, 'read', permission, 'read')

  return repo
}

/** Whether an issue is the issue half of a pull request. */
export function isPull({ repo, issue }: { repo: Repository; issue: Issue }): boolean {
  return repo.pulls.some((pull) => pull.number === issue.number)
}

function issuePermission(context: RouteContext, repo: Repository, issue: Issue): string {
  if (!isPull({ repo, issue }) || context.actor.kind !== 'installation') return 'issues'

  return context.actor.permissions['issues'] === 'write' ? 'issues' : 'pull_requests'
}
