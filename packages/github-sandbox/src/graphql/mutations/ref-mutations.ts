import { makeCommit } from '../objects/git-objects.ts'
import { getNode, pickGiven, type Mutation } from './mutation.ts'
import { findRef } from '../objects/ref-object.ts'

export const refMutations: Record<string, Mutation> = {
  createRef: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = { ref: input['name'], sha: input['oid'] }
    await context.callRest('POST /repos/{owner}/{repo}/git/refs', repo, { body })

    return { __typename: 'CreateRefPayload', ref: () => findRef(context, repo, String(input['name'])) }
  },

  updateRef: async (context, input) => {
    const { repo, ref } = getNode(context, 'ref', input['refId'])
    const request = {
      params: { ref: ref.slice('refs/'.length) },
      body: { sha: input['oid'], force: input['force'] === true },
    }
    await context.callRest('PATCH /repos/{owner}/{repo}/git/refs/{ref}', repo, request)

    return { __typename: 'UpdateRefPayload', ref: () => findRef(context, repo, ref) }
  },

  deleteRef: async (context, input) => {
    const { repo, ref } = getNode(context, 'ref', input['refId'])
    await context.callRest('DELETE /repos/{owner}/{repo}/git/refs/{ref}', repo, {
      params: { ref: ref.slice('refs/'.length) },
    })

    return { __typename: 'DeleteRefPayload' }
  },

  mergeBranch: async (context, input) => {
    const { repo } = getNode(context, 'repository', input['repositoryId'])
    const body = pickGiven({ base: input['base'], head: input['head'], commit_message: input['commitMessage'] })
    const merged = await context.callRest('POST /repos/{owner}/{repo}/merges', repo, { body })
    const sha = merged['sha']
    // Nothing to merge is an answer without a body in REST, and without a commit here.
    const commit = typeof sha === 'string' ? makeCommit(context, repo, await context.git(repo).readCommit(sha)) : null

    return { __typename: 'MergeBranchPayload', mergeCommit: commit }
  },
}
