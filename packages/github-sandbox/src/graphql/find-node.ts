import { parseNodeId } from '../world/node-id.ts'
import { canSee } from '../handler/permissions.ts'
import type { CheckRun, Comment, Issue, Label, Pull, Repository, Review, ReviewComment } from '../world/world.ts'
import { makeActor } from './objects/actor-object.ts'
import { makeGitObject } from './objects/git-objects.ts'
import type { GraphqlContext, GraphqlObject } from './graphql-context.ts'
import {
  makeCheckRun,
  makeComment,
  makeIssue,
  makePullRequest,
  makeReview,
  makeReviewComment,
} from './objects/issue-objects.ts'
import { makeLabel } from './objects/label-object.ts'
import { findRef } from './objects/ref-object.ts'

/** What a node id leads to. */
export type Node =
  | { kind: 'repository'; repo: Repository }
  | { kind: 'issue'; repo: Repository; issue: Issue }
  | { kind: 'pull'; repo: Repository; pull: Pull }
  | { kind: 'comment'; repo: Repository; issue: Issue; comment: Comment }
  | { kind: 'review'; repo: Repository; pull: Pull; review: Review }
  | { kind: 'review comment'; repo: Repository; pull: Pull; comment: ReviewComment }
  | { kind: 'check'; repo: Repository; run: CheckRun }
  | { kind: 'label'; repo: Repository; label: Label }
  | { kind: 'ref'; repo: Repository; ref: string }
  | { kind: 'object'; repo: Repository; sha: string }
  | { kind: 'actor'; login: string }

/** The thing behind a node id, or undefined where there is none or it may not be seen. */
export function findNode(context: GraphqlContext, id: string): Node | undefined {
  const parsed = parseNodeId(id)
  if (parsed === undefined) return undefined
  const { world } = context.internals
  if (parsed.type === 'User' || parsed.type === 'Bot' || parsed.type === 'Organization') {
    const user = world.users.find((one) => String(one.id) === parsed.id)
    return user && { kind: 'actor', login: user.login }
  }
  for (const repo of world.repositories) {
    const node = canSee(context.actor, repo) ? findWithin(repo, parsed.type, parsed.id) : undefined
    if (node) return node
  }

  return undefined
}

function findWithin(repo: Repository, type: string, id: string): Node | undefined {
  const is = (one: { id: number }) => String(one.id) === id
  const owner = id.slice(0, id.indexOf(':'))
  const rest = id.slice(id.indexOf(':') + 1)
  if (type === 'Repository') return is(repo) ? { kind: 'repository', repo } : undefined
  if (type === 'Ref') return owner === String(repo.id) ? { kind: 'ref', repo, ref: rest } : undefined
  if (/^(?:Blob|Tree|Commit|Tag)$/.test(type))
    return owner === String(repo.id) ? { kind: 'object', repo, sha: rest } : undefined
  if (type === 'CheckRun') {
    const run = repo.checkRuns.find(is)
    return run && { kind: 'check', repo, run }
  }
  if (type === 'Label') {
    const label = repo.labels.find(is)
    return label && { kind: 'label', repo, label }
  }
  if (type === 'PullRequest') {
    const pull = repo.pulls.find(is)
    return pull && { kind: 'pull', repo, pull }
  }

  return findConversation(repo, type, is)
}

function findConversation(repo: Repository, type: string, is: (one: { id: number }) => boolean): Node | undefined {
  if (type === 'Issue') {
    const issue = repo.issues.find(is)
    return issue && { kind: 'issue', repo, issue }
  }
  if (type === 'IssueComment') {
    for (const issue of repo.issues) {
      const comment = issue.comments.find(is)
      if (comment) return { kind: 'comment', repo, issue, comment }
    }
  }
  if (type === 'PullRequestReview') {
    for (const pull of repo.pulls) {
      const review = pull.reviews.find(is)
      if (review) return { kind: 'review', repo, pull, review }
    }
  }
  if (type === 'PullRequestReviewComment') {
    for (const pull of repo.pulls) {
      const comment = pull.reviewComments.find(is)
      if (comment) return { kind: 'review comment', repo, pull, comment }
    }
  }

  return undefined
}

export async function makeNode(context: GraphqlContext, node: Node): Promise<GraphqlObject | null> {
  switch (node.kind) {
    case 'repository':
      return context.makeRepository(node.repo)
    case 'issue':
      return makeIssue(context, node.repo, node.issue)
    case 'pull':
      return makePullRequest(context, node.repo, node.pull)
    case 'comment':
      return makeComment(context, node.repo, node.issue, node.comment)
    case 'review':
      return makeReview(context, node.repo, node.pull, node.review)
    case 'review comment':
      return makeReviewComment(context, node.repo, node.pull, node.comment)
    case 'check':
      return makeCheckRun(context, node.repo, node.run)
    case 'label':
      return makeLabel(context, node.repo, node.label)
    case 'ref':
      return findRef(context, node.repo, node.ref)
    case 'object':
      return makeGitObject(context, node.repo, node.sha)
    case 'actor':
      return makeActor(context, node.login)
  }
}
