import { lookAtMergeable } from '../../changes/pulls/look-at-mergeable.ts'
import { readPullStats } from '../../git/pull-stats.ts'
import { nodeId } from '../../world/node-id.ts'
import { presentReview } from '../../present/pulls/review.ts'
import { presentReviewComment } from '../../present/pulls/review-comment.ts'
import type { CheckRun, Comment, Issue, Pull, Reaction, Repository, Review, ReviewComment } from '../../world/world.ts'
import { makeActor } from './actor-object.ts'
import { makeConnection, type ConnectionArguments } from '../connection.ts'
import { makeCommit, makeGitObject } from './git-objects.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { makeLabel } from './label-object.ts'
import { findRef } from './ref-object.ts'

/** REST's names of reactions and GraphQL's. */
export const reactionContents: Record<string, string> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
}

export function makeIssue(context: GraphqlContext, repo: Repository, issue: Issue): GraphqlObject {
  return {
    __typename: 'Issue',
    id: nodeId('Issue', issue.id),
    ...makeIssueParts(context, repo, issue, 'issues'),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
  }
}

export function makePullRequest(context: GraphqlContext, repo: Repository, pull: Pull): GraphqlObject {
  const issue = repo.issues.find((one) => one.number === pull.number)
  if (issue === undefined) throw new Error(`pull request ${pull.number} has no issue half`)
  const git = context.git(repo)

  return {
    __typename: 'PullRequest',
    ...makeIssueParts(context, repo, issue, 'pull'),
    id: nodeId('PullRequest', pull.id),
    databaseId: pull.id,
    state: stateOfPull(repo, pull),
    isDraft: pull.draft,
    merged: pull.merged,
    mergedAt: pull.mergedAt,
    mergedBy: pull.mergedBy === null ? null : makeActor(context, pull.mergedBy),
    mergeable: async () => {
      await lookAtMergeable(context.internals.createContext(context.actor, {}, 'none'), repo, pull)
      if (pull.mergeable === null) return 'UNKNOWN'
      return pull.mergeable ? 'MERGEABLE' : 'CONFLICTING'
    },
    mergeCommit: async () =>
      pull.mergeCommitSha === null ? null : makeCommit(context, repo, await git.readCommit(pull.mergeCommitSha)),
    headRefName: pull.head.ref,
    headRefOid: pull.head.sha,
    headRef: () => findRef(context, repo, `refs/heads/${pull.head.ref}`),
    baseRefName: pull.base.ref,
    baseRefOid: pull.base.sha,
    baseRef: () => findRef(context, repo, `refs/heads/${pull.base.ref}`),
    commits: async (args: ConnectionArguments) => {
      const { commits } = await readPullStats(git, pull)
      return makeConnection('commits', commits, args, async (sha) => ({
        __typename: 'PullRequestCommit',
        commit: makeCommit(context, repo, await git.readCommit(sha)),
      }))
    },
    reviews: (args: ConnectionArguments) =>
      makeConnection('reviews', pull.reviews, args, (review) => makeReview(context, repo, pull, review)),
  }
}

export function makeComment(context: GraphqlContext, repo: Repository, issue: Issue, comment: Comment): GraphqlObject {
  const kind = repo.pulls.some((pull) => pull.number === issue.number) ? 'pull' : 'issues'

  return {
    __typename: 'IssueComment',
    id: nodeId('IssueComment', comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    body: comment.body,
    author: () => makeActor(context, comment.user),
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    lastEditedAt: comment.editedAt ?? null,
    isMinimized: comment.minimized !== undefined,
    minimizedReason: comment.minimized ?? null,
    url: `${context.internals.web}/${repo.owner}/${repo.name}/${kind}/${issue.number}#issuecomment-${comment.id}`,
    issue: () => makeIssue(context, repo, issue),
    repository: () => context.makeRepository(repo),
  }
}

export function makeReview(context: GraphqlContext, repo: Repository, pull: Pull, review: Review): GraphqlObject {
  return {
    __typename: 'PullRequestReview',
    id: nodeId('PullRequestReview', review.id),
    databaseId: review.id,
    fullDatabaseId: String(review.id),
    body: review.body,
    state: review.state,
    author: () => makeActor(context, review.user),
    commit: () => makeGitObject(context, repo, review.commitId),
    submittedAt: review.submittedAt,
    lastEditedAt: review.editedAt ?? null,
    url: presentReview(context.internals, repo, pull, review).html_url,
    pullRequest: () => makePullRequest(context, repo, pull),
  }
}

export function makeReviewComment(
  context: GraphqlContext,
  repo: Repository,
  pull: Pull,
  comment: ReviewComment,
): GraphqlObject {
  return {
    __typename: 'PullRequestReviewComment',
    id: nodeId('PullRequestReviewComment', comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    body: comment.body,
    path: comment.path,
    author: () => makeActor(context, comment.user),
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    lastEditedAt: comment.editedAt ?? null,
    url: presentReviewComment(context.internals, repo, pull, comment).html_url,
    pullRequest: () => makePullRequest(context, repo, pull),
  }
}

export function makeReaction(context: GraphqlContext, reaction: Reaction): GraphqlObject {
  return {
    __typename: 'Reaction',
    id: nodeId('Reaction', reaction.id),
    databaseId: reaction.id,
    content: reactionContents[reaction.content],
    createdAt: reaction.createdAt,
    user: () => makeActor(context, reaction.user),
  }
}

export function makeCheckRun(context: GraphqlContext, repo: Repository, run: CheckRun): GraphqlObject {
  return {
    __typename: 'CheckRun',
    id: nodeId('CheckRun', run.id),
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    externalId: run.externalId,
    detailsUrl: run.detailsUrl,
    url: `${context.internals.web}/${repo.owner}/${repo.name}/runs/${run.id}`,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    ...run.output,
    repository: () => context.makeRepository(repo),
  }
}

/** What issues and pull requests share. */
function makeIssueParts(context: GraphqlContext, repo: Repository, issue: Issue, kind: 'issues' | 'pull') {
  return {
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? '',
    url: `${context.internals.web}/${repo.owner}/${repo.name}/${kind}/${issue.number}`,
    author: () => makeActor(context, issue.user),
    closed: issue.state === 'closed',
    closedAt: issue.closedAt,
    locked: issue.locked,
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    repository: () => context.makeRepository(repo),
    labels: (args: ConnectionArguments) => {
      const labels = repo.labels.filter((label) => issue.labels.includes(label.name))
      return makeConnection('labels', labels, args, (label) => makeLabel(context, repo, label))
    },
    assignees: (args: ConnectionArguments) =>
      makeConnection('assignees', issue.assignees, args, (login) => makeActor(context, login)),
    comments: (args: ConnectionArguments) =>
      makeConnection('comments', issue.comments, args, (comment) => makeComment(context, repo, issue, comment)),
  }
}

export function stateOfPull(repo: Repository, pull: Pull): 'OPEN' | 'CLOSED' | 'MERGED' {
  if (pull.merged) return 'MERGED'
  return repo.issues.some((issue) => issue.number === pull.number && issue.state === 'open') ? 'OPEN' : 'CLOSED'
}
