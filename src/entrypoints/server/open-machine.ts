import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { examineWork } from '../../application/doctor/examine-work.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import { createOnboarding } from '../../adapters/github/onboarding/create-onboarding.ts'
import { createForgeReader } from '../../adapters/github/reconcile/create-forge-reader.ts'
import { createDeliveries } from '../../adapters/github/webhook/create-deliveries.ts'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { createGitHubClients, type GitHubClients, type GitHubTools } from './connect-github.ts'
import { createLog } from '../settings/create-log.ts'
import { createPorts } from './create-ports.ts'
import { createReadiness } from '../intake/create-readiness.ts'
import { createSettingsMac } from '../settings/create-settings-mac.ts'
import { readRecipes } from '../agents/read-recipes.ts'
import { openModels } from '../models/open-models.ts'
import { readModelOptions } from '../models/read-model-options.ts'
import { openTracing } from '../tracing/open-tracing.ts'
import { createRedactor } from '../redaction/create-redactor.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { limitFile, openDataFolder } from './open-data-folder.ts'
import { openLimitFile } from './open-limit-file.ts'
import { openQueues } from './open-queues.ts'
import { openNotices } from './outside/open-notices.ts'
import { readOnboardingFiles } from './outside/read-onboarding-files.ts'
import { createOutside } from './outside/reach-outside.ts'
import { type DatabaseWatch, watchDatabase } from './outside/watch-database.ts'
import { watchGitHub } from './outside/watch-github.ts'
import type { Settings } from '../settings/settings.ts'
import { type RunningWork, startWork } from './start-work.ts'
import { createStatusPages } from './status-pages.ts'

/** What every server process has, whether it takes webhooks, works, or both. It is there before GitHub and the database are. */
export interface Machine {
  log: Logger
  metrics: Metrics
  /** `/healthz`, `/readyz`, `/metrics` and `/public-keys`. */
  pages: RequestListener
  /** As far as it is known yet: before GitHub has told who the App is, its own doings are stored too, and sorted out later. */
  webhookContext: () => WebhookContext
  github: GitHubClients
  /** The newest head of a repository's workflow branch, as far as processes that share the database know it. */
  findHead(repository: string): Promise<string | undefined>
  /** Where webhooks are stored; throws while the database is away. */
  inbox: () => Promise<Queues['inbox']>
  /** What the doctor says of an issue; throws before GitHub and the database have answered. */
  examine: (repository: RepositoryRef, issue: number) => Promise<DoctorExamination>
  /** A text without what must never be seen outside. */
  redact: (text: string) => string
  /** What is remembered of a repository in this process is old. */
  forget(repository: RepositoryRef): void
  /** Resolves once GitHub and the database have answered; throws what waiting won't mend. */
  begin(): Promise<{ startWork(): RunningWork }>
  /** Begins nothing any more, and waits for no limit of GitHub's. */
  stopWaiting(): void
  /** Gives the database back. */
  close(): Promise<void>
}

/** Clocks and queues that stand in for those that the settings ask for, for tests. */
export interface MachineTools extends GitHubTools {
  queues?: Queues
}

/** What takes webhooks and answers questions; `begin` then asks for GitHub and the database. `replace` puts other parts in their place, for tests. */
export async function openMachine(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace: (ports: MachinePorts) => MachinePorts = (ports) => ports,
  { queues: given, ...tools }: MachineTools = {},
): Promise<Machine> {
  const modelOptions = await readModelOptions(settings, env)
  const recipes = await readRecipes(settings.AGENTS_FILE)
  const modelKeys = modelOptions?.providers.map(({ key }) => key ?? undefined) ?? []
  const notices = openNotices(settings)
  const redact = createRedactor([...secretsOf(settings), ...modelKeys])
  const log = createLog(settings.LOG_LEVEL, redact)
  await openDataFolder(settings.DATA_DIR, log)
  const tracing = await openTracing(env, log)
  const metrics = createMetrics(redact)
  const { now: nowMs = Date.now, wait = (ms: number) => delay(ms) } = tools
  const mac = createSettingsMac(settings)
  const database = watchDatabase(log, nowMs)
  const outage = watchGitHub(log, nowMs, () => outside.findIdentity() === undefined)
  const onFault = createFaultLog(log, database)
  const memory = await openLimitFile(join(settings.DATA_DIR, limitFile), onFault)
  const github = createGitHubClients(settings, { ...observeRequests(log, metrics, outage), memory, ...tools })
  const outside = createOutside({
    openQueues: async () =>
      given ??
      openQueues(
        settings,
        (what, error) => {
          database.fail(error)
          onFault(what, error)
        },
        (what) => log.warn(what),
      ),
    isShared: settings.DATABASE_URL !== undefined,
    identify: () => github.identify(),
    database,
    log,
    wait: tools.wait ?? ((ms, signal) => delay(ms, undefined, { signal })),
  })
  const inbox = async () => (await outside.queues()).inbox
  metrics.addOutage(outage.findSinceMs)
  metrics.addInbox(async () => (await inbox()).measure())
  const webhooks = {
    appId: settings.APP_ID,
    holdsMarker: mac.holdsMarker,
    toOwnTime: (time: string) => github.clock.toOwnTime(time),
  }
  const readiness = createReadiness(
    {
      github: () => github.app.rest.apps.getAuthenticated(),
      database: async () => (await inbox()).countWaiting(),
      findGitHubAwaySinceMs: outage.findSinceMs,
      findDatabaseAwaySinceMs: database.findSinceMs,
      findMissing: () => outside.findMissing(),
      isRefused: () => outside.isRefused(),
    },
    Date.now,
  )
  const pages = createStatusPages(readiness, metrics, mac.publicKeys)
  let ports: MachinePorts | undefined
  return {
    log,
    metrics,
    pages,
    webhookContext: () => ({
      ...webhooks,
      ourLogins: outside.findIdentity()?.ourLogins ?? [],
      now: ports?.now() ?? new Date(nowMs()).toISOString(),
    }),
    github,
    findHead: async (repository) => (await (await outside.queues()).heads?.recall(repository))?.sha,
    inbox,
    redact,
    async examine(repository, issue) {
      if (ports === undefined)
        throw new CountersignFault(
          'github_unavailable',
          'GitHub and the database have not answered yet',
          'Try again soon.',
        )
      const { work } = await ports.store.read(repository, issue, 'fresh')
      return examineWork(ports, repository, work)
    },
    forget: (repository) => ports?.store.forget(repository),
    async begin() {
      const { queues, identity } = await outside.reach()
      const connection = { ...github, ...identity }
      const models =
        modelOptions === null ? null : metrics.meterModels(openModels(modelOptions, settings.DATA_DIR, env, log))
      const wiring = {
        settings,
        env,
        onFault,
        log,
        redact,
        github: connection,
        mac,
        queues,
        models,
        notices,
        recipes,
        nowMs,
        wait,
      }
      const wired = metrics.meterPorts(replace(createPorts(wiring)))
      ports = wired
      const context = () => ({ ...webhooks, ourLogins: identity.ourLogins, now: wired.now() })
      const looking = {
        forgeReader: createForgeReader(github.app, github.client, context, wired.log),
        deliveries: createDeliveries(github.app),
      }
      const { client } = github
      const onboarding = {
        way: settings.ONBOARDING,
        onboarding: createOnboarding(client, identity.botLogin),
        files: readOnboardingFiles,
      }
      const startedWith = {
        ports: wired,
        queues,
        client,
        onboarding,
        looking,
        onFault,
        log,
        reconciled: metrics.reconcile,
      }
      return {
        startWork: () =>
          startWork({
            ...startedWith,
            onAnswer: (answered) => [outage, database].forEach((watch) => watch.onEnd(answered)),
            webhooks: { ...webhooks, ourLogins: identity.ourLogins },
            runsAtOnce: settings.RUNS_AT_ONCE,
            leaseMs: settings.LEASE_SECONDS * 1000,
            reconcileMinutes: settings.SWEEP_MINUTES,
          }),
      }
    },
    stopWaiting() {
      outside.stop()
      github.stopWaiting()
    },
    async close() {
      await ports?.models?.close()
      await outside.close()
      await memory.close()
      await tracing?.close()
    },
  }
}

/** Of a database that is away one line tells (watch-database.ts); what else fails is told each time, with where. */
function createFaultLog(log: Logger, database: Pick<DatabaseWatch, 'knows'>) {
  return (what: string, error: unknown, about: object = {}): void => {
    if (database.knows(error)) log.debug({ ...about, why: String(error) }, what)
    else log.error({ ...about, err: error }, what)
  }
}

/** What must never be seen outside. */
function secretsOf(settings: Settings): (string | undefined)[] {
  const { PRIVATE_KEY, WEBHOOK_SECRET, WEBHOOK_SECRET_OLD, STATE_SECRET, STATE_SECRET_OLD } = settings
  const { REVIEWER_TOKEN, DATABASE_URL, NOTIFY_URL, NOTIFY_SECRET, NOTIFY_SLACK_URL, GITHUB_CLIENT_SECRET } = settings
  const password = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL).password
  return [
    PRIVATE_KEY,
    WEBHOOK_SECRET,
    WEBHOOK_SECRET_OLD,
    STATE_SECRET,
    STATE_SECRET_OLD,
    REVIEWER_TOKEN,
    NOTIFY_URL,
    NOTIFY_SECRET,
    NOTIFY_SLACK_URL,
    GITHUB_CLIENT_SECRET,
    DATABASE_URL,
    password,
  ]
}
