import type { Internals } from '../instance/internals.ts'
import type { Actor } from '../handler/route.ts'
import type { GraphqlContext } from './graphql-context.ts'
import { makeRepository } from './objects/repository-object.ts'

/** What the resolvers of one request work with. */
export function createGraphqlContext(internals: Internals, actor: Actor, isMutation: boolean): GraphqlContext {
  const reading = internals.createContext(actor, {}, isMutation ? 'none' : 'refs')

  const context: GraphqlContext = {
    internals,
    actor,
    git: reading.git,
    makeRepository: (repo) => makeRepository(context, repo),
    callRest: async (route, repo, request) => {
      const params = { owner: repo.owner, repo: repo.name, ...request.params }
      const answer = await internals.call(actor, route, { ...request, params })
      return Object(answer.body) as Record<string, unknown>
    },
  }

  return context
}
