import { namesOf } from '../../handler/body-value.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import { emitPull } from '../../changes/issues/emit-issue.ts'
import { getPull } from '../../handler/get-issue.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { presentSimplePull } from '../../present/pulls/pull.ts'
import { presentTeam } from '../../present/accounts/team.ts'
import { presentLogin } from '../../present/accounts/user.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'

export const requestedReviewerRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const { pull } = getPull(context, repo)
    const users = pull.requestedReviewers.map((login) => presentLogin(context, login))

    const teams = (pull.requestedTeams ?? []).map((slug) => presentTeam(context, repo, slug))

    return { status: 200, body: { users, teams } }
  },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': async (context) => {
    const { repo, pull, issue, logins, teams } = readRequest(context)
    refuseReviewers(repo, issue, logins, teams)
    refuseUnseenTeams(context, teams)
    pull.requestedTeams = [...new Set([...(pull.requestedTeams ?? []), ...teams])]
    const come = logins.filter((login) => !pull.requestedReviewers.includes(login))
    pull.requestedReviewers.push(...come)
    for (const login of come) await emitRequest(context, repo, pull, issue, login, 'review_requested')

    return { status: 201, body: presentSimplePull(context, repo, pull, issue) }
  },
  'DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': async (context) => {
    const { repo, pull, issue, logins } = readRequest(context)
    const gone = pull.requestedReviewers.filter((login) => logins.includes(login))
    pull.requestedReviewers = pull.requestedReviewers.filter((login) => !logins.includes(login))
    for (const login of gone) await emitRequest(context, repo, pull, issue, login, 'review_request_removed')

    return { status: 200, body: presentSimplePull(context, repo, pull, issue) }
  },
}

function readRequest(context: RouteContext) {
  const repo = context.repository()
  context.user()
  const found = getPull(context, repo)
  context.require(repo, 'triage', 'pull_requests', 'write')
  const namesIn = (list: string, name: string) => [...new Set(namesOf(context.body[list], name))]

  return { repo, ...found, logins: namesIn('reviewers', 'login'), teams: namesIn('team_reviewers', 'slug') }
}

function refuseReviewers(repo: Repository, issue: Issue, logins: string[], teams: string[]): void {
  if (logins.includes(issue.user)) throw new GitHubError(422, 'Review cannot be requested from pull request author.')
  if (
    logins.some((login) => repo.roles[login] === undefined) ||
    teams.some((slug) => repo.teams?.includes(slug) !== true)
  )
    throw new GitHubError(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repo.owner}/${repo.name} repository.`,
    )
}

/** An App learns of teams by `members: read` alone, which GitHub says in these words. */
function refuseUnseenTeams({ actor }: RouteContext, teams: string[]): void {
  if (teams.length === 0 || actor.kind !== 'installation' || actor.permissions['members'] !== undefined) return
  throw new GitHubError(422, "Could not resolve to a node with the global id of 'T_kwDOAAAAAQ'.")
}

async function emitRequest(
  context: RouteContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  login: string,
  action: 'review_requested' | 'review_request_removed',
): Promise<void> {
  const sender = context.user().login
  recordTimeline(context, issue, action, sender, { review_requester: sender, requested_reviewer: login })
  await emitPull(context, repo, pull, issue, sender, action, { requested_reviewer: presentLogin(context, login) })
}
