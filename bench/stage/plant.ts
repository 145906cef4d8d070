import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import type { RequestRecord, Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { brokerSandboxGit } from '../../test/e2e/support/git/broker-sandbox-git.ts'
import { createServerSource } from '../../test/support/queues/database-sources.ts'

/** A process of Countersign's. */
export interface PlantProcess {
  pid: number
  /** What it printed until it said that it was ready. */
  said: string
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/** A sandbox GitHub in this process, and Countersign as processes of its own. */
export interface Plant extends AsyncDisposable {
  sandbox: Sandbox
  maintainer: Octokit
  /** Of Postgres; null where there is none. */
  postgresPid: number | null
  /** `DATA_DIR` of the processes. */
  appDir: string
  /** `countersign` with these words; resolves once it says that it is ready. */
  start(words: readonly string[], env?: Record<string, string>): Promise<PlantProcess>
  /** `countersign app`, with webhooks sent to it. */
  startApp(words?: readonly string[], env?: Record<string, string>): Promise<PlantProcess>
}

export interface PlantOptions {
  /** A server of Postgres for all of them; otherwise each app has its embedded database in the same folder. */
  postgres: boolean
  latencyMs?: number
  /** What is run as `countersign`; otherwise this checkout. */
  program?: string
  onRequest?: (request: RequestRecord) => void
}

/** Starts GitHub and, where it is asked for, Postgres, in a folder of their own; disposing it ends everything and leaves nothing behind. */
export async function openPlant(options: PlantOptions): Promise<Plant> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  opening.defer(() => rm(dir, { recursive: true, force: true }))
  const { latencyMs = 0, program = 'bin/countersign.mjs', onRequest = () => {} } = options
  const github = join(dir, 'github')
  const kept = { isKept: false, rateLimit: 1_000_000_000 }
  brokerSandboxGit()
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: github, latencyMs, onRequest, ...kept })
  opening.defer(() => sandbox.close())
  const database = options.postgres ? await createServerSource() : null
  if (database !== null) opening.defer(() => database.close())
  const address = database === null ? {} : { DATABASE_URL: await database.address() }
  const postgresPid = database === null ? null : database.pid()
  const live = new Set<PlantProcess>()
  opening.defer(async () => void (await Promise.all([...live].map((one) => one.kill()))))
  const common = { ...appEnvironment(sandbox), ...address, DATA_DIR: join(dir, 'app') }
  const start = async (words: readonly string[], env: Record<string, string> = {}) => {
    const started = await startProcess([program, ...words], { ...common, ...env })
    live.add(started)
    return started
  }
  const running = opening.move()
  return {
    sandbox,
    maintainer: new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url }),
    postgresPid,
    appDir: join(dir, 'app'),
    start,
    async startApp(words = [], env = {}) {
      const started = await start(['app', ...words], { PORT: '0', ...env })
      sandbox.setWebhookUrl(/takes webhooks at (\S+)/.exec(started.said)?.[1] ?? '')
      return started
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** What the App needs to know about a sandbox; nothing is spaced or held back there. */
export function appEnvironment(sandbox: Sandbox): Record<string, string> {
  return {
    APP_ID: String(sandbox.app.id),
    PRIVATE_KEY: sandbox.app.privateKey,
    WEBHOOK_SECRET: sandbox.app.webhookSecret,
    ONBOARDING: 'off',
    GITHUB_API_URL: sandbox.url,
    GITHUB_WEB_URL: sandbox.web,
    RUN_AS_ROOT: 'allowed',
    UNCONFINED_COMMANDS: 'allowed',
    REVIEWER_TOKEN: sandbox.reviewer.token,
    WRITE_SPACING_MS: '0',
    SECONDARY_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }
}

async function startProcess(words: readonly string[], env: Record<string, string>): Promise<PlantProcess> {
  const child = execa(process.execPath, words, { env, reject: false, stderr: 'inherit' })
  const said = await untilReady(child.stdout)
  const { pid } = child
  if (pid === undefined) throw new Error(`${words.join(' ')} did not start`)
  return {
    pid,
    said,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL')
      await child
    },
  }
}

/** Every process says one line, beginning with our name, when it is ready. */
function untilReady(stdout: Readable): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (/^Countersign .*\n/m.test(said)) resolve(said)
    })
    stdout.on('end', () => reject(new Error(`countersign ended: ${said}`)))
  })
}
