import { BareGitStore } from '../git/bare-git-store.ts'
import { createContext, type ContextParts } from '../instance/create-context.ts'
import { getRepositoryDir } from '../instance/create-repository.ts'
import type { Internals } from '../instance/internals.ts'
import type { RefChange } from '../world/ref-change.ts'
import { createLaggedGitStore, RefHistory } from '../git/lagged-git-store.ts'
import { presentWebhook } from '../present/webhook.ts'
import { updatePullRequestsAfterRefChange } from '../changes/pulls/pull-request-refs.ts'
import { recordActivity } from '../changes/refs/record-activity.ts'
import { announceRefChange } from '../changes/refs/ref-changes.ts'
import { GitHubError, type Actor, type Routes } from '../handler/route.ts'
import type { SandboxOptions } from '../instance/sandbox.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { startsWorkflows } from '../world/actions-app.ts'
import { WorldHistory } from '../world/world-history.ts'
import type { Repository, World } from '../world/world.ts'

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
  const lagMs = options.readLagMs ?? 0
  const nowMs = () => parts.now().getTime()
  const past = new WorldHistory(world, lagMs, nowMs)
  const stores = new Map<string, BareGitStore>()
  const histories = new Map<number, RefHistory>()
  const git = (repo: Repository) => {
    const dir = getRepositoryDir(options.dataDir, repo)
    return getOrSet(stores, dir, () => new BareGitStore(dir))
  }
  const history = (repo: Repository) => getOrSet(histories, repo.id, () => new RefHistory(lagMs, nowMs))

  const start = nowMs()
  let changes = 0
  const internals: Internals & { closeStores: () => Promise<void> } = {
    world,
    options,
    web,
    api: `${web}/api/v3`,
    now: parts.now,
    version: () => `${start}-${changes}`,
    touch: () => {
      changes += 1
      past.record()
      parts.touch()
    },
    git,
    createContext: (actor, request, staleness) => createContext(contextParts, actor, request, staleness),
    call: async (actor, route, request) => {
      const handler = routes[route]
      if (handler === undefined) throw new GitHubError(404, 'Not Found')
      const answer = await handler(internals.createContext(actor, request, 'none'))
      internals.touch()
      return answer
    },
    refChanged: async (actor, repo, change: RefChange) => {
      history(repo).record(change.ref, change.before)
      delete repo.isEmpty
      const context = internals.createContext(actor, {}, 'none')
      await recordActivity(git(repo), repo, change, context.now())
      await announceRefChange(context, repo, change)
      await updatePullRequestsAfterRefChange(context, repo, change)
      internals.touch()
    },
    emitToApp: (app, installation, event, action, payload) =>
      webhooks.emitToApp(app, installation, { event, action, payload }),
    redeliver: (delivery) => webhooks.redeliver(delivery),
    closeStores: async () => {
      await Promise.all([...stores.values()].map((store) => store.close()))
    },
  }
  const contextParts: ContextParts = {
    internals,
    gitFor: (repo, staleness) =>
      staleness === 'none' || lagMs === 0 ? git(repo) : createLaggedGitStore(git(repo), history(repo)),
    worldFor: (staleness) => (staleness === 'everything' ? past.readPast() : world),
    emit: (actor, repo, event, action, payload) => {
      const happening = { event, action, payload: completePayload(internals, actor, repo, payload) }
      webhooks.emit(repo, happening, (app) => startsWorkflows(app, actor, event))
    },
  }

  return internals
}

function completePayload(internals: Internals, actor: Actor, repo: Repository, payload: Record<string, unknown>) {
  if ('repository' in payload && 'sender' in payload) return payload
  const sender = actor.kind === 'person' || actor.kind === 'installation' ? actor.user.login : repo.owner

  return { ...presentWebhook(internals, repo, sender, {}), ...payload }
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)

  return found
}
