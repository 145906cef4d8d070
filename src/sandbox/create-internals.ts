import { BareGitStore } from './bare-git-store.ts'
import { createContext, type ContextParts } from './create-context.ts'
import { getRepositoryDir } from './create-repository.ts'
import type { Internals, RefChange } from './internals.ts'
import { createLaggedGitStore, RefHistory } from './lagged-git-store.ts'
import { presentWebhook } from './present/webhook.ts'
import { updatePullRequestsAfterRefChange } from './pull-request-refs.ts'
import { announceRefChange } from './ref-changes.ts'
import { GitHubError, type Actor, type Routes } from './route.ts'
import type { SandboxOptions } from './sandbox.ts'
import type { Webhooks } from './webhooks.ts'
import type { Repository, World } from './world.ts'

export interface InternalsParts {
  world: World
  options: SandboxOptions
  web: string
  now: () => Date
  routes: Routes
  webhooks: Webhooks
  touch: () => void
}

/** Puts the parts of a sandbox together; `closeStores` ends its git processes. */
export function createInternals(parts: InternalsParts): Internals & { closeStores: () => Promise<void> } {
  const { world, options, web, webhooks, routes } = parts
  const stores = new Map<number, BareGitStore>()
  const histories = new Map<number, RefHistory>()
  const git = (repo: Repository) =>
    getOrSet(stores, repo.id, () => new BareGitStore(getRepositoryDir(options.dataDir, repo)))
  const history = (repo: Repository) =>
    getOrSet(histories, repo.id, () => new RefHistory(options.readLagMs ?? 0, () => parts.now().getTime()))

  const internals: Internals & { closeStores: () => Promise<void> } = {
    world,
    options,
    web,
    api: `${web}/api/v3`,
    now: parts.now,
    touch: parts.touch,
    git,
    createContext: (actor, request, stale) => createContext(contextParts, actor, request, stale),
    call: async (actor, route, request) => {
      const handler = routes[route]
      if (handler === undefined) throw new GitHubError(404, 'Not Found')
      parts.touch()
      return handler(internals.createContext(actor, request, false))
    },
    refChanged: async (actor, repo, change: RefChange) => {
      history(repo).record(change.ref, change.before)
      parts.touch()
      const context = internals.createContext(actor, {}, false)
      await announceRefChange(context, repo, change)
      await updatePullRequestsAfterRefChange(context, repo, change)
    },
    emitToApp: (app, event, action, payload) => {
      for (const installation of app.installations) webhooks.emitToApp(app, installation, { event, action, payload })
    },
    redeliver: (delivery) => webhooks.redeliver(delivery),
    closeStores: async () => {
      await Promise.all([...stores.values()].map((store) => store.close()))
    },
  }
  const contextParts: ContextParts = {
    internals,
    gitFor: (repo, stale) => (stale && options.readLagMs ? createLaggedGitStore(git(repo), history(repo)) : git(repo)),
    emit: (actor, repo, event, action, payload) => {
      webhooks.emit(repo, { event, action, payload: completePayload(internals, actor, repo, payload) })
    },
  }

  return internals
}

function completePayload(internals: Internals, actor: Actor, repo: Repository, payload: Record<string, unknown>) {
  if ('repository' in payload && 'sender' in payload) return payload
  const sender = actor.kind === 'person' || actor.kind === 'installation' ? actor.user.login : repo.owner

  return { ...presentWebhook(internals, repo, sender, {}), ...payload }
}

function getOrSet<Value>(map: Map<number, Value>, key: number, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)

  return found
}
