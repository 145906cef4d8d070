import { checkMutations } from './mutations/check-mutations.ts'
import { conversationMutations } from './mutations/conversation-mutations.ts'
import { createCommitOnBranch, type CreateCommitInput } from './mutations/create-commit-on-branch.ts'
import type { GraphqlContext } from './graphql-context.ts'
import type { Mutation } from './mutations/mutation.ts'
import { pullMutations } from './mutations/pull-mutations.ts'
import { refMutations } from './mutations/ref-mutations.ts'
import { updateRefs, type UpdateRefsInput } from './mutations/update-refs.ts'

const mutations: Record<string, Mutation> = {
  ...checkMutations,
  ...conversationMutations,
  ...pullMutations,
  ...refMutations,
  createCommitOnBranch: (context, input) => createCommitOnBranch(context, input as unknown as CreateCommitInput),
  updateRefs: (context, input) => updateRefs(context, input as unknown as UpdateRefsInput),
}

/** The fields of `Mutation` that the sandbox answers; graphql-js runs those of one document one after the other. */
export function makeMutationRoot(context: GraphqlContext) {
  return Object.fromEntries(
    Object.entries(mutations).map(([name, mutate]) => [
      name,
      async ({ input }: { input: Record<string, unknown> }) => ({
        ...(await mutate(context, input)),
        clientMutationId: input['clientMutationId'] ?? null,
      }),
    ]),
  )
}
