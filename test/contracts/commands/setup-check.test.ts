import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runSetupCheck } from '../../../src/entrypoints/commands/setup-check.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'

let dir: string
let sandbox: Sandbox
let server: Server
let status: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-check-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: dir })
  server = createServer((_, answer) => answer.writeHead(status).end())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
beforeEach(() => {
  status = 202
  sandbox.setWebhookUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`)
})
afterAll(async () => {
  server.close()
  await sandbox.close()
  await rm(dir, { recursive: true })
})

/** The wait is over once the sandbox has nothing under way. */
async function check(): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const tell = (text: string) => void said.push(text)
  const { id, privateKey, webhookSecret } = sandbox.app
  const env = {
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GITHUB_API_URL: sandbox.url,
    GITHUB_WEB_URL: sandbox.web,
  }
  const code = await runSetupCheck({ stdout: tell, stderr: tell, env }, () => sandbox.idle())
  return { code, said: said.join('') }
}

test('an App that was told nothing yet can’t be told anything again, and says what to do', async () => {
  expect(await check()).toEqual({ code: 2, said: expect.stringContaining('Install the App on a repository') })
})

test.each([
  [202, 0, 'GitHub reaches the server: "installation_repositories" was answered with 202.'],
  [401, 1, 'its WEBHOOK_SECRET is another one'],
  [404, 1, 'the proxy must lead /api/github/webhooks to the server'],
  [405, 1, 'the proxy must lead /api/github/webhooks to the server'],
  [500, 1, 'The log of the server, or of the proxy before it, says more'],
  [301, 1, 'GitHub follows no redirect'],
  [503, 1, 'see its log'],
])('a server that answers %i', async (answered, code, words) => {
  if (sandbox.world.repositories.length === 0) await sandbox.createRepository({ name: 'widgets', files: {} })
  await sandbox.idle()
  status = answered

  expect(await check()).toEqual({ code, said: expect.stringContaining(words) })
})

test('a server that isn’t there', async () => {
  await sandbox.idle()
  sandbox.setWebhookUrl('http://127.0.0.1:1/api/github/webhooks')

  const { code, said } = await check()

  expect(code).toBe(1)
  expect(said).toContain('It sends webhooks to http://127.0.0.1:1/api/github/webhooks.')
  expect(said).toContain('is the server running, is the name in DNS')
})

test('an App without a webhook is told where to set one', async () => {
  sandbox.setWebhookUrl('')

  const { code, said } = await check()

  expect(code).toBe(1)
  expect(said).toContain(
    "It has no webhook. Set one in the App's settings on GitHub: https://<your server>/api/github/webhooks",
  )
})
