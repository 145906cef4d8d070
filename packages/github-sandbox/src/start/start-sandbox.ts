import { type Http2Bindings, type HttpBindings, serve, type ServerType } from '@hono/node-server'
import { createButtons } from './create-buttons.ts'
import { createRunnerDoor } from './create-runner-door.ts'
import { createIdTokens } from './create-id-tokens.ts'
import { createInternals } from './create-internals.ts'
import { createRepository, getRepositoryDir } from '../instance/create-repository.ts'
import { createWorld, getReviewer, personLogins } from '../instance/create-world.ts'
import { createSite } from './create-site.ts'
import { sendBroken } from '../http/break-off.ts'
import { Faults } from '../http/faults.ts'
import { RateLimits } from '../limits/rate-limits.ts'
import { githubSecondaryLimits, SecondaryLimits } from '../limits/secondary-limits.ts'
import { announceRepository } from '../webhooks/installation-events.ts'
import { routes } from '../rest/routes.ts'
import { createAppManifestRoutes } from '../rest/apps/app-manifests.ts'
import { createDeliveryRoutes } from '../rest/apps/deliveries.ts'
import { createRateLimitRoutes } from '../rest/apps/rate-limit.ts'
import type { Routes } from '../handler/route.ts'
import { people, type Sandbox, type SandboxOptions } from '../instance/sandbox.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { claimFolder } from '../world/claim-folder.ts'
import { readWorld, WorldFile } from '../world/world-file.ts'
import type { App } from '../world/app.ts'
import type { World } from '../world/world.ts'

const githubRequestsPerHour = 5000

/** Starts a GitHub on this machine (loopback only); a former run in `dataDir` is continued. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const leaveFolder = await claimFolder(options.dataDir)
  const world = (await readWorld(options.dataDir)) ?? (await createWorld(options))
  // Older versions didn't note whose account it is.
  if (options.reviewer !== undefined) world.reviewer ??= options.reviewer.login
  const now = options.now ?? (() => new Date())
  const file = (options.isKept ?? true) ? new WorldFile(options.dataDir, world) : undefined
  const webhooks = new Webhooks(world, now, () => file?.touch())
  const faults = new Faults()
  const drifts: string[] = []
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  const { server, port } = await listen(options.port, (request) => answer(request))
  const web = `http://127.0.0.1:${port}`
  const rateLimits = new RateLimits(options.rateLimit ?? githubRequestsPerHour)
  const allRoutes: Routes = {
    ...routes,
    ...createAppManifestRoutes(() => internals),
    ...createDeliveryRoutes(webhooks),
    ...createRateLimitRoutes(rateLimits),
  }
  const internals: ReturnType<typeof createInternals> = createInternals({
    world,
    options,
    web,
    now,
    routes: allRoutes,
    webhooks,
    touch: () => file?.touch(),
  })
  const secondaryLimits = createSecondaryLimits(options)
  const idTokens = createIdTokens(internals)
  answer = createSite({ internals, routes: allRoutes, rateLimits, secondaryLimits, faults, drifts }, idTokens)
  const app = getFirstApp(world)
  const reviewer = getReviewer(world)

  return {
    url: internals.api,
    web,
    app: describeApp(app),
    reviewer: { login: reviewer, token: getToken(world, reviewer) },
    tokens: mapPeople((login) => getToken(world, login)),
    logins: mapPeople((login) => login),
    world,
    drifts,
    answer: async (request) => answer(request),
    createRepository: async (input) => {
      const repo = await createRepository(world, options.dataDir, now(), input)
      announceRepository(internals, repo)
      internals.touch()
      const repository = `${repo.owner}/${repo.name}`
      return { repository, git: `${web}/${repository}.git`, dir: getRepositoryDir(options.dataDir, repo) }
    },
    setWebhookUrl: (url) => {
      app.webhookUrl = url
      internals.touch()
    },
    setHomepage: (url) => {
      app.homepage = url
    },
    injectFault: (fault) => faults.inject(fault),
    endTokens: () => {
      for (const { installations } of world.apps) for (const one of installations) one.tokens = []
      internals.touch()
    },
    ...createButtons(internals),
    ...createRunnerDoor(internals),
    createIdTokenRequest: idTokens.createIdTokenRequest,
    idle: () => webhooks.idle(),
    close: async () => {
      await closeServer(server)
      await webhooks.idle()
      await internals.closeStores()
      await file?.close()
      await leaveFolder()
    },
  }
}

function createSecondaryLimits({ secondaryLimits }: SandboxOptions): SecondaryLimits | undefined {
  if (secondaryLimits === undefined) return undefined
  return new SecondaryLimits({ ...githubSecondaryLimits, ...(secondaryLimits === true ? {} : secondaryLimits) })
}

function listen(
  port: number,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const answer = async (request: Request, { outgoing }: HttpBindings | Http2Bindings) =>
      sendBroken(await fetch(request), outgoing)
    const server = serve({ fetch: answer, port, hostname: '127.0.0.1' }, (info) => resolve({ server, port: info.port }))
    server.once('error', reject)
  })
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}

function getFirstApp(world: World): App {
  const app = world.apps[0]
  if (app === undefined) throw new Error('world.json holds no App')
  return app
}

function describeApp(app: App): Sandbox['app'] {
  const { id, slug, botLogin, clientId, clientSecret = null, privateKey, webhookSecret, installations } = app
  return {
    id,
    slug,
    botLogin,
    clientId,
    clientSecret,
    privateKey,
    webhookSecret,
    installationId: installations[0]?.id ?? 0,
  }
}

function getToken(world: World, login: string): string {
  const token = world.users.find((user) => user.login === login)?.token
  if (token === undefined) throw new Error(`world.json holds no token of ${login}`)
  return token
}

function mapPeople(get: (login: string) => string): Sandbox['tokens'] {
  const pairs = people.map((person) => [person, get(personLogins[person])])
  return Object.fromEntries(pairs) as Sandbox['tokens']
}
