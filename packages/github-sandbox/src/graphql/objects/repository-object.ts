import { nodeId } from '../../world/node-id.ts'
import { findRole } from '../../handler/permissions.ts'
import type { Issue, Label, Pull, Repository } from '../../world/world.ts'
import { makeActor } from './actor-object.ts'
import { makeConnection, type ConnectionArguments } from '../connection.ts'
import { findByExpression, makeGitObject } from './git-objects.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { GraphqlFault } from '../graphql-fault.ts'
import { makeIssue, makePullRequest, stateOfPull } from './issue-objects.ts'
import { makeLabel } from './label-object.ts'
import { findRef, makeRef } from './ref-object.ts'

export function makeRepository(context: GraphqlContext, repo: Repository): GraphqlObject {
  const { actor, internals } = context
  const login = actor.kind === 'person' ? actor.user.login : undefined

  return {
    __typename: 'Repository',
    id: nodeId('Repository', repo.id),
    databaseId: repo.id,
    name: repo.name,
    nameWithOwner: `${repo.owner}/${repo.name}`,
    description: repo.description,
    isPrivate: repo.private,
    visibility: repo.private ? 'PRIVATE' : 'PUBLIC',
    mergeCommitAllowed: repo.allowMergeCommit,
    squashMergeAllowed: repo.allowSquashMerge !== false,
    rebaseMergeAllowed: repo.allowRebaseMerge !== false,
    isArchived: repo.archived === true,
    hasIssuesEnabled: repo.hasIssues !== false,
    url: `${internals.web}/${repo.owner}/${repo.name}`,
    createdAt: repo.createdAt,
    pushedAt: repo.pushedAt,
    owner: () => makeActor(context, repo.owner),
    viewerPermission: login === undefined ? null : (findRole(repo, login)?.toUpperCase() ?? null),
    defaultBranchRef: () => findRef(context, repo, `refs/heads/${repo.defaultBranch}`),
    ref: (args: { qualifiedName: string }) => findRef(context, repo, args.qualifiedName),
    refs: (args: ConnectionArguments & { refPrefix: string }) => listRefs(context, repo, args),
    object: (args: { oid?: string | null; expression?: string | null }) => {
      if (args.oid) return makeGitObject(context, repo, args.oid)
      return args.expression ? findByExpression(context, repo, args.expression) : null
    },
    // Unlike REST, case tells names apart here (git-bug/git-bug#176).
    label: (args: { name: string }) => {
      const label = repo.labels.find((one) => one.name === args.name)
      return label ? makeLabel(context, repo, label) : null
    },
    labels: (args: ConnectionArguments & { query?: string | null }) => {
      const labels = repo.labels.filter((label) => !args.query || isFound(label, args.query))
      return makeConnection('labels', labels, args, (label) => makeLabel(context, repo, label))
    },
    issue: (args: { number: number }) => makeIssue(context, repo, resolveIssue(repo, args.number, 'Issue')),
    pullRequest: (args: { number: number }) => makePullRequest(context, repo, resolvePull(repo, args.number)),
    issueOrPullRequest: (args: { number: number }) => {
      const issue = resolveIssue(repo, args.number, 'Issue or PullRequest')
      const pull = repo.pulls.find((one) => one.number === args.number)
      return pull ? makePullRequest(context, repo, pull) : makeIssue(context, repo, issue)
    },
    issues: (args: IssueArguments) => connectIssues(context, repo, args),
    pullRequests: (args: PullFilter) => connectPulls(context, repo, args),
  }
}

/** A search, no comparison: any word of the query in the name or the description will do (ckeditor/ckeditor5#16872). */
function isFound(label: Label, query: string): boolean {
  const text = `${label.name} ${label.description ?? ''}`.toLowerCase()
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word) => text.includes(word))
}

interface IssueOrder {
  field: 'CREATED_AT' | 'UPDATED_AT' | 'COMMENTS'
  direction: 'ASC' | 'DESC'
}

interface PullFilter extends ConnectionArguments {
  orderBy?: IssueOrder | null
  states?: string[] | null
  headRefName?: string | null
  baseRefName?: string | null
}

async function listRefs(context: GraphqlContext, repo: Repository, args: ConnectionArguments & { refPrefix: string }) {
  const refs = await context.git(repo).listRefs(args.refPrefix.endsWith('/') ? args.refPrefix : `${args.refPrefix}/`)
  return makeConnection('refs', refs, args, ({ ref, sha }) => makeRef(context, repo, ref, sha))
}

interface IssueArguments extends ConnectionArguments {
  orderBy?: IssueOrder | null
  states?: string[] | null
  /** Issues with any of them. */
  labels?: string[] | null
}

function connectIssues(context: GraphqlContext, repo: Repository, args: IssueArguments) {
  const issues = repo.issues.filter(
    (issue) =>
      !repo.pulls.some((pull) => pull.number === issue.number) &&
      (!args.states || args.states.includes(issue.state.toUpperCase())) &&
      (!args.labels || issue.labels.some((label) => args.labels?.includes(label))),
  )
  const ordered = inOrder(issues, args.orderBy, (issue) => issue)
  return makeConnection('issues', ordered, args, (issue) => makeIssue(context, repo, issue))
}

function connectPulls(context: GraphqlContext, repo: Repository, args: PullFilter) {
  const pulls = repo.pulls.filter(
    (pull) =>
      (!args.states || args.states.includes(stateOfPull(repo, pull))) &&
      (!args.headRefName || args.headRefName === pull.head.ref) &&
      (!args.baseRefName || args.baseRefName === pull.base.ref),
  )
  const ordered = inOrder(pulls, args.orderBy, ({ number }) => resolveIssue(repo, number, 'PullRequest'))
  return makeConnection('pullRequests', ordered, args, (pull) => makePullRequest(context, repo, pull))
}

/** Oldest first where no order is asked for. */
function inOrder<Item>(items: Item[], order: IssueOrder | null | undefined, issueOf: (item: Item) => Issue): Item[] {
  if (!order) return items
  const keyOf = (item: Item): number => {
    const { createdAt, updatedAt, comments } = issueOf(item)
    if (order.field === 'COMMENTS') return comments.length
    return Date.parse(order.field === 'UPDATED_AT' ? updatedAt : createdAt)
  }
  const sign = order.direction === 'DESC' ? -1 : 1
  return items.toSorted((a, b) => sign * (keyOf(a) - keyOf(b)))
}

function resolveIssue(repo: Repository, number: number, type: string): Issue {
  const issue = repo.issues.find((one) => one.number === number)
  if (issue === undefined)
    throw new GraphqlFault('NOT_FOUND', `Could not resolve to an ${type} with the number of ${number}.`)
  return issue
}

function resolvePull(repo: Repository, number: number): Pull {
  const pull = repo.pulls.find((one) => one.number === number)
  if (pull === undefined)
    throw new GraphqlFault('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`)
  return pull
}
