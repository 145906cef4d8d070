import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { ReconcileReport } from '../../application/reconcile/reconciler.ts'
import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { createIntake, type TakeWebhook } from '../intake/intake.ts'
import { type Machine, type MachineTools, openMachine } from './open-machine.ts'
import { serve } from './serve.ts'
import type { Settings } from '../settings/settings.ts'
import type { SharedSettings } from '../settings/parse-settings.ts'
import { createWebhookListener, webhookPath } from '../intake/webhook-listener.ts'
import type { RunningWork } from './start-work.ts'

const storeDeadlineMs = 5_000

export interface RunningIntake {
  /** Where webhooks are taken, from now on. */
  webhookUrl: string
  /** Where the dashboard is; null where there is none. */
  dashboardUrl: string | null
  /** Resolves once GitHub and the database have answered and the work has begun; rejects for what waiting won't mend. */
  begun: Promise<void>
  close(): Promise<void>
}

export interface RunningApp extends RunningIntake {
  /** Resolves when nothing waits, runs or is owed a confirmation. */
  idle(): Promise<void>
  /** Looks for what no webhook told, now. */
  reconcile(): Promise<ReconcileReport>
}

/** The App: intake and machine in one process (design 3). `replace` and `tools` put other parts in their place, for tests. */
export async function startApp(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace?: (ports: MachinePorts) => MachinePorts,
  tools?: MachineTools,
): Promise<RunningApp> {
  const machine = await openMachine(settings, env, replace, tools)
  const server = await serveIntake(machine, settings, env)
  const working = beginWork(machine)
  return {
    webhookUrl: server.webhookUrl,
    dashboardUrl: server.dashboardUrl,
    begun: whenBegun(working),
    idle: async () => (await working).idle(),
    reconcile: async () => (await working).reconcile(),
    async close() {
      await server.close()
      await endWork(machine, working)
    },
  }
}

/** The intake alone: webhooks are stored, and workers that share the database handle them. */
export async function startIntake(
  settings: SharedSettings,
  env: Record<string, string | undefined>,
): Promise<RunningIntake> {
  const machine = await openMachine(settings, env)
  const server = await serveIntake(machine, settings, env)
  const begun = whenBegun(machine.begin())
  return {
    webhookUrl: server.webhookUrl,
    dashboardUrl: server.dashboardUrl,
    begun,
    async close() {
      await server.close()
      machine.stopWaiting()
      await begun.catch(() => undefined)
      await machine.close()
    },
  }
}

/** Works from the moment at which GitHub and the database have answered. */
export async function beginWork(machine: Pick<Machine, 'begin'>): Promise<RunningWork> {
  const begun = await machine.begin()
  return begun.startWork()
}

/** Ends what was begun, or what waits to be. */
export async function endWork(
  machine: Pick<Machine, 'stopWaiting' | 'close'>,
  working: Promise<RunningWork>,
): Promise<void> {
  machine.stopWaiting()
  const work = await working.catch(() => undefined)
  await work?.stop()
  await machine.close()
}

/** When it is so, or why it never is; whoever doesn't ask isn't told. */
export function whenBegun(beginning: Promise<unknown>): Promise<void> {
  const begun = beginning.then(() => undefined)
  begun.catch(() => undefined)
  return begun
}

/** Takes webhooks into the machine's inbox. */
export function createMachineIntake(
  machine: Pick<Machine, 'webhookContext' | 'inbox' | 'log' | 'forget' | 'metrics'>,
  settings: Pick<Settings, 'WEBHOOK_SECRET' | 'WEBHOOK_SECRET_OLD'>,
): TakeWebhook {
  const { webhookContext, inbox, log } = machine
  const intake = createIntake({
    secrets:
      settings.WEBHOOK_SECRET_OLD === undefined
        ? [settings.WEBHOOK_SECRET]
        : [settings.WEBHOOK_SECRET, settings.WEBHOOK_SECRET_OLD],
    context: webhookContext,
    store: async (delivery) => (await inbox()).store(delivery),
    storeDeadlineMs,
    async forget(repository) {
      machine.forget(repository)
      await (await inbox()).noteChange(repository)
    },
    log,
  })
  return machine.metrics.meterWebhooks(intake)
}

async function serveIntake(machine: Machine, settings: Settings, env: Record<string, string | undefined>) {
  const intake = createMachineIntake(machine, settings)
  let port = 0
  const ownUrl = () => `http://${settings.HOST}:${port}`
  const dashboard = await openDashboard(machine, settings, env, ownUrl)
  const pages = dashboard === undefined ? machine.pages : beside(dashboard.listener, machine.pages)
  const server = await serve(createWebhookListener(intake, pages), settings)
  port = server.port
  const webhookUrl = `${ownUrl()}${webhookPath}`
  const channel = await openChannel(webhookUrl, settings, machine.log)
  return {
    webhookUrl,
    dashboardUrl: dashboard === undefined ? null : `${settings.DASHBOARD_URL ?? ownUrl()}/dashboard`,
    async close() {
      await channel?.close()
      // Open pages wait for news, and the server would wait for them.
      await dashboard?.close()
      await server.close()
    },
  }
}

/** Where the settings want one; nobody else loads it. */
async function openDashboard(
  machine: Machine,
  settings: Settings,
  env: Record<string, string | undefined>,
  ownUrl: () => string,
) {
  if (settings.DASHBOARD === 'off') return undefined
  const { openAppDashboard } = await import('../dashboard/app/open-app-dashboard.ts')
  return openAppDashboard(settings, { ...machine, env, ownUrl, nowMs: Date.now })
}

function beside(dashboard: RequestListener, others: RequestListener): RequestListener {
  return (request, response) => {
    const isDashboard = /^\/dashboard(?:[/?]|$)/.test(request.url ?? '')
    ;(isDashboard ? dashboard : others)(request, response)
  }
}

/** Where there is one, webhooks come by it too. */
async function openChannel(
  webhookUrl: string,
  { WEBHOOK_PROXY_URL: source, GITHUB_WEB_URL: web }: Settings,
  log: Logger,
) {
  if (source === undefined) return undefined
  const { openWebhookChannel } = await import('../intake/open-webhook-channel.ts')
  return openWebhookChannel(source, webhookUrl, web, log)
}
