import { join } from 'node:path'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import { refuseStrangeFolder, type RequestRecord, type Sandbox, type SandboxOptions } from 'github-sandbox'
import { startCountersignSandbox } from './start-countersign-sandbox.ts'
import type { MachineTools } from '../server/open-machine.ts'
import { parseSettings } from '../settings/parse-settings.ts'
import { type RunningApp, startApp } from '../server/start-app.ts'

export interface SandboxApp {
  sandbox: Sandbox
  app: RunningApp
  requests: RequestRecord[]
  /** Resolves when neither GitHub nor the App has anything left to do. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface SandboxAppOptions {
  dataDir: string
  port: number
  env: Record<string, string | undefined>
  /** Give the bot a second identity that may approve. */
  secondIdentity: boolean
  /** Minutes between passes; none unless told, so that nothing happens that a test or a bench hasn't asked for. */
  reconcileMinutes?: number
  sandbox?: Partial<SandboxOptions>
  /** Puts other parts in place of the App's own: an executor that fails when told, a clock. */
  replacePorts?: (ports: MachinePorts) => MachinePorts
  tools?: MachineTools
}

/** How models and agents are set up is told as to any server. */
const modelSettings = [
  'MODELS',
  'MODELS_FILE',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'GEMINI_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'AGENTS_DIR',
  'AGENTS_FILE',
  'PACKAGE_CACHES',
]

/** A GitHub on this machine with the App attached to it, over real HTTP. */
export async function startSandboxApp(options: SandboxAppOptions): Promise<SandboxApp> {
  const requests: RequestRecord[] = []
  const sandbox = await startCountersignSandbox({
    ...options.sandbox,
    port: options.port,
    dataDir: join(options.dataDir, 'github'),
    onRequest: (request) => {
      requests.push(request)
      options.sandbox?.onRequest?.(request)
    },
  })
  const app = await attachApp(sandbox, options).catch(async (error: unknown) => {
    await sandbox.close()
    throw error
  })
  sandbox.setWebhookUrl(app.webhookUrl)
  sandbox.setHomepage(app.dashboardUrl)
  return {
    sandbox,
    app,
    requests,
    async idle() {
      // Each may wake the other: quiet is when a whole round brought no request.
      for (let before = -1; before !== requests.length;) {
        before = requests.length
        await sandbox.idle()
        await app.idle()
      }
    },
    async close() {
      await app.close()
      await sandbox.close()
    },
  }
}

async function attachApp(sandbox: Sandbox, options: SandboxAppOptions): Promise<RunningApp> {
  const settings = parseSettings({
    APP_ID: String(sandbox.app.id),
    PRIVATE_KEY: sandbox.app.privateKey,
    WEBHOOK_SECRET: sandbox.app.webhookSecret,
    GITHUB_API_URL: sandbox.url,
    GITHUB_WEB_URL: sandbox.web,
    REVIEWER_TOKEN: options.secondIdentity ? sandbox.reviewer.token : undefined,
    DATA_DIR: join(options.dataDir, 'app'),
    DATABASE: options.env['DATABASE'] ?? 'memory',
    PORT: '0',
    // Whoever starts it is its only user, and says so by starting it.
    RUN_AS_ROOT: 'allowed',
    UNCONFINED_COMMANDS: 'allowed',
    ...dashboardOf(sandbox),
    WRITE_SPACING_MS: '0',
    SECONDARY_LIMITS: 'off',
    // Nothing is to be saved here, and whoever plays looks at the branch at once.
    CONFIRM_WITHIN_SECONDS: '1',
    LOG_LEVEL: options.env['LOG_LEVEL'] ?? 'warn',
    SWEEP_MINUTES: String(options.reconcileMinutes ?? 0),
    // People who try it begin with their own issues.
    ONBOARDING: options.env['ONBOARDING'] ?? 'off',
    NOTIFY_URL: options.env['NOTIFY_URL'],
    NOTIFY_SECRET: options.env['NOTIFY_SECRET'],
    ...Object.fromEntries(modelSettings.map((name) => [name, options.env[name]])),
  })
  const app = await startApp(settings, options.env, options.replacePorts, options.tools)
  await app.begun
  return app
}

/** As its people sign in to any App; none in the folder of an older sandbox. */
function dashboardOf({ app: { clientId, clientSecret } }: Sandbox): Record<string, string> {
  if (clientSecret === null) return {}
  return { DASHBOARD: 'sign-in', GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret }
}

/** Throws, with `code` ERR_SANDBOX_FOLDER, where the folder holds what is no sandbox's. */
export function expectOwnFolder(dataDir: string): Promise<void> {
  return refuseStrangeFolder(dataDir, join('github', 'world.json'), ['app', 'github'])
}
