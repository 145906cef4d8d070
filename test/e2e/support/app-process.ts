import type { Readable } from 'node:stream'
import { execa } from 'execa'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'

/** `countersign app` as a process of its own. */
export interface AppProcess {
  webhookUrl: string
  /** Lines of its log so far. */
  readLog(): Record<string, unknown>[]
  /** SIGKILL: it finishes nothing. Resolves when the process is gone. */
  kill(): Promise<void>
}

/** Starts the App against a sandbox that goes on when the process is killed. It gets no webhooks unless told where to send them. */
export async function startAppProcess(
  sandbox: Sandbox,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<AppProcess> {
  const child = execa(process.execPath, ['src/entrypoints/cli.ts', 'app'], {
    env: {
      APP_ID: String(sandbox.app.id),
      PRIVATE_KEY: sandbox.app.privateKey,
      WEBHOOK_SECRET: sandbox.app.webhookSecret,
      GITHUB_API_URL: sandbox.url,
      GITHUB_WEB_URL: sandbox.web,
      REVIEWER_TOKEN: sandbox.reviewer.token,
      DATA_DIR: dataDir,
      PORT: '0',
      WRITE_SPACING_MS: '0',
      SECONDARY_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    reject: false,
    stderr: 'inherit',
  })
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  return {
    webhookUrl: await readAddress(child.stdout),
    readLog: () => log.split('\n').flatMap((line) => (line.startsWith('{') ? [parseLine(line)] : [])),
    async kill() {
      child.kill('SIGKILL')
      await child
    },
  }
}

function parseLine(line: string): Record<string, unknown> {
  return JSON.parse(line) as Record<string, unknown>
}

function readAddress(stdout: Readable): Promise<string> {
  let seen = ''
  return new Promise((resolve, reject) => {
    stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      const address = /takes webhooks at (\S+)\n/.exec(seen)?.[1]
      if (address !== undefined) resolve(address)
    })
    stdout.on('end', () => reject(new Error(`the App ended: ${seen}`)))
  })
}
