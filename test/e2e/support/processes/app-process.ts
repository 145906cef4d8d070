import type { Readable } from 'node:stream'
import { execa } from 'execa'
import type { Sandbox } from 'github-sandbox'
import { bundleApp } from '../../faults/support/bundled-app.ts'
import { endWithProcess } from '../../../support/processes/end-with-process.ts'
import { appSettings } from './app-settings.ts'

/** A command of ours as a process of its own. */
export interface ServerProcess {
  pid: number
  /** Lines of its log so far. */
  readLog(): Record<string, unknown>[]
  /** SIGKILL: it finishes nothing. Resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with its exit code when the process is gone. */
  stop(): Promise<number | undefined>
}

/** `countersign app` as a process of its own. */
export interface AppProcess extends ServerProcess {
  webhookUrl: string
}

/** Starts the App against a sandbox that goes on when the process is killed. It gets no webhooks unless told where to send them. */
export async function startAppProcess(
  sandbox: Sandbox,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<AppProcess> {
  const { server, said } = await startProcess(
    sandbox,
    ['src/entrypoints/cli.ts', 'app'],
    { DATA_DIR: dataDir, PORT: '0', ...env },
    /takes webhooks at (\S+)\n/,
  )
  return { ...server, webhookUrl: said }
}

/** Starts `countersign app --no-work`, bundled as many are started: webhooks are stored in the Postgres of `env`, and others work. */
export async function startIntakeProcess(
  sandbox: Sandbox,
  dataDir: string,
  env: Record<string, string>,
): Promise<AppProcess> {
  const { role, compileCache } = await bundleApp()
  const all = { DATA_DIR: dataDir, PORT: '0', NODE_COMPILE_CACHE: compileCache, ...env }
  const { server, said } = await startProcess(sandbox, [role, 'intake'], all, /takes webhooks at (\S+)\n/)
  return { ...server, webhookUrl: said }
}

/** Starts `countersign worker`, bundled, on the Postgres of `env`. It needs a data folder of its own. */
export async function startWorkerProcess(
  sandbox: Sandbox,
  dataDir: string,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const { role, compileCache } = await bundleApp()
  const all = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache, ...env }
  const { server } = await startProcess(sandbox, [role, 'worker'], all, /Countersign (works)/)
  return server
}

async function startProcess(
  sandbox: Sandbox,
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ server: ServerProcess; said: string }> {
  const child = execa(process.execPath, args, {
    env: {
      ...appSettings(sandbox),
      REVIEWER_TOKEN: sandbox.reviewer.token,
      WRITE_SPACING_MS: '0',
      SECONDARY_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    reject: false,
    // Told to end, it has the time that it takes.
    forceKillAfterDelay: false,
    stderr: 'inherit',
  })
  void child.then(endWithProcess(child.pid ?? 0, 'KILL'))
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const said = await readLine(child.stdout, ready)
  const end = async (message: 'SIGKILL' | 'SIGTERM') => {
    child.kill(message)
    return (await child).exitCode
  }
  const server: ServerProcess = {
    pid: child.pid ?? 0,
    readLog: () => log.split('\n').flatMap((line) => (line.startsWith('{') ? [parseLine(line)] : [])),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
  return { server, said }
}

function parseLine(line: string): Record<string, unknown> {
  return JSON.parse(line) as Record<string, unknown>
}

function readLine(stdout: Readable, ready: RegExp): Promise<string> {
  let seen = ''
  return new Promise((resolve, reject) => {
    stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      const found = ready.exec(seen)?.[1]
      if (found !== undefined) resolve(found)
    })
    stdout.on('end', () => reject(new Error(`the process ended: ${seen}`)))
  })
}
