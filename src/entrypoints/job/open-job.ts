import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createForgeReader } from '../../adapters/github/reconcile/create-forge-reader.ts'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import { createMemoryQueues } from '../../adapters/queue/memory-queues.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { ForgeReader } from '../../application/ports/forge/forge-reader.ts'
import type { Deliveries } from '../../application/ports/queues/deliveries.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { readRecipes } from '../agents/read-recipes.ts'
import { openModels } from '../models/open-models.ts'
import { readModelOptions } from '../models/read-model-options.ts'
import { createRedactor } from '../redaction/create-redactor.ts'
import { createPorts } from '../server/create-ports.ts'
import type { Identity } from '../server/identify-app.ts'
import { openNotices } from '../server/outside/open-notices.ts'
import { openDataFolder } from '../server/open-data-folder.ts'
import { createLog } from '../settings/create-log.ts'
import { createSettingsMac } from '../settings/create-settings-mac.ts'
import { connectWithToken, jobInstallation, type TokenClients } from './connect-with-token.ts'
import { identifyToken, jobTokenLogin } from './identify-token.ts'
import type { JobSettings } from './job-settings.ts'
import { muteCommands } from './mute-commands.ts'
import { findOwnWorkflow } from './own-workflow.ts'

/** The machine of one job: a process on a fresh computer that has the whole state from the workflow branch. */
export interface Job {
  repository: RepositoryRef
  identity: Identity
  clients: TokenClients
  queues: Queues
  ports: MachinePorts
  webhooks: Omit<WebhookContext, 'now'>
  forgeReader: ForgeReader
  deliveries: Deliveries
  log: Logger
  onFault: (what: string, error: unknown, about?: object) => void
  close(): Promise<void>
}

const noDeliveries: Deliveries = {
  async *list() {},
  redeliver: () => Promise.resolve(),
}

/** Where tasks are worked on that run programs, if the repository's configuration doesn't say: in the bot's job, or in jobs of their own. */
export type TaskHome = 'here' | 'jobs'

/** Asks GitHub who the token makes the bot, and puts the machine together. */
export async function openJob(
  settings: JobSettings,
  env: Record<string, string | undefined>,
  tasks: TaskHome = 'here',
): Promise<Job> {
  const modelOptions = await readModelOptions(settings, env)
  const modelKeys = modelOptions?.providers.map(({ key }) => key ?? undefined) ?? []
  const { NOTIFY_URL, NOTIFY_SECRET, NOTIFY_SLACK_URL } = settings
  const notifyKeys = [NOTIFY_URL, NOTIFY_SECRET, NOTIFY_SLACK_URL]
  const ownKeys = [settings.TOKEN, settings.STATE_SECRET, settings.STATE_SECRET_OLD]
  const redact = createRedactor([...ownKeys, ...notifyKeys, ...modelKeys])
  const log = createLog(settings.LOG_LEVEL, (line) => muteCommands(redact(line)))
  await openDataFolder(settings.DATA_DIR, log)
  const onFault = (what: string, error: unknown, about: object = {}) => log.error({ ...about, err: error }, what)
  const wait = (ms: number) => delay(ms)
  const clients = connectWithToken(settings, {
    now: Date.now,
    wait,
    observe: ({ callSite, status, ms, tries }) => log.debug({ call_site: callSite, status, ms, tries }, 'request'),
    warn: (message) => log.warn(message),
  })
  const identity = await identifyToken(clients.octokit)
  const mac = createSettingsMac({ ...settings, WEBHOOK_SECRET: settings.STATE_SECRET })
  const recipes = await readRecipes(settings.AGENTS_FILE)
  const queues = createMemoryQueues({ runsPerRepository: settings.RUNS_AT_ONCE, letsJobsGo: true })
  const ports = createPorts({
    settings,
    env,
    log,
    onFault,
    redact,
    github: { client: clients.client, reviewer: null, ...identity },
    mac,
    queues,
    notices: openNotices(settings),
    models: modelOptions === null ? null : openModels(modelOptions, settings.DATA_DIR, env, log),
    recipes,
    taskJobs: {
      executors: tasks === 'jobs' ? ['shell', 'model', ...recipes.keys()] : [],
      workflow: findOwnWorkflow(env),
    },
    ownRun: Number(env['GITHUB_RUN_ID'] ?? 0),
    actsAs: identity.botLogin === jobTokenLogin ? 'job_token' : undefined,
    nowMs: Date.now,
    wait,
  })
  const webhooks = {
    appId: identity.appId,
    ourLogins: identity.ourLogins,
    holdsMarker: mac.holdsMarker,
    toOwnTime: (time: string) => time,
  }
  const [owner = '', name = ''] = settings.GITHUB_REPOSITORY.split('/')
  const repository = { owner, name, key: settings.GITHUB_REPOSITORY, installationId: jobInstallation }
  const context = () => ({ ...webhooks, now: ports.now() })
  return {
    repository,
    identity,
    clients,
    queues,
    ports,
    webhooks,
    forgeReader: {
      ...createForgeReader(clients.octokit, clients.client, context, ports.log),
      listInstallations: () => Promise.resolve([jobInstallation]),
      listRepositories: () => Promise.resolve([repository]),
    },
    deliveries: noDeliveries,
    log,
    onFault,
    async close() {
      await ports.models?.close()
      await queues.close()
    },
  }
}
