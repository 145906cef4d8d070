import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { ProbotOctokit } from 'probot'
import { v7 as uuidV7 } from 'uuid'
import { createHumanExecutor } from '../adapters/agents/human/create-human-executor.ts'
import { createOutlinePlanner } from '../adapters/agents/outline/create-outline-planner.ts'
import { createPatchExecutor } from '../adapters/agents/patch/create-patch-executor.ts'
import { createRulesReviewer } from '../adapters/agents/rules/create-rules-reviewer.ts'
import { createShellExecutor } from '../adapters/agents/shell/create-shell-executor.ts'
import { createDeliveries } from '../adapters/github/create-deliveries.ts'
import { createExamination } from '../adapters/github/create-examination.ts'
import { createExporter } from '../adapters/github/create-exporter.ts'
import { createIssueMirror } from '../adapters/github/create-issue-mirror.ts'
import { createLabels } from '../adapters/github/create-labels.ts'
import { createMender } from '../adapters/github/create-mender.ts'
import { createContinuousIntegration, createPeople } from '../adapters/github/create-people.ts'
import { createPullRequests } from '../adapters/github/create-pull-requests.ts'
import { createRepositoryFiles } from '../adapters/github/create-repository-files.ts'
import { createStateStore } from '../adapters/github/create-state-store.ts'
import { createThread } from '../adapters/github/create-thread.ts'
import type { InstallationClient } from '../adapters/github/installation-client.ts'
import { createStateMac } from '../adapters/github/state-mac.ts'
import { createLookout } from '../adapters/github/sweep/create-lookout.ts'
import type { WebhookContext } from '../adapters/github/webhook/webhook-place.ts'
import { MemoryQueue } from '../adapters/queue/memory-queue.ts'
import { createWorkspace } from '../adapters/workspace/create-workspace.ts'
import { builtInStages } from '../application/built-in-stages.ts'
import { DeliveryHandler } from '../application/handle-deliveries.ts'
import { createSignalHandler } from '../application/handle-signals.ts'
import type { MachinePorts } from '../application/machine-ports.ts'
import type { RepositoryRef } from '../application/ports/repository-ref.ts'
import { Runs } from '../application/runs.ts'
import type { Signal } from '../application/signal.ts'
import { Sweep, type SweepReport } from '../application/sweep/sweep.ts'
import { createInboxWorker, type InboxWorker } from '../application/work-inbox.ts'
import { defaultConfiguration } from '../domain/configuration.ts'
import { connectGitHub, type GitHubTools } from './connect-github.ts'
import { createLog } from './create-log.ts'
import { createReadiness } from './create-readiness.ts'
import { createRedactor } from './create-redactor.ts'
import { createIntake } from './intake.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { openInbox } from './open-inbox.ts'
import { createDeliveryReader } from './read-delivery.ts'
import type { Settings } from './settings.ts'
import { startSweep } from './start-sweep.ts'
import { createStatusPages } from './status-pages.ts'
import { createWebhookListener, webhookPath } from './webhook-listener.ts'

const issuesAtOnce = 8
const runsAtOnce = 4
/** What a process held that was killed waits so long for another. */
const leaseMs = 30_000
const storeDeadlineMs = 5_000

export interface RunningApp {
  /** Where webhooks are taken. */
  webhookUrl: string
  /** Resolves when nothing waits, runs or is owed a confirmation. */
  idle(): Promise<void>
  /** Looks for what no webhook told, now. */
  sweep(): Promise<SweepReport>
  close(): Promise<void>
}

/** The App: intake, machine and adapters, wired (design 3). `replace` and `tools` put other parts in their place, for tests. */
export async function startApp(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace: (ports: MachinePorts) => MachinePorts = (ports) => ports,
  tools: GitHubTools = {},
): Promise<RunningApp> {
  const redact = createRedactor(secretsOf(settings))
  const log = createLog(settings.LOG_LEVEL, redact)
  const metrics = createMetrics(redact)
  const connection = await connectGitHub(settings, { ...observeRequests(log, metrics), ...tools })
  const { client, app, reviewer, botLogin, ourLogins } = connection
  const made = createPorts({ settings, env, log, redact, client, reviewer, botLogin, ourLogins })
  const ports = metrics.meterPorts(replace(made))
  const webhooks = { ourLogins, appId: settings.APP_ID, sign: ports.sign }
  const context = (): WebhookContext => ({ ...webhooks, now: ports.now() })
  const deliveries = new DeliveryHandler({
    read: createDeliveryReader(webhooks),
    signals: ports.signals,
    installed: (repository) => prepareRepository(client, repository, log),
  })
  const onFault = (what: string, error: unknown) => log.error({ err: error }, what)
  const inbox = await openInbox(settings, leaseMs, onFault)
  metrics.addInbox(() => inbox.measure())
  const worker = createInboxWorker({
    inbox,
    concurrency: issuesAtOnce,
    extendEveryMs: leaseMs / 4,
    handle: (rows) => deliveries.handle(rows),
    onFault,
  })
  ports.signals.start(createSignalHandler(ports, (signal, outcome) => deliveries.settle(signal, outcome)))
  const intake = createIntake({
    secrets:
      settings.WEBHOOK_SECRET_OLD === undefined
        ? [settings.WEBHOOK_SECRET]
        : [settings.WEBHOOK_SECRET, settings.WEBHOOK_SECRET_OLD],
    context,
    store: (delivery) => worker.store(delivery),
    storeDeadlineMs,
    forget: (repository) => ports.store.forget(repository),
    log,
  })
  const readiness = createReadiness(
    { github: () => app.rest.apps.getAuthenticated(), database: () => inbox.countWaiting() },
    Date.now,
  )
  const pages = getRequestListener(createStatusPages(readiness, metrics).fetch)
  const listener = createWebhookListener(metrics.meterWebhooks(intake), (...asked) => void pages(...asked))
  const server = await listen(listener, settings).catch(async (error: unknown) => {
    // An open database would keep the process alive.
    await inbox.close()
    throw error
  })
  worker.start()
  const looking = { lookout: createLookout(app, client, context), deliveries: createDeliveries(app) }
  const sweep = startSweep(new Sweep({ ...ports, ...looking }), settings.SWEEP_MINUTES, metrics.sweep)
  return {
    webhookUrl: `http://${settings.HOST}:${server.port}${webhookPath}`,
    async idle() {
      await sweep.idle()
      await settle(ports, worker)
    },
    sweep: () => sweep.now(),
    async close() {
      await server.close()
      connection.stopWaiting()
      await sweep.close()
      await worker.stop()
      // What runs still report is recorded before the queue closes.
      await ports.runs.close()
      await ports.signals.close()
      await inbox.close()
    },
  }
}

/** What must never be seen outside. */
function secretsOf(settings: Settings): (string | undefined)[] {
  const { PRIVATE_KEY, WEBHOOK_SECRET, WEBHOOK_SECRET_OLD, STATE_SECRET, REVIEWER_TOKEN, DATABASE_URL } = settings
  const password = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL).password
  return [PRIVATE_KEY, WEBHOOK_SECRET, WEBHOOK_SECRET_OLD, STATE_SECRET, REVIEWER_TOKEN, DATABASE_URL, password]
}

interface Wiring {
  settings: Settings
  env: Record<string, string | undefined>
  log: Logger
  redact: (text: string) => string
  client: InstallationClient
  reviewer: ProbotOctokit | null
  botLogin: string
  /** What these do is no news (I12). */
  ourLogins: readonly string[]
}

function createPorts({ settings, env, log, redact, client, reviewer, botLogin, ourLogins }: Wiring): MachinePorts {
  const mac = createStateMac(settings.STATE_SECRET ?? settings.WEBHOOK_SECRET)
  const now = () => new Date().toISOString()
  const elapsedMs = (from: string, to: string) => Date.parse(to) - Date.parse(from)
  const executors = [createPatchExecutor(), createShellExecutor(), createHumanExecutor()]
  return {
    store: createStateStore({ client, mac, now, elapsedMs }),
    thread: createThread(client, botLogin),
    pullRequests: createPullRequests({ client, ourLogins, reviewer, wait }),
    people: createPeople(client),
    ci: createContinuousIntegration(client, settings.APP_ID),
    workspace: createWorkspace({
      dir: `${settings.DATA_DIR}/workspace`,
      cloneUrl: (repository) => `${settings.GITHUB_WEB_URL}/${repository.key}.git`,
      token: (repository, refused) => client.token(repository, refused),
      env,
      redact,
    }),
    planner: createOutlinePlanner(),
    stages: builtInStages,
    files: createRepositoryFiles(client),
    executors: new Map(executors.map((executor) => [executor.name, executor])),
    reviewer: createRulesReviewer(),
    exporter: createExporter(client, mac),
    mirror: createIssueMirror(client, botLogin),
    examination: createExamination(client, mac),
    mender: createMender(client),
    signals: new MemoryQueue<Signal>(issuesAtOnce, (key, error) => log.error({ key, err: error }, 'handler failed')),
    runs: new Runs(runsAtOnce, (id, error) => log.error({ run: id, err: error }, 'run failed')),
    now,
    newId: () => uuidV7(),
    timeAfter: (at, ms) => new Date(Date.parse(at) + ms).toISOString(),
    wait: (ms) => wait(ms),
    // Longer than a timer holds (24 days) is as good as never.
    later: (ms, act) => void setTimeout(act, Math.min(ms, 2 ** 31 - 1)).unref(),
    sign: mac.sign,
    web: settings.GITHUB_WEB_URL,
    docs: settings.DOCS_URL,
    log: (level, message, details) => log[level](details, message),
  }
}

async function prepareRepository(client: InstallationClient, repository: RepositoryRef, log: Logger): Promise<void> {
  try {
    await createLabels(client, repository, defaultConfiguration.label)
  } catch (error) {
    log.warn(
      { repository: repository.key, why: error instanceof Error ? error.message : String(error) },
      'labels were not created',
    )
  }
}

/** Webhooks lead to events, events to runs and runs to events: at rest is when none has anything left. */
async function settle(ports: MachinePorts, worker: InboxWorker): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await worker.idle()
    await ports.signals.idle()
    await ports.runs.idle()
  }
  await ports.signals.idle()
}

async function listen(
  listener: RequestListener,
  { HOST, PORT }: Settings,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
