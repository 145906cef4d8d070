import { signWebhook } from '../../adapters/github/webhook/sign-webhook.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { TakeWebhook } from '../intake/intake.ts'
import { type Machine, openMachine } from '../server/open-machine.ts'
import { beginWork, createMachineIntake, endWork, whenBegun } from '../server/start-app.ts'
import { statusPaths } from '../server/status-pages.ts'
import { allowedUser } from '../settings/allowed-user.ts'
import { readEnvironment } from '../settings/read-environment.ts'
import { parseSettings } from '../settings/parse-settings.ts'
import { expectSameSecret, refuseDefaultSecret } from './expect-secret.ts'
import { guardWebhooks } from './guard-webhooks.ts'
import type { MountedCountersign, ProbotOptions, ProbotServer, ReceivedWebhook } from './probot-server.ts'

/** Levels that Probot has beside ours. */
const levels: Record<string, string> = { trace: 'debug', fatal: 'error' }

/**
 * Mounts the App in a Probot server: webhooks are stored before anything else is done about them, and worked on in this
 * process. Throws `configuration_invalid` where that server or the settings are such that nobody should work with them.
 */
export async function mountInProbot(app: ProbotServer, options: ProbotOptions): Promise<MountedCountersign> {
  await refuseDefaultSecret(app)
  const given = options.env ?? process.env
  const env = readEnvironment({ ...given, LOG_LEVEL: levels[given['LOG_LEVEL'] ?? ''] ?? given['LOG_LEVEL'] })
  const settings = allowedUser(parseSettings(env), process.getuid?.())
  await expectSameSecret(app, settings.WEBHOOK_SECRET)

  const machine = await openMachine(settings, env)
  const take = createMachineIntake(machine, settings)
  const guarded = guardWebhooks(app, take)
  app.onAny(async (received) => {
    if (!guarded.has(received.id)) await takeReceived(take, received, settings.WEBHOOK_SECRET)
  })
  addPages(machine, options)
  let isClosing = false
  const working = beginWork(machine)
  // Other applications of the server go on; webhooks are stored meanwhile, and /readyz says the same.
  working.catch((error: unknown) => {
    if (!isClosing) machine.log.error({ err: error }, 'Countersign can’t work on this server')
  })
  return {
    begun: whenBegun(working),
    idle: async () => (await working).idle(),
    reconcile: async () => (await working).reconcile(),
    close() {
      isClosing = true
      return endWork(machine, working)
    },
  }
}

/** What came in another way than through Probot's middleware (`receive`, a function of a cloud). Throws what has it delivered again. */
async function takeReceived(take: TakeWebhook, { id, name, payload }: ReceivedWebhook, secret: string): Promise<void> {
  const body = Buffer.from(JSON.stringify(payload))
  const { status, said } = await take({
    event: name,
    delivery: id,
    // Probot has verified it; its bytes are gone.
    signature: signWebhook(body, secret),
    readBody: () => Promise.resolve(body),
  })
  if ('error' in said)
    throw new CountersignFault(
      'database_unavailable',
      `${name} was not stored: ${said.error}`,
      `status ${status}; GitHub's page of the App has it delivered again`,
    )
}

function addPages({ pages, log }: Pick<Machine, 'pages' | 'log'>, { addHandler }: ProbotOptions): void {
  try {
    addHandler((request, response) => {
      const isOurs = statusPaths.includes(request.url?.split('?')[0] ?? '')
      if (isOurs) pages(request, response)
      return isOurs
    })
  } catch {
    log.warn('this Probot has no server to add pages to: /healthz, /readyz, /metrics and /public-keys are not there')
  }
}
