import type { Internals, RouteRequest, Staleness } from './internals.ts'
import { isoTime } from '../world/iso-time.ts'
import { canSee, requireAccess } from '../handler/permissions.ts'
import { GitHubError, type Actor, type RouteContext } from '../handler/route.ts'
import type { GitStore } from '../handler/git-store.ts'
import type { Repository, User, World } from '../world/world.ts'

/** What a context needs besides the sandbox itself. */
export interface ContextParts {
  internals: Internals
  gitFor: (repo: Repository, staleness: Staleness) => GitStore
  worldFor: (staleness: Staleness) => World
  emit: (actor: Actor, repo: Repository, event: string, action: string | null, payload: Record<string, unknown>) => void
}

/** The context in which a route handler works for this actor. */
export function createContext(
  parts: ContextParts,
  actor: Actor,
  request: RouteRequest,
  staleness: Staleness,
): RouteContext {
  const { internals } = parts
  const { options, api, web } = internals
  const world = parts.worldFor(staleness)
  const params = request.params ?? {}

  return {
    world,
    actor,
    params,
    query: request.query ?? {},
    body: request.body ?? {},
    bytes: request.bytes ?? new Uint8Array(),
    ...(request.accept === undefined ? {} : { accept: request.accept }),
    ...(request.contentType === undefined ? {} : { contentType: request.contentType }),
    api,
    web,
    dataDir: options.dataDir,
    ...(options.mergeableAfterMs === undefined ? {} : { mergeableAfterMs: options.mergeableAfterMs }),
    ...(options.treeLimit === undefined ? {} : { treeLimit: options.treeLimit }),
    ...(options.tokenLife === undefined ? {} : { tokenLife: options.tokenLife }),
    now: () => isoTime(internals.now()),
    newId: () => internals.world.nextId++,
    git: (repo) => parts.gitFor(repo, staleness),
    emit: (repo, event, action, payload) => parts.emit(actor, repo, event, action, payload),
    repository: () => getRepository({ world }, actor, params['owner'] ?? '', params['repo'] ?? ''),
    user: () => getUser(actor),
    require: (repo, role, permission, level) => requireAccess(actor, repo, role, permission, level),
    refChanged: (repo, change) => internals.refChanged(actor, repo, change),
  }
}

/** The repository with this name (any case) or that once had it, or 404 where it doesn't exist or the actor may not see it. */
export function getRepository(
  internals: Pick<Internals, 'world'>,
  actor: Actor,
  owner: string,
  name: string,
): Repository {
  const wanted = `${owner}/${name}`.toLowerCase()
  const all = internals.world.repositories
  const repo =
    all.find((one) => `${one.owner}/${one.name}`.toLowerCase() === wanted) ??
    all.find((one) => one.formerNames?.some((name) => name.toLowerCase() === wanted))
  if (repo === undefined || !canSee(actor, repo)) throw new GitHubError(404, 'Not Found')

  return repo
}

function getUser(actor: Actor): User {
  switch (actor.kind) {
    case 'person':
    case 'installation':
      return actor.user
    case 'app':
      throw new GitHubError(403, 'Resource not accessible by integration')
    case 'anonymous':
      throw new GitHubError(401, 'Requires authentication')
  }
}
