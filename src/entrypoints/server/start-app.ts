import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { ReconcileReport } from '../../application/reconcile/reconciler.ts'
import { createIntake } from '../intake/intake.ts'
import { type MachineTools, openMachine } from './open-machine.ts'
import { serve } from './serve.ts'
import type { Settings, SharedSettings } from '../settings/settings.ts'
import { createWebhookListener, webhookPath } from '../intake/webhook-listener.ts'

const storeDeadlineMs = 5_000

export interface RunningApp {
  /** Where webhooks are taken. */
  webhookUrl: string
  /** Resolves when nothing waits, runs or is owed a confirmation. */
  idle(): Promise<void>
  /** Looks for what no webhook told, now. */
  reconcile(): Promise<ReconcileReport>
  close(): Promise<void>
}

/** The App: intake and machine in one process (design 3). `replace` and `tools` put other parts in their place, for tests. */
export async function startApp(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace?: (ports: MachinePorts) => MachinePorts,
  tools?: MachineTools,
): Promise<RunningApp> {
  const { machine, webhookUrl, server } = await openIntake(settings, env, replace, tools)
  const work = machine.startWork()
  return {
    webhookUrl,
    idle: () => work.idle(),
    reconcile: () => work.reconcile(),
    async close() {
      await server.close()
      machine.github.stopWaiting()
      await work.stop()
      await machine.queues.close()
    },
  }
}

/** The intake alone: webhooks are stored, and workers that share the database handle them. */
export async function startIntake(
  settings: SharedSettings,
  env: Record<string, string | undefined>,
): Promise<Pick<RunningApp, 'webhookUrl' | 'close'>> {
  const { machine, webhookUrl, server } = await openIntake(settings, env)
  return {
    webhookUrl,
    async close() {
      await server.close()
      await machine.queues.close()
    },
  }
}

async function openIntake(
  settings: Settings,
  env: Record<string, string | undefined>,
  replace?: (ports: MachinePorts) => MachinePorts,
  tools?: MachineTools,
) {
  const machine = await openMachine(settings, env, replace, tools)
  const { ports, queues, webhooks, log } = machine
  const intake = createIntake({
    secrets:
      settings.WEBHOOK_SECRET_OLD === undefined
        ? [settings.WEBHOOK_SECRET]
        : [settings.WEBHOOK_SECRET, settings.WEBHOOK_SECRET_OLD],
    context: () => ({ ...webhooks, now: ports.now() }),
    store: (delivery) => queues.inbox.store(delivery),
    storeDeadlineMs,
    async forget(repository) {
      ports.store.forget(repository)
      await queues.inbox.noteChange(repository)
    },
    log,
  })
  try {
    const server = await serve(createWebhookListener(machine.metrics.meterWebhooks(intake), machine.pages), settings)
    return { machine, server, webhookUrl: `http://${settings.HOST}:${server.port}${webhookPath}` }
  } catch (error) {
    // An open database would keep the process alive.
    await queues.close()
    throw error
  }
}
