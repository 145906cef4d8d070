import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { usualOptions } from '../../../src/adapters/models/gateway/gateway-options.ts'
import { createRemoteGateway } from '../../../src/adapters/models/remote/create-remote-gateway.ts'
import type { ModelGateway } from '../../../src/application/ports/models/model-gateway.ts'
import { providerKey, send, usualCall } from '../../support/models/open-gateway.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../support/models/scripted-provider.ts'

const program = new URL('../../../src/entrypoints/models/gateway-main.ts', import.meta.url)
const order = { runId: 'run-1', repository: 'acme/widgets', issue: 7, task: 'T1', reach: 'loopback' } as const
const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close()
})

interface Opened {
  gateway: ModelGateway
  provider: ScriptedProvider
  dir: string
  log: unknown[]
}

async function open(): Promise<Opened> {
  const provider = await startScriptedProvider(() => ({ kind: 'answer', text: 'Done.' }))
  const dir = await mkdtemp(join(tmpdir(), 'models-'))
  const log: unknown[] = []
  const baseUrl = `${provider.origin}/v1`
  const gateway = createRemoteGateway({
    program,
    start: {
      options: {
        ...usualOptions,
        providers: [{ name: 'scripted', kind: 'compatible', baseUrl, key: providerKey, speaks: ['chat'] }],
        models: [{ name: 'model-1', provider: 'scripted', upstream: 'model-1' }],
        limits: { issue: { requests: 3 } },
      },
      ledgerFile: join(dir, 'models.sqlite'),
      socketOwner: null,
    },
    temporary: dir,
    env: { ...process.env, OPENAI_API_KEY: providerKey },
    nowMs: Date.now,
    log: (message, details) => log.push([message, details]),
  })
  cleanUp.push(
    () => gateway.close(),
    async () => provider[Symbol.asyncDispose](),
  )
  return { gateway, provider, dir, log }
}

async function ask({ token, reach }: Awaited<ReturnType<ModelGateway['open']>>) {
  const { path, headers, json } = usualCall('chat', { isStreamed: false, model: 'model-1', token })
  const place = reach.kind === 'socket' ? { socketPath: reach.path } : {}
  const origin = reach.kind === 'socket' ? 'http://gateway' : reach.origin
  const body = JSON.stringify(json)
  return await send(`${origin}${path}`, { headers, body, ...place }).catch(() => ({ status: 0, text: '' }))
}

/** The process of the gateway, by its command line. */
async function findProcess(): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  const line = stdout.split('\n').find((one) => one.includes('gateway-main.ts'))
  return line === undefined ? undefined : Number.parseInt(line.trim(), 10)
}

test('a run asks by its own way, and what it came to is told at its end, when its token ends too', async () => {
  const { gateway } = await open()
  const [shared, own] = [await gateway.open(order), await gateway.open({ ...order, reach: 'socket' })]

  const answers = [await ask(shared), await ask(own)]
  const ended = await shared.end()

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(ended).toMatchObject({ use: { calls: 1, tokens: { input: 1000, output: 50 }, unpriced: 1 }, stop: null })
  expect((await ask(shared)).status).toBe(401)
  expect((await ask(own)).status).toBe(200)
})

test('a limit that is reached is told to who opened the run', async () => {
  const { gateway } = await open()
  const run = await gateway.open(order)

  for (const expected of [200, 200, 200, 403]) expect((await ask(run)).status).toBe(expected)

  await expect.poll(() => run.stopped.aborted).toBe(true)
  expect((await run.end()).stop).toMatchObject({ kind: 'limit', hit: { scope: 'issue', amount: 'requests', limit: 3 } })
})

test('a gateway that is killed begins again for the runs that go on, by the same ways, with what they had spent', async () => {
  const { gateway, log } = await open()
  const [shared, own] = [await gateway.open(order), await gateway.open({ ...order, runId: 'run-2', reach: 'socket' })]
  await ask(own)

  process.kill((await findProcess()) ?? 0, 'SIGKILL')

  for (const run of [own, shared]) await expect.poll(async () => (await ask(run)).status, { interval: 50 }).toBe(200)
  expect(await own.end()).toMatchObject({ use: { calls: 2 } })
  expect((await ask(shared)).status).toBe(403)
  expect(log).toMatchObject([['the gateway to models ended', { runs: 2 }]])
})

test('the key is found in no environment, command line or file of it, nor the token', async () => {
  const { gateway, dir } = await open()
  const run = await gateway.open(order)
  await ask(run)

  const pid = await findProcess()
  const seen = await Promise.all(['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1')))
  const files = (await readdir(dir)).filter((name) => name.startsWith('models.sqlite'))
  const kept = await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))

  expect(files.length).toBeGreaterThan(0)
  for (const text of [...seen, ...kept]) {
    expect(text).not.toContain(providerKey)
    expect(text).not.toContain(run.token)
  }
})

test('at its end nothing of it is left, and the ways are closed', async () => {
  const { gateway, dir } = await open()
  const run = await gateway.open({ ...order, reach: 'socket' })

  await gateway.close()

  expect(await findProcess()).toBeUndefined()
  expect((await readdir(dir)).filter((name) => name.startsWith('countersign-models'))).toEqual([])
  expect((await ask(run)).status).toBe(0)
})
