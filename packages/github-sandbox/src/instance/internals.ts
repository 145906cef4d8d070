import type { GitStore } from '../handler/git-store.ts'
import type { RefChange } from '../world/ref-change.ts'
import type { Actor, RouteAnswer, RouteContext } from '../handler/route.ts'
import type { SandboxOptions } from './sandbox.ts'
import type { App, Delivery, Installation } from '../world/app.ts'
import type { Repository, World } from '../world/world.ts'

/** What is read as it was `readLagMs` ago: nothing, refs, or (for lists) the world too. */
export type Staleness = 'none' | 'refs' | 'everything'

/** What a request to a route is made of, however it came. */
export interface RouteRequest {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  bytes?: Uint8Array
  accept?: string
  contentType?: string
}

/** The running sandbox as its own parts see it: REST, GraphQL, git and pages stand on this. */
export interface Internals {
  world: World
  options: SandboxOptions
  /** `http://127.0.0.1:PORT`. */
  web: string
  /** `<web>/api/v3`. */
  api: string
  now(): Date
  git(repo: Repository): GitStore
  /** Context for a handler of `routes`. */
  createContext(actor: Actor, request: RouteRequest, staleness: Staleness): RouteContext
  /** Calls a REST route as this actor, without HTTP; throws GitHubError as the handler does. */
  call(actor: Actor, route: string, request: RouteRequest): Promise<RouteAnswer>
  refChanged(actor: Actor, repo: Repository, change: RefChange): Promise<void>
  /** An App's own event, about its installation rather than a repository. */
  emitToApp(app: App, installation: Installation, event: string, action: string, payload: Record<string, unknown>): void
  redeliver(delivery: Delivery): void
  /** Marks the world as changed: it is written to disk soon. */
  touch(): void
  /** Another one after each change, and of each start. */
  version(): string
}
