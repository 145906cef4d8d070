import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runSetupCheck } from '../../../src/entrypoints/commands/setup-check.ts'
import type { Passage, Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'

let dir: string
let sandbox: Sandbox
let server: Server
let status: number
/** As an Enterprise Server it says its version with each answer; null: no repository has a record yet. */
let enterprise: { version: string; verified: boolean | null } | undefined

async function intervene(passage: Passage): Promise<Response> {
  const { method, path } = passage
  if (enterprise === undefined) return passage.carryOut()
  const { version, verified } = enterprise
  const headers = { 'content-type': 'application/json', 'x-github-enterprise-version': version }
  if (method === 'GET' && /\/commits\/countersign/.test(path) && verified !== null) {
    const commit = { message: 'Plan\n\nCountersign-Mac: x', verification: { verified } }
    return Response.json({ sha: 'c0ffee', commit }, { headers })
  }
  const answer = await passage.carryOut()
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...headers },
  })
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-check-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: dir, intervene })
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
async function check(more: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const tell = (text: string) => void said.push(text)
  const { id, privateKey, webhookSecret } = sandbox.app
  const env = {
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GITHUB_API_URL: sandbox.url,
    GITHUB_WEB_URL: sandbox.web,
    ...more,
  }
  const code = await runSetupCheck({ stdout: tell, stderr: tell, env }, () => sandbox.idle())
  return { code, said: said.join('') }
}

test('an App that was told nothing yet can’t be told anything again, and says what to do', async () => {
  expect(await check()).toEqual({ code: 2, said: expect.stringContaining('Install the App on a repository') })
})

test.each([
  [
    202,
    0,
    'GitHub reaches the server: "installation_repositories" was answered with 202. That was the server as it runs',
  ],
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

test.each([
  ['3.16.4', 'refused', 1, '3.17 is the lowest version'],
  ['3.17.0', 'refused', 1, 'Web commit signing is off'],
  ['3.17.0', 'allowed', 0, 'the MAC alone decides, as UNSIGNED_COMMITS says'],
  ['4.0.1', 'allowed', 0, 'GitHub Enterprise Server 4.0.1: supported'],
])('on GitHub Enterprise Server %s, UNSIGNED_COMMITS %s: %i, %s', async (version, unsigned, code, words) => {
  if (sandbox.world.repositories.length === 0) await sandbox.createRepository({ name: 'widgets', files: {} })
  enterprise = { version, verified: false }

  const found = await check({ UNSIGNED_COMMITS: unsigned })

  enterprise = undefined
  expect(found).toEqual({ code, said: expect.stringContaining(words) })
})

test('where it signs, that is said; before there is a record, it isn’t known', async () => {
  enterprise = { version: '3.18.1', verified: true }
  const signed = await check()
  enterprise = { version: '3.18.1', verified: null }
  const unknown = await check()

  enterprise = undefined
  expect(signed).toEqual({ code: 0, said: expect.stringContaining('Web commit signing is on: it signs') })
  expect(unknown).toEqual({ code: 0, said: expect.stringContaining('shows once an issue was planned') })
})
