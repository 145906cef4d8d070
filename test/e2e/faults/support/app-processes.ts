import { join } from 'node:path'
import { execa } from 'execa'
import type { Sandbox } from 'github-sandbox'
import { findFreePort } from '../../../support/find-free-port.ts'
import { appSettings } from '../../support/processes/app-settings.ts'
import type { AppOnStage } from './app-on-stage.ts'
import type { BundledApp } from './bundled-app.ts'

const keptOutput = 20_000

interface Process {
  /** Loaded, or gone. */
  loaded: Promise<void>
  begin(): Promise<void>
  kill(): Promise<void>
}

/** Real `countersign app` processes, one after the other on one port, with their data folder in `dir`. The next one loads while the present one works. */
export async function createAppProcesses(
  bundled: BundledApp,
  sandbox: Sandbox,
  dir: string,
  env: Record<string, string> = {},
): Promise<AppOnStage> {
  const port = await findFreePort()
  let output = ''
  const keep = (text: string) => {
    output = (output + text).slice(-keptOutput)
  }
  const settings = {
    ...settingsFor(sandbox, join(dir, 'app'), port),
    NODE_COMPILE_CACHE: bundled.compileCache,
    ...env,
  }
  const spawn = () => startLoading(bundled.program, settings, keep)
  let spare: Process | undefined = spawn()
  let live: Process | undefined
  return {
    webhookUrl: () => `http://127.0.0.1:${port}/api/github/webhooks`,
    async start() {
      live = spare ?? spawn()
      await live.loaded
      const beginning = live.begin()
      spare = spawn()
      await beginning
    },
    async kill() {
      await live?.kill()
    },
    reconcile: async () => {},
    output: () => output,
    async close() {
      await Promise.all([live?.kill(), spare?.kill()])
    },
  }
}

/** Collecting nothing meanwhile makes a start shorter. */
const flags = ['--min-semi-space-size=64', '--max-semi-space-size=64']

function startLoading(program: string, env: Record<string, string>, keep: (text: string) => void): Process {
  const child = execa(process.execPath, [...flags, program], {
    env,
    reject: false,
    buffer: false,
    stdin: 'pipe',
  })
  let seen = ''
  let lookAgain = () => undefined as void
  let ended = false
  const add = (chunk: Buffer) => {
    keep(chunk.toString())
    seen += chunk.toString()
    lookAgain()
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  void child.finally(() => {
    ended = true
    lookAgain()
  })
  const until = (words: string) =>
    new Promise<void>((resolve) => {
      lookAgain = () => {
        if (ended || seen.includes(words)) resolve()
      }
      lookAgain()
    })
  return {
    loaded: until('loaded\n'),
    begin: () => {
      child.stdin.write('go\n')
      return until('takes webhooks at ')
    },
    async kill() {
      child.kill('SIGKILL')
      await child
    },
  }
}

/** Environment of an App at the sandbox. */
export function settingsFor(sandbox: Sandbox, dataDir: string, port: number): Record<string, string> {
  return {
    ...appSettings(sandbox),
    REVIEWER_TOKEN: sandbox.reviewer.token,
    DATA_DIR: dataDir,
    PORT: String(port),
    WRITE_SPACING_MS: '0',
    SECONDARY_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
}
