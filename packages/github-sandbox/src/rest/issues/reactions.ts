import { getComment, getIssue } from '../../handler/get-issue.ts'
import { requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentReaction } from '../../present/reaction.ts'
import type { RouteAnswer, RouteContext, Routes } from '../../handler/route.ts'
import type { Reaction } from '../../world/world.ts'

export const reactionsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': (context) => {
    const repo = requireReadable(context, 'issues')
    const { comment } = getComment(context, repo)
    const content = context.query['content']
    const found = comment.reactions.filter((reaction) => content === undefined || reaction.content === content)

    return { status: 200, list: found.map((reaction) => presentReaction(context, reaction)) }
  },
  'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': (context) => {
    const repo = context.repository()
    const { issue, comment } = getComment(context, repo)
    requireOnIssue(context, repo, issue, 'read')

    return react(context, comment.reactions)
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/reactions': (context) => {
    const repo = context.repository()
    const issue = getIssue(context, repo)
    requireOnIssue(context, repo, issue, 'read')

    return react(context, issue.reactions)
  },
}

/** One reaction of a kind for each person: 201 for a new one, 200 for the one already there. */
function react(context: RouteContext, reactions: Reaction[]): RouteAnswer {
  const user = context.user().login
  const content = context.body['content'] as Reaction['content']
  const present = reactions.find((reaction) => reaction.user === user && reaction.content === content)
  if (present) return { status: 200, body: presentReaction(context, present) }
  const reaction = { id: context.newId(), user, content, createdAt: context.now() }
  reactions.push(reaction)

  return { status: 201, body: presentReaction(context, reaction) }
}
