import { emitPull } from '../../changes/issues/emit-issue.ts'
import { recordTimeline } from '../../handler/change-context.ts'
import type { Pull, Repository } from '../../world/world.ts'
import { getIssueLike, getNode, lowerCase, pickGiven, type Mutation } from './mutation.ts'
import { listOf, recordOf } from '../../handler/body-value.ts'
import { makePullRequest, makeReview } from '../objects/issue-objects.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { GraphqlFault } from '../graphql-fault.ts'

const pullRoute = '/repos/{owner}/{repo}/pulls/{pull_number}'

export const pullMutations: Record<string, Mutation> = {
  createPullRequest: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = pickGiven({
      title: input['title'],
      body: input['body'],
      head: input['headRefName'],
      base: input['baseRefName'],
      draft: input['draft'],
    })
    const created = await context.callRest('POST /repos/{owner}/{repo}/pulls', repo, { body })

    return answerPull(context, 'CreatePullRequestPayload', repo, Number(created['number']))
  },

  updatePullRequest: async (context, input) => {
    const { repo, pull } = getNode(context, 'pull', input['pullRequestId'])
    const body = pickGiven({
      title: input['title'],
      body: input['body'],
      state: lowerCase(input['state']),
      base: input['baseRefName'],
    })
    await context.callRest(`PATCH ${pullRoute}`, repo, { params: numberOfPull(pull), body })

    return answerPull(context, 'UpdatePullRequestPayload', repo, pull.number)
  },

  closePullRequest: (context, input) => setPullState(context, input, 'closed', 'ClosePullRequestPayload'),
  reopenPullRequest: (context, input) => setPullState(context, input, 'open', 'ReopenPullRequestPayload'),

  mergePullRequest: async (context, input) => {
    const { repo, pull } = getNode(context, 'pull', input['pullRequestId'])
    const body = pickGiven({
      sha: input['expectedHeadOid'],
      merge_method: lowerCase(input['mergeMethod']),
      commit_title: input['commitHeadline'],
      commit_message: input['commitBody'],
    })
    await context.callRest(`PUT ${pullRoute}/merge`, repo, { params: numberOfPull(pull), body })

    return answerPull(context, 'MergePullRequestPayload', repo, pull.number)
  },

  markPullRequestReadyForReview: (context, input) =>
    setDraft(context, input, false, 'MarkPullRequestReadyForReviewPayload', 'ready_for_review'),
  convertPullRequestToDraft: (context, input) =>
    setDraft(context, input, true, 'ConvertPullRequestToDraftPayload', 'converted_to_draft'),

  addPullRequestReview: async (context, input) => {
    const { repo, pull } = getNode(context, 'pull', input['pullRequestId'])
    const threads = listOf(input['threads']).map((thread) => {
      const { path, body, line, side } = recordOf(thread)
      return pickGiven({ path, body, line, side })
    })
    const body = pickGiven({
      body: input['body'],
      event: input['event'],
      commit_id: input['commitOID'],
      comments: threads.length > 0 ? threads : undefined,
    })
    const created = await context.callRest(`POST ${pullRoute}/reviews`, repo, { params: numberOfPull(pull), body })

    return answerReview(context, 'AddPullRequestReviewPayload', repo, pull, Number(created['id']))
  },

  dismissPullRequestReview: async (context, input) => {
    const { repo, pull, review } = getNode(context, 'review', input['pullRequestReviewId'])
    const params = { ...numberOfPull(pull), review_id: String(review.id) }
    await context.callRest(`PUT ${pullRoute}/reviews/{review_id}/dismissals`, repo, {
      params,
      body: { message: input['message'] },
    })

    return answerReview(context, 'DismissPullRequestReviewPayload', repo, pull, review.id)
  },
}

function numberOfPull(pull: Pull): Record<string, string> {
  return { pull_number: String(pull.number) }
}

function answerPull(context: GraphqlContext, type: string, repo: Repository, number: number): GraphqlObject {
  const pull = repo.pulls.find((one) => one.number === number)
  return { __typename: type, pullRequest: pull ? makePullRequest(context, repo, pull) : null }
}

function answerReview(context: GraphqlContext, type: string, repo: Repository, pull: Pull, id: number): GraphqlObject {
  const review = pull.reviews.find((one) => one.id === id)
  return { __typename: type, pullRequestReview: review ? makeReview(context, repo, pull, review) : null }
}

async function setPullState(
  context: GraphqlContext,
  input: Record<string, unknown>,
  state: string,
  type: string,
): Promise<GraphqlObject> {
  const { repo, pull } = getNode(context, 'pull', input['pullRequestId'])
  await context.callRest(`PATCH ${pullRoute}`, repo, { params: numberOfPull(pull), body: { state } })

  return answerPull(context, type, repo, pull.number)
}

/** Only GraphQL can do this: REST has no operation for drafts. */
async function setDraft(
  context: GraphqlContext,
  input: Record<string, unknown>,
  draft: boolean,
  type: string,
  event: string,
): Promise<GraphqlObject> {
  const { repo, pull } = getNode(context, 'pull', input['pullRequestId'])
  const { issue } = getIssueLike(context, input['pullRequestId'])
  const route = context.internals.createContext(context.actor, {}, 'none')
  const { login } = route.user()
  if (issue.user !== login) route.require(repo, 'write', 'pull_requests', 'write')
  if (issue.state === 'closed') throw new GraphqlFault('UNPROCESSABLE', 'Pull request is closed')
  if (pull.draft !== draft) {
    pull.draft = draft
    recordTimeline(route, issue, event, login)
    context.internals.touch()
    await emitPull(route, repo, pull, issue, login, event)
  }

  return answerPull(context, type, repo, pull.number)
}
