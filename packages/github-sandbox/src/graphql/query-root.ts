import { getRepository } from '../instance/create-context.ts'
import { GitHubError } from '../handler/route.ts'
import { makeActor } from './objects/actor-object.ts'
import { findNode, makeNode } from './find-node.ts'
import type { GraphqlContext } from './graphql-context.ts'
import { GraphqlFault, notFound } from './graphql-fault.ts'
import { makeRepository } from './objects/repository-object.ts'
import type { RateState } from '../limits/rate-limits.ts'

/** The fields of `Query` that the sandbox answers. */
export function makeQueryRoot(context: GraphqlContext, rate: RateState) {
  return {
    repository: (args: { owner: string; name: string }) => {
      try {
        return makeRepository(context, getRepository(context.internals, context.actor, args.owner, args.name))
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        throw new GraphqlFault(
          'NOT_FOUND',
          `Could not resolve to a Repository with the name '${args.owner}/${args.name}'.`,
        )
      }
    },
    user: ({ login }: { login: string }) => {
      const found = context.internals.world.users.find((one) => one.login.toLowerCase() === login.toLowerCase())
      if (found === undefined)
        throw new GraphqlFault('NOT_FOUND', `Could not resolve to a User with the login of '${login}'.`)
      return makeActor(context, found.login)
    },
    node: (args: { id: string }) => readNode(context, args.id),
    // One that is missing is null and named as an error; the others are answered.
    nodes: (args: { ids: string[] }) => args.ids.map((id) => readNode(context, id)),
    viewer: () => {
      const { actor } = context
      // Its type is `User`, so that a bot's login stands there whole.
      if (actor.kind === 'person' || actor.kind === 'installation')
        return { ...makeActor(context, actor.user.login), __typename: 'User', login: actor.user.login }
      throw new GraphqlFault('FORBIDDEN', 'Resource not accessible by integration')
    },
    rateLimit: () => ({
      __typename: 'RateLimit',
      cost: 1,
      limit: rate.limit,
      nodeCount: 0,
      remaining: rate.remaining,
      resetAt: new Date(rate.reset * 1000).toISOString(),
      used: rate.used,
    }),
  }
}

async function readNode(context: GraphqlContext, id: string) {
  const node = findNode(context, id)
  const made = node && (await makeNode(context, node))
  if (!made) throw notFound(id)

  return made
}
