import type { GitStore } from '../handler/git-store.ts'
import type { Internals, RouteRequest } from '../instance/internals.ts'
import type { Actor } from '../handler/route.ts'
import type { Repository } from '../world/world.ts'

/** What resolvers work with. Queries may be told to lag; mutations never are. */
export interface GraphqlContext {
  internals: Internals
  actor: Actor
  git: (repo: Repository) => GitStore
  /** Here, because everything leads back to its repository and imports must not. */
  makeRepository: (repo: Repository) => GraphqlObject
  /** Does what the REST operation does, as the same actor, and returns its body. */
  callRest: (route: string, repo: Repository, request: RouteRequest) => Promise<Record<string, unknown>>
}

/** GraphQL objects are plain: a property, or a method for what takes arguments or work. */
export type GraphqlObject = Record<string, unknown> & { __typename: string }
