import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type McpHttp, serveMcpHttp } from '../../../src/entrypoints/commands/mcp/serve-http.ts'
import { listenForNotices } from '../support/notice-listener.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'

const secret = 'sixteen characters and more'
const notices = await listenForNotices(secret)
const { told } = notices

const world = useWorld({ env: () => Promise.resolve({ NOTIFY_URL: notices.url, NOTIFY_SECRET: secret }) })
let repo: Playground
let http: McpHttp
let issue: number

/** What a tool answers to whoever has that role; an error where it says one. */
async function call(role: 'writer' | 'reader', name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1' })
  const { sandbox } = world.running
  const headers = { authorization: `Bearer ${sandbox.tokens[role]}` }
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${http.port}/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  try {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [{ text } = { text: '' }] = content as { text: string }[]
    if (isError === true) throw new Error(text)
    return JSON.parse(text)
  } finally {
    await client.close()
  }
}

beforeAll(async () => {
  repo = await world.repository()
  const { sandbox } = world.running
  const env = { ...process.env, GITHUB_API_URL: sandbox.url, GITHUB_SERVER_URL: sandbox.web }
  http = await serveMcpHttp({ repo: repo.repository, env }, 0)
})
afterAll(async () => {
  await http.close()
  notices.close()
})

test('an agent proposes a plan; one that says too little comes back, and nothing is opened', async () => {
  const weak = await call('writer', 'propose_plan', { title: 'Hello', body: 'Is this right?' })
  const body =
    '- [ ] T1: Write `notes/hello.txt` (executor: human)\n  - Acceptance:\n    - `notes/hello.txt` contains `Hello`'
  const proposed = await call('writer', 'propose_plan', { title: 'Greet', body })
  await repo.settle()

  expect(weak).toMatchObject({ opened: null, ok: false })
  expect(proposed).toMatchObject({ ok: true, opened: { number: expect.any(Number) } })
  issue = (proposed as { opened: { number: number } }).opened.number
  expect(await call('reader', 'get_plan', { issue: String(issue) })).toMatchObject({ tasks: [{ id: 'T1' }] })
  expect(await call('reader', 'list_issues')).toMatchObject({ issues: [{ number: issue, phase: 'planned' }] })
})

test('it takes a task and delivers a version, with the role that it has', async () => {
  await repo.say(issue, 'maintainer', '/approve')
  await call('reader', 'take_task', { issue: String(issue), task: 'T1' })
  await repo.settle()
  const denied = await repo.task(issue, 'T1')
  await call('writer', 'take_task', { issue: String(issue), task: 'T1' })
  await repo.settle()
  const taken = await call('writer', 'get_task', { issue: String(issue), task: 'T1' })
  const files = [{ path: 'notes/hello.txt', content: 'Hello!\n' }]
  await call('writer', 'submit_version', { issue: String(issue), task: 'T1', message: 'Greet', files })
  await repo.settle()

  const { writer } = world.running.sandbox.logins
  expect(denied.executor).toBe('human')
  expect(taken).toMatchObject({ executor: `@${writer}`, branch: expect.stringMatching(/\/T1$/) })
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })
  expect(await call('reader', 'get_verdicts', { issue: String(issue) })).toMatchObject([
    { task: 'T1', verdict: 'APPROVED' },
  ])
})

test('what waits is told to who the server tells, signed, each thing once', () => {
  expect(told.map(({ event, signed }) => [event, signed])).toEqual([
    ['plan_ready', true],
    ['waiting', true],
    ['waiting', true],
    ['waiting', true],
  ])
  expect(new Set(told.map(({ delivery }) => delivery)).size).toBe(4)
  expect(told[0]?.payload).toMatchObject({ repository: { full_name: repo.repository }, issue: { number: issue } })
})

test('over HTTP nobody acts without a token of their own, and no page of a browser is answered', async () => {
  const url = `http://127.0.0.1:${http.port}/mcp`
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url))
  await client.connect(transport)
  const answer = await client.callTool({ name: 'take_task', arguments: { issue: String(issue), task: 'T1' } })
  await client.close()

  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('give a token of yours') }] })
  expect((await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' } })).status).toBe(403)
})
