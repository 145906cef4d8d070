import { textOf } from '../../handler/body-value.ts'
import { getComment, getIssue } from '../../handler/get-issue.ts'
import { isAllowedOnIssue, requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentIssueComment } from '../../present/issues/issue-comment.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { presentWebhook } from '../../present/webhook.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { refuseLongStored, validationFailed } from '../../handler/validation-failed.ts'
import type { Comment, Issue, Repository } from '../../world/world.ts'

export const commentsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (context) => {
    const repo = requireReadable(context, 'issues')
    const issue = getIssue(context, repo)
    const comments = issue.comments.filter((comment) => isSince(context, comment))

    return { status: 200, list: comments.map((comment) => presentIssueComment(context, repo, issue, comment)) }
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (context) => {
    const repo = context.repository()
    const issue = getIssue(context, repo)
    requireOnIssue(context, repo, issue, 'read')
    if (issue.locked && !isAllowedOnIssue(context, repo, issue, 'write'))
      throw new GitHubError(403, 'Unable to create comment because issue is locked.')
    const comment = buildComment(context)
    issue.comments.push(comment)
    issue.updatedAt = comment.createdAt
    emitComment(context, repo, issue, comment, 'created')

    return { status: 201, body: presentIssueComment(context, repo, issue, comment) }
  },
  'GET /repos/{owner}/{repo}/issues/comments': (context) => {
    const repo = requireReadable(context, 'issues')
    const key = context.query['sort'] === 'updated' ? 'updatedAt' : 'createdAt'
    // Without `sort` GitHub ignores `direction` and lists by id.
    const sign = context.query['sort'] !== undefined && context.query['direction'] !== 'asc' ? -1 : 1
    const found = repo.issues
      .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
      .filter(({ comment }) => isSince(context, comment))
      .toSorted((a, b) => sign * (a.comment[key].localeCompare(b.comment[key]) || a.comment.id - b.comment.id))

    return {
      status: 200,
      list: found.map(({ issue, comment }) => presentIssueComment(context, repo, issue, comment)),
    }
  },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': (context) => {
    const repo = requireReadable(context, 'issues')
    const { issue, comment } = getComment(context, repo)

    return { status: 200, body: presentIssueComment(context, repo, issue, comment) }
  },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (context) => {
    const repo = context.repository()
    const { issue, comment } = getComment(context, repo)
    requireAuthorOrWriter(context, repo, issue, comment)
    const changes = { body: { from: comment.body } }
    comment.body = readBody(context)
    comment.updatedAt = context.now()
    comment.editedAt = comment.updatedAt
    emitComment(context, repo, issue, comment, 'edited', { changes })

    return { status: 200, body: presentIssueComment(context, repo, issue, comment) }
  },
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': (context) => {
    const repo = context.repository()
    const { issue, comment } = getComment(context, repo)
    requireAuthorOrWriter(context, repo, issue, comment)
    issue.comments = issue.comments.filter((one) => one !== comment)
    emitComment(context, repo, issue, comment, 'deleted')

    return { status: 204 }
  },
}

function buildComment(context: RouteContext): Comment {
  const createdAt = context.now()

  return {
    id: context.newId(),
    user: context.user().login,
    body: readBody(context),
    createdAt,
    updatedAt: createdAt,
    reactions: [],
    viaApp: context.actor.kind === 'installation' ? context.actor.app.slug : null,
  }
}

function readBody(context: RouteContext): string {
  const body = textOf(context.body['body']) ?? ''
  if (body.trim() === '') {
    const message = 'body cannot be blank'
    throw validationFailed({ resource: 'IssueComment', field: 'body', code: 'custom', message })
  }
  refuseLongStored('IssueComment', 'data', body)

  return body
}

function requireAuthorOrWriter(context: RouteContext, repo: Repository, issue: Issue, comment: Comment): void {
  const isAuthor = context.user().login === comment.user
  requireOnIssue(context, repo, issue, isAuthor ? 'read' : 'write')
}

function isSince(context: RouteContext, comment: Comment): boolean {
  const since = context.query['since']

  return since === undefined || Date.parse(comment.updatedAt) >= Date.parse(since)
}

function emitComment(
  context: RouteContext,
  repo: Repository,
  issue: Issue,
  comment: Comment,
  action: string,
  extra: Record<string, unknown> = {},
): void {
  const payload = {
    action,
    ...extra,
    issue: presentIssue(context, repo, issue),
    comment: presentIssueComment(context, repo, issue, comment),
  }
  context.emit(repo, 'issue_comment', action, presentWebhook(context, repo, context.user().login, payload))
}
