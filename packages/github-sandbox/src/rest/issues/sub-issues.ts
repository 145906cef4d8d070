import { numberOf } from '../../handler/body-value.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import { getIssue } from '../../handler/get-issue.ts'
import {
  findIssueById,
  findLinked,
  linkParent,
  type PlacedIssue,
  reaches,
  readLinks,
  unlinkParent,
} from '../../world/issue-links.ts'
import { isPull, requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { canSee } from '../../handler/permissions.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { repositoryUrl } from '../../present/repository.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import type { Issue, World } from '../../world/world.ts'

const mostSubIssues = 100
/** Eight levels with the topmost issue. */
const mostLayers = 7

/** Sub-issues (https://docs.github.com/rest/issues/sub-issues): an issue has one parent and up to 100 children. */
export const subIssueRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': (context) => {
    const repo = requireReadable(context, 'issues')
    const children = findLinked(context.world, readLinks(getIssue(context, repo)).subIssues)
    const list = children
      .filter((child) => canSee(context.actor, child.repo))
      .map((child) => presentIssue(context, child.repo, child.issue))

    return { status: 200, list }
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': (context) => {
    const parent = readParent(context)
    const child = readChild(context)
    const former = findLinked(context.world, [readLinks(child.issue).parent ?? 0])[0]
    refuseSubIssue(context, parent, child, former)
    if (former) dropSubIssue(context, former, child)
    linkParent(parent.issue, child.issue)
    recordLink(context, parent, child, 'added')

    return { ...answer(context, parent), status: 201 }
  },
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue': (context) => {
    const parent = readParent(context)
    const child = readChild(context)
    if (readLinks(child.issue).parent !== parent.issue.id) throw noSuchSubIssue()
    dropSubIssue(context, parent, child)

    return { ...answer(context, parent), status: 200 }
  },
}

function readParent(context: RouteContext): PlacedIssue {
  const repo = context.repository()
  const issue = getIssue(context, repo)
  requireOnIssue(context, repo, issue, 'triage')

  return { repo, issue }
}

/** The child is named by its database id, not by its number. */
function readChild(context: RouteContext): PlacedIssue {
  const child = findIssueById(context.world, numberOf(context.body['sub_issue_id']) ?? 0)
  if (!child || !canSee(context.actor, child.repo)) throw noSuchSubIssue()

  return child
}

function refuseSubIssue(
  { world, body }: RouteContext,
  parent: PlacedIssue,
  child: PlacedIssue,
  former: PlacedIssue | undefined,
): void {
  const faults: string[] = []
  const isDuplicate = former?.issue.id === parent.issue.id
  if (isDuplicate) faults.push('Issue may not contain duplicate sub-issues')
  if (former && (isDuplicate || body['replace_parent'] !== true)) faults.push('Sub issue may only have one parent')
  if (isPull(parent)) faults.push('Parent may only be an issue')
  if (isPull(child)) faults.push('Sub issue may only be an issue')
  if (child.repo.owner !== parent.repo.owner) faults.push('Sub issue must belong to the same repository owner')
  if (reaches(world, child.issue, parent.issue, childrenOf))
    faults.push('Sub issue cannot be an ancestor of its parent')
  else if (countLayers(world, parent.issue, child.issue) > mostLayers)
    faults.push(`You cannot add more than ${mostLayers} layers of sub-issues`)
  if (readLinks(parent.issue).subIssues.length >= mostSubIssues)
    faults.push(`Parent cannot have more than ${mostSubIssues} sub-issues`)
  if (faults.length === 0) return
  throw new GitHubError(
    422,
    `An error occurred while adding the sub-issue to the parent issue. ${faults.join(' and ')}`,
  )
}

function childrenOf(issue: Issue): readonly number[] {
  return readLinks(issue).subIssues
}

/** Layers of sub-issues below the topmost issue if `child` hung on `parent`. */
function countLayers(world: World, parent: Issue, child: Issue): number {
  const climb = (issue: Issue) => readLinks(issue).parent
  let layers = 1
  for (let id = climb(parent); id !== null; layers += 1) {
    const [above] = findLinked(world, [id])
    id = above ? climb(above.issue) : null
  }
  for (let row = childrenOf(child); row.length > 0; layers += 1)
    row = findLinked(world, row).flatMap((one) => childrenOf(one.issue))

  return layers
}

function dropSubIssue(context: RouteContext, parent: PlacedIssue, child: PlacedIssue): void {
  unlinkParent(parent.issue, child.issue)
  recordLink(context, parent, child, 'removed')
}

function recordLink(context: RouteContext, parent: PlacedIssue, child: PlacedIssue, how: 'added' | 'removed'): void {
  const actor = context.user().login
  recordTimeline(context, parent.issue, `sub_issue_${how}`, actor, { sub_issue: child.issue.id })
  recordTimeline(context, child.issue, `parent_issue_${how}`, actor, { parent_issue: parent.issue.id })
}

function answer(context: RouteContext, { repo, issue }: PlacedIssue) {
  const location = `${repositoryUrl(context, repo)}/issues/${issue.number}`

  return { body: presentIssue(context, repo, issue), headers: { location } }
}

function noSuchSubIssue(): GitHubError {
  return new GitHubError(404, 'The provided sub-issue does not exist')
}
