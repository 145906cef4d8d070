import { numberOf } from '../../handler/body-value.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import { getIssue } from '../../handler/get-issue.ts'
import {
  findIssueById,
  findLinked,
  linkBlocker,
  type PlacedIssue,
  reaches,
  readLinks,
  unlinkBlocker,
} from '../../world/issue-links.ts'
import { isPull, requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { canSee } from '../../handler/permissions.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { repositoryUrl } from '../../present/repository.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'

const mostEachWay = 50

/** Dependencies between issues (https://docs.github.com/rest/issues/issue-dependencies): at most 50 each way. */
export const issueDependencyRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by': (context) => {
    const repo = requireReadable(context, 'issues')
    const blockers = findLinked(context.world, readLinks(getIssue(context, repo)).blockedBy)
    const list = blockers
      .filter((one) => canSee(context.actor, one.repo))
      .map((one) => presentIssue(context, one.repo, one.issue))

    return { status: 200, list }
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by': (context) => {
    const blocked = readBlocked(context)
    const blocking = readBlocking(context, numberOf(context.body['issue_id']) ?? 0)
    refuseDependency(context, blocked, blocking)
    linkBlocker(blocked.issue, blocking.issue)
    recordDependency(context, blocked, blocking, 'added')
    const location = `${repositoryUrl(context, blocked.repo)}/issues/${blocked.issue.number}`

    return { status: 201, body: presentIssue(context, blocked.repo, blocked.issue), headers: { location } }
  },
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}': (context) => {
    const blocked = readBlocked(context)
    const blocking = readBlocking(context, Number(context.params['issue_id']))
    // Taking away what isn't there is no mistake, unlike adding what is.
    if (readLinks(blocked.issue).blockedBy.includes(blocking.issue.id)) {
      unlinkBlocker(blocked.issue, blocking.issue)
      recordDependency(context, blocked, blocking, 'removed')
    }

    return { status: 200, body: presentIssue(context, blocked.repo, blocked.issue) }
  },
}

function readBlocked(context: RouteContext): PlacedIssue {
  const repo = context.repository()
  const issue = getIssue(context, repo)
  requireOnIssue(context, repo, issue, 'triage')

  return { repo, issue }
}

/** The other issue is named by its database id, not by its number. */
function readBlocking(context: RouteContext, id: number): PlacedIssue {
  const blocking = findIssueById(context.world, id)
  if (!blocking || !canSee(context.actor, blocking.repo))
    throw new GitHubError(404, 'The provided blocking issue does not exist')

  return blocking
}

function refuseDependency({ world }: RouteContext, blocked: PlacedIssue, blocking: PlacedIssue): void {
  const faults: string[] = []
  const { blockedBy } = readLinks(blocked.issue)
  if (blockedBy.includes(blocking.issue.id)) faults.push('Target issue has already been taken')
  if (isPull(blocked)) faults.push('Source issue may only be an issue')
  if (isPull(blocking)) faults.push('Target issue may only be an issue')
  if (reaches(world, blocking.issue, blocked.issue, (issue) => readLinks(issue).blockedBy))
    faults.push('Target issue may not be blocked by the source issue')
  if (blockedBy.length >= mostEachWay) faults.push(`Source issue may not have more than ${mostEachWay} blocking issues`)
  if (readLinks(blocking.issue).blocking.length >= mostEachWay)
    faults.push(`Target issue may not block more than ${mostEachWay} issues`)
  if (faults.length === 0) return
  const message = `An error occurred while adding the blocking issue to the issue. Validation failed: ${faults.join(', ')}`
  throw new GitHubError(422, message)
}

function recordDependency(
  context: RouteContext,
  blocked: PlacedIssue,
  blocking: PlacedIssue,
  how: 'added' | 'removed',
): void {
  const actor = context.user().login
  recordTimeline(context, blocked.issue, `blocked_by_${how}`, actor, { blocked_by: blocking.issue.id })
  recordTimeline(context, blocking.issue, `blocking_${how}`, actor, { blocking: blocked.issue.id })
}
