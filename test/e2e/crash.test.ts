import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Octokit } from '@octokit/rest'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'

let dir: string
let sandbox: Sandbox
let child: ChildProcess | undefined

/** `countersign app` as a process of its own; resolves with its webhook address once it listens. */
async function startProcess(): Promise<string> {
  const started = spawn(process.execPath, [join(import.meta.dirname, '../../src/entrypoints/cli.ts'), 'app'], {
    env: {
      PATH: process.env['PATH'],
      APP_ID: String(sandbox.app.id),
      PRIVATE_KEY: sandbox.app.privateKey,
      WEBHOOK_SECRET: sandbox.app.webhookSecret,
      GITHUB_API_URL: sandbox.url,
      GITHUB_WEB_URL: sandbox.web,
      DATA_DIR: join(dir, 'app'),
      PORT: '0',
      WRITE_SPACING_MS: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  for await (const line of createInterface({ input: started.stdout })) {
    const url = /takes webhooks at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the process ended before it listened')
}

async function kill(): Promise<void> {
  if (child === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  child = undefined
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  sandbox = await startSandbox({ port: 0, dataDir: join(dir, 'github') })
})

afterAll(async () => {
  await kill()
  await sandbox.close()
  await rm(dir, { recursive: true, force: true })
})

test(
  'comments that were acknowledged before a kill -9 are answered after it, each once',
  { timeout: 120_000 },
  async () => {
    sandbox.setWebhookUrl(await startProcess())
    const { repository } = await sandbox.createRepository({ name: 'crash' })
    await sandbox.idle()
    const [owner = '', repo = ''] = repository.split('/')
    const client = new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url })
    const asked: number[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const { data: issue } = await client.rest.issues.create({ owner, repo, title })
      await client.rest.issues.createComment({ owner, repo, issue_number: issue.number, body: '/help' })
      asked.push(issue.number)
    }

    // All deliveries are answered here; what they ask for is not, mostly.
    await sandbox.idle()
    await kill()
    await startProcess()

    await expect
      .poll(() => Promise.all(asked.map((number) => countAnswers(client, { owner, repo }, number))), {
        timeout: 60_000,
      })
      .toEqual([1, 1, 1, 1])
  },
)

async function countAnswers(client: Octokit, place: { owner: string; repo: string }, number: number): Promise<number> {
  const { data } = await client.rest.issues.listComments({ ...place, issue_number: number })
  return data.filter((comment) => comment.user?.login === sandbox.app.botLogin).length
}
