import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import { connectGitHub, type GitHubConnection, type GitHubTools } from './connect-github.ts'
import { createLog } from '../settings/create-log.ts'
import { createPorts } from './create-ports.ts'
import { createReadiness } from '../intake/create-readiness.ts'
import { createSettingsMac } from '../settings/create-settings-mac.ts'
import { createRedactor } from '../redaction/create-redactor.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { openDataFolder } from './open-data-folder.ts'
import { openQueues } from './open-queues.ts'
import type { Settings } from '../settings/settings.ts'
import { type RunningWork, startWork } from './start-work.ts'
import { createStatusPages } from './status-pages.ts'
import { watchOutage } from './watch-outage.ts'

/** What every server process has, whether it takes webhooks, works, or both. */
export interface Machine {
  log: Logger
  github: GitHubConnection
  queues: Queues
  ports: MachinePorts
  webhooks: Omit<WebhookContext, 'now'>
  metrics: Metrics
  startWork(): RunningWork
  /** `/healthz`, `/readyz`, `/metrics` and `/public-keys`. */
  pages: RequestListener
}

/** Clocks and queues that stand in for those that the settings ask for, for tests. */
export interface MachineTools extends GitHubTools {
  queues?: Queues
}

/** Connects to GitHub and the database, and puts the adapters together. `replace` puts other parts in their place, for tests. */
export async function openMachine(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace: (ports: MachinePorts) => MachinePorts = (ports) => ports,
  { queues: given, ...tools }: MachineTools = {},
): Promise<Machine> {
  const redact = createRedactor(secretsOf(settings))
  const log = createLog(settings.LOG_LEVEL, redact)
  await openDataFolder(settings.DATA_DIR, log)
  const metrics = createMetrics(redact)
  const { now: nowMs = Date.now, wait = (ms: number) => delay(ms) } = tools
  const outage = watchOutage(log, nowMs)
  metrics.addOutage(outage.findSinceMs)
  const github = await connectGitHub(settings, { ...observeRequests(log, metrics, outage), ...tools })
  const mac = createSettingsMac(settings)
  const queues = given ?? (await openQueues(settings, (what, error) => log.error({ err: error }, what)))
  metrics.addInbox(() => queues.inbox.measure())
  const ports = metrics.meterPorts(
    replace(createPorts({ settings, env, log, redact, github, mac, queues, nowMs, wait })),
  )
  const webhooks = {
    ourLogins: github.ourLogins,
    appId: settings.APP_ID,
    holdsMarker: mac.holdsMarker,
    toOwnTime: (time: string) => github.clock.toOwnTime(time),
  }
  const readiness = createReadiness(
    {
      github: () => github.app.rest.apps.getAuthenticated(),
      database: () => queues.inbox.countWaiting(),
      findOutageSinceMs: outage.findSinceMs,
    },
    Date.now,
  )
  const pages = getRequestListener(createStatusPages(readiness, metrics, mac.publicKeys).fetch)
  return {
    log,
    github,
    queues,
    ports,
    webhooks,
    metrics,
    startWork: () =>
      startWork({
        ports,
        queues,
        outage,
        github,
        webhooks,
        runsAtOnce: settings.RUNS_AT_ONCE,
        reconcileMinutes: settings.SWEEP_MINUTES,
        reconciled: metrics.reconcile,
        log,
      }),
    pages: (...asked) => void pages(...asked),
  }
}

/** What must never be seen outside. */
function secretsOf(settings: Settings): (string | undefined)[] {
  const { PRIVATE_KEY, WEBHOOK_SECRET, WEBHOOK_SECRET_OLD, STATE_SECRET, STATE_SECRET_OLD } = settings
  const { REVIEWER_TOKEN, DATABASE_URL } = settings
  const password = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL).password
  return [
    PRIVATE_KEY,
    WEBHOOK_SECRET,
    WEBHOOK_SECRET_OLD,
    STATE_SECRET,
    STATE_SECRET_OLD,
    REVIEWER_TOKEN,
    DATABASE_URL,
    password,
  ]
}
