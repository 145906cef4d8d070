import type { GitStore } from './git-store.ts'
import type { App, Installation } from '../world/app.ts'
import type { RefChange } from '../world/ref-change.ts'
import type { Repository, Role, User, World } from '../world/world.ts'

/** Who calls: a person with a token, an App with its JWT, an installation of it, or nobody. */
export type Actor =
  | { kind: 'person'; user: User }
  | { kind: 'app'; app: App }
  | {
      kind: 'installation'
      user: User
      app: App
      installation: Installation
      permissions: Record<string, string>
      repositoryIds: number[] | null
    }
  | { kind: 'anonymous' }

export interface RouteContext {
  world: World
  actor: Actor
  params: Record<string, string>
  query: Record<string, string>
  body: Record<string, unknown>
  /** The Accept header, for the media types that answer with raw text or bytes; absent: JSON. */
  accept?: string
  /** The Content-Type header, for uploads. */
  contentType?: string
  /** Raw bytes, for uploads. */
  bytes: Uint8Array
  /** Base of the REST API without a slash at its end, for the URLs in answers. */
  api: string
  /** Base of the web pages, likewise. */
  web: string
  /** Where release assets and the like are kept. */
  dataDir: string
  now: () => string
  /** Milliseconds after which `mergeable` is known; 0 unless told: at the second look. */
  mergeableAfterMs?: number
  /** Number of entries after which recursive trees are truncated; GitHub's unless told. */
  treeLimit?: number
  /** When installation tokens end; after an hour unless told. */
  tokenLife?: { seconds?: number; requests?: number }
  newId: () => number
  /** The real bare repository behind `repo`. */
  git: (repo: Repository) => GitStore
  /** Queues a signed webhook to every App that is installed on the repository and listens; payload as in @octokit/webhooks-examples. */
  emit: (repo: Repository, event: string, action: string | null, payload: Record<string, unknown>) => void
  /** The repository of `params.owner/params.repo`, or throws 404 (also where the actor may not see it). */
  repository: () => Repository
  /** The acting user, or throws 401. */
  user: () => User
  /** Throws 403 (404 where it can't be seen) unless the actor has the role, or (an installation) the App permission at that level. */
  require: (repo: Repository, role: Role, permission: string, level: 'read' | 'write') => void
  /** After any ref changed by whatever way (API, GraphQL, git push, merge): updates pull requests and emits push, create, delete, synchronize, closed. */
  refChanged: (repo: Repository, change: RefChange) => Promise<void>
}

export interface RouteAnswer {
  status: number
  body?: unknown
  /** For redirects and downloads. */
  headers?: Record<string, string>
  bytes?: Uint8Array
  /** Items of a list: the server pages them by `page`/`per_page` and writes the Link header. */
  list?: unknown[]
  /** Wraps the page of `list`, e.g. `{total_count, check_runs}`. */
  wrap?: (page: unknown[], total: number) => unknown
}

export type RouteHandler = (context: RouteContext) => RouteAnswer | Promise<RouteAnswer>

/** Keys are "METHOD /path/{template}" exactly as in the OpenAPI description. */
export type Routes = Record<string, RouteHandler>

/** GitHub's error answer: `{message, errors?, documentation_url}`. */
export class GitHubError extends Error {
  readonly status: number
  readonly errors: unknown[] | undefined

  constructor(status: number, message: string, errors?: unknown[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}
