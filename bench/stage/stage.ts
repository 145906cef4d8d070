import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Octokit } from '@octokit/rest'
import type { MachinePorts } from '../../src/application/ports/machine-ports.ts'
import { stateLabels } from '../../src/domain/work/show/state-label.ts'
import { type SandboxApp, startSandboxApp } from '../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { RequestRecord, SandboxOptions } from 'github-sandbox'

/** A sandbox GitHub with the App, and a repository on which the App has made its labels. */
export interface Stage extends AsyncDisposable {
  running: SandboxApp
  repository: string
  place: { owner: string; repo: string }
  /** Its bare git repository. */
  gitDir: string
  maintainer: Octokit
  /** Requests of the App and of both its identities since `mark`, a number of requests. */
  botRequests(mark: number): RequestRecord[]
  /** Ends the App and the sandbox, and starts both again on what they left. */
  restart(): Promise<void>
}

export interface StageOptions {
  /** Milliseconds that each answer of the API takes longer. */
  latencyMs?: number
  intervene?: NonNullable<SandboxOptions['intervene']>
  /** Of the repository; a README where it is left out. */
  files?: Record<string, string>
  replacePorts?: (ports: MachinePorts) => MachinePorts
}

/** Starts everything in a folder of its own; disposing it leaves nothing behind. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const { files = { 'README.md': '# Bench\n' }, replacePorts = (ports) => ports, ...sandbox } = options
  const start = () =>
    startSandboxApp({
      dataDir: dir,
      port: 0,
      env: { ...process.env, LOG_LEVEL: 'error' },
      secondIdentity: true,
      sandbox: { rateLimit: 1_000_000_000, ...sandbox },
      replacePorts,
    })
  const running = await start()
  const made = await running.sandbox.createRepository({ name: 'bench', files })
  await installed(running)
  await running.idle()
  const [owner = '', repo = ''] = made.repository.split('/')
  const stage: Stage = {
    running,
    repository: made.repository,
    place: { owner, repo },
    gitDir: made.dir,
    maintainer: connect(running),
    botRequests: (mark) => stage.running.requests.slice(mark).filter((request) => isBots(stage.running, request)),
    async restart() {
      await stage.running.close()
      stage.running = await start()
      stage.maintainer = connect(stage.running)
    },
    async [Symbol.asyncDispose]() {
      await stage.running.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return stage
}

/** The App makes its labels when it is installed, beside everything else: they are no part of what is measured. */
async function installed({ requests }: SandboxApp): Promise<void> {
  const wanted = Object.keys(stateLabels).length + 1
  const made = () => requests.filter((request) => request.route === 'POST /repos/{owner}/{repo}/labels').length
  for (const deadline = performance.now() + 30_000; made() < wanted; await wait(10))
    if (performance.now() > deadline) throw new Error('the App did not make its labels')
}

function connect({ sandbox }: SandboxApp): Octokit {
  return new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url })
}

function isBots({ sandbox }: SandboxApp, request: RequestRecord): boolean {
  return [sandbox.app.botLogin, sandbox.reviewer.login, 'app'].includes(request.actor)
}
