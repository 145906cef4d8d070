import { listOf } from '../../handler/body-value.ts'
import type { Issue, Repository } from '../../world/world.ts'
import { makeActor } from '../objects/actor-object.ts'
import { findNode } from '../find-node.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { makeComment, makeIssue, makePullRequest, makeReaction, reactionContents } from '../objects/issue-objects.ts'
import { makeLabel } from '../objects/label-object.ts'
import { getIssueLike, getNode, lowerCase, pickGiven, type Mutation } from './mutation.ts'

const issueRoute = '/repos/{owner}/{repo}/issues/{issue_number}'
const commentRoute = '/repos/{owner}/{repo}/issues/comments/{comment_id}'

/** Issues, their comments, reactions and labels. */
export const conversationMutations: Record<string, Mutation> = {
  createIssue: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = pickGiven({ title: input['title'], body: input['body'] })
    const created = await context.callRest('POST /repos/{owner}/{repo}/issues', repo, { body })

    return answerIssue(context, 'CreateIssuePayload', repo, Number(created['number']))
  },

  updateIssue: (context, input) => {
    const fields = pickGiven({ title: input['title'], body: input['body'], state: lowerCase(input['state']) })
    return patchIssue(context, input['id'], fields, 'UpdateIssuePayload')
  },
  closeIssue: (context, input) => {
    const fields = pickGiven({ state: 'closed', state_reason: lowerCase(input['stateReason']) })
    return patchIssue(context, input['issueId'], fields, 'CloseIssuePayload')
  },
  reopenIssue: (context, input) => patchIssue(context, input['issueId'], { state: 'open' }, 'ReopenIssuePayload'),

  addComment: async (context, input) => {
    const { repo, issue } = getIssueLike(context, input['subjectId'])
    const request = { params: numberOfIssue(issue), body: { body: input['body'] } }
    const created = await context.callRest(`POST ${issueRoute}/comments`, repo, request)
    const comment = issue.comments.find((one) => one.id === created['id'])

    return {
      __typename: 'AddCommentPayload',
      commentEdge: {
        __typename: 'IssueCommentEdge',
        cursor: '',
        node: comment ? makeComment(context, repo, issue, comment) : null,
      },
      subject: () => makeIssueLike(context, repo, issue),
    }
  },

  updateIssueComment: async (context, input) => {
    const { repo, issue, comment } = getNode(context, 'comment', input['id'])
    const request = { params: { comment_id: String(comment.id) }, body: { body: input['body'] } }
    await context.callRest(`PATCH ${commentRoute}`, repo, request)

    return { __typename: 'UpdateIssueCommentPayload', issueComment: makeComment(context, repo, issue, comment) }
  },

  minimizeComment: async (context, input) => {
    const { repo, issue, comment } = getNode(context, 'comment', input['subjectId'])
    // REST can't fold a comment; that it may be seen is looked at there.
    await context.callRest(`GET ${commentRoute}`, repo, { params: { comment_id: String(comment.id) } })
    comment.minimized = lowerCase(input['classifier']) ?? 'outdated'

    return { __typename: 'MinimizeCommentPayload', minimizedComment: makeComment(context, repo, issue, comment) }
  },

  deleteIssueComment: async (context, input) => {
    const { repo, comment } = getNode(context, 'comment', input['id'])
    await context.callRest(`DELETE ${commentRoute}`, repo, { params: { comment_id: String(comment.id) } })

    return { __typename: 'DeleteIssueCommentPayload' }
  },

  addReaction: async (context, input) => {
    const content = Object.keys(reactionContents).find((name) => reactionContents[name] === input['content'])
    const body = { content }
    const node = findNode(context, String(input['subjectId']))
    if (node?.kind === 'comment') {
      const params = { comment_id: String(node.comment.id) }
      const created = await context.callRest(`POST ${commentRoute}/reactions`, node.repo, { params, body })
      const reaction = node.comment.reactions.find((one) => one.id === created['id'])
      return { __typename: 'AddReactionPayload', reaction: reaction ? makeReaction(context, reaction) : null }
    }
    const { repo, issue } = getIssueLike(context, input['subjectId'])
    const created = await context.callRest(`POST ${issueRoute}/reactions`, repo, { params: numberOfIssue(issue), body })
    const reaction = issue.reactions.find((one) => one.id === created['id'])

    return { __typename: 'AddReactionPayload', reaction: reaction ? makeReaction(context, reaction) : null }
  },

  createLabel: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = pickGiven({ name: input['name'], color: input['color'], description: input['description'] })
    await context.callRest('POST /repos/{owner}/{repo}/labels', repo, { body })
    const label = repo.labels.find((one) => one.name === input['name'])

    return { __typename: 'CreateLabelPayload', label: label ? makeLabel(context, repo, label) : null }
  },

  addLabelsToLabelable: async (context, input) => {
    const { repo, issue } = getIssueLike(context, input['labelableId'])
    const request = { params: numberOfIssue(issue), body: { labels: namesOfLabels(context, input) } }
    await context.callRest(`POST ${issueRoute}/labels`, repo, request)

    return { __typename: 'AddLabelsToLabelablePayload', labelable: makeIssueLike(context, repo, issue) }
  },

  addAssigneesToAssignable: (context, input) =>
    changeAssignees(context, input, 'POST', 'AddAssigneesToAssignablePayload'),
  removeAssigneesFromAssignable: (context, input) =>
    changeAssignees(context, input, 'DELETE', 'RemoveAssigneesFromAssignablePayload'),

  removeLabelsFromLabelable: async (context, input) => {
    const { repo, issue } = getIssueLike(context, input['labelableId'])
    const gone = new Set(namesOfLabels(context, input))
    // Unlike REST's 404, one that is not on the issue is nothing to tell.
    const request = { params: numberOfIssue(issue), body: { labels: issue.labels.filter((name) => !gone.has(name)) } }
    await context.callRest(`PUT ${issueRoute}/labels`, repo, request)

    return { __typename: 'RemoveLabelsFromLabelablePayload', labelable: makeIssueLike(context, repo, issue) }
  },
}

async function changeAssignees(
  context: GraphqlContext,
  input: Record<string, unknown>,
  method: 'POST' | 'DELETE',
  type: string,
): Promise<GraphqlObject> {
  const { repo, issue } = getIssueLike(context, input['assignableId'])
  const wanted = listOf(input['assigneeIds'])
  const users = context.internals.world.users.filter(({ login }) => wanted.includes(makeActor(context, login).id))
  const request = { params: numberOfIssue(issue), body: { assignees: users.map(({ login }) => login) } }
  await context.callRest(`${method} ${issueRoute}/assignees`, repo, request)

  return { __typename: type, assignable: makeIssueLike(context, repo, issue) }
}

function namesOfLabels(context: GraphqlContext, input: Record<string, unknown>): string[] {
  return listOf(input['labelIds']).map((id) => getNode(context, 'label', id).label.name)
}

function numberOfIssue(issue: Issue): Record<string, string> {
  return { issue_number: String(issue.number) }
}

async function patchIssue(
  context: GraphqlContext,
  id: unknown,
  body: Record<string, unknown>,
  type: string,
): Promise<GraphqlObject> {
  const { repo, issue } = getNode(context, 'issue', id)
  await context.callRest(`PATCH ${issueRoute}`, repo, { params: numberOfIssue(issue), body })

  return answerIssue(context, type, repo, issue.number)
}

function answerIssue(context: GraphqlContext, type: string, repo: Repository, number: number): GraphqlObject {
  const issue = repo.issues.find((one) => one.number === number)
  return { __typename: type, issue: issue ? makeIssue(context, repo, issue) : null }
}

function makeIssueLike(context: GraphqlContext, repo: Repository, issue: Issue): GraphqlObject {
  const pull = repo.pulls.find((one) => one.number === issue.number)
  return pull ? makePullRequest(context, repo, pull) : makeIssue(context, repo, issue)
}
