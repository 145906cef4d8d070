import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteLedger } from '../../../../src/adapters/models/ledger/sqlite-ledger.ts'
import { probeProvider } from '../../../../src/adapters/models/upstream/probe-provider.ts'
import { runModels } from '../../../../src/entrypoints/commands/models/models.ts'
import type { ModelsReport } from '../../../../src/domain/models/models-report.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'countersign-test-models-'))))
afterEach(() => rm(dir, { recursive: true }))

async function run({
  env = {},
  json = false,
  width = 200,
}: {
  env?: Record<string, string>
  json?: boolean
  width?: number
}) {
  const stdout: string[] = []
  const io = {
    env: { DATA_DIR: dir, ...env },
    stdout: (text: string) => void stdout.push(text),
    stderr: () => {},
    now: () => '2026-11-23T12:00:00Z',
    terminal: { colours: false, width },
  }
  const code = await runModels({ json }, io, async ({ name }) =>
    name === 'there' ? { state: 'answers', what: 'answers (200)' } : { state: 'away', what: 'ECONNREFUSED' },
  )
  return { code, told: stdout.join('') }
}

async function configure(file: string): Promise<Record<string, string>> {
  const path = join(dir, 'models.yml')
  await writeFile(path, file)
  return { MODELS_FILE: path, KEY_THERE: 'key-canary-1234' }
}

const two = `
providers:
  there: { kind: compatible, base_url: 'http://user:pass-canary@127.0.0.1:1/v1', key_from: KEY_THERE }
  away: { kind: compatible, base_url: 'http://127.0.0.1:2/v1' }
models:
  - { name: fast, provider: there, model: qwen-3, price: { input: 0.1, output: 0.4 } }
  - { name: large, provider: away }
other_models: refused
limits:
  run: { requests: 200 }
  issue: { tokens: 5000000 }
  repository: { minutes: 60 }
  day: { requests: 1000 }
`

test('models are told with price or without one, whether their provider answers, and no key or password', async () => {
  const { code, told } = await run({ env: await configure(two) })

  expect(code).toBe(1)
  expect(told).toMatch(
    /fast \(there qwen-3\) +│ there +│ http:\/\/127\.0\.0\.1:1\/v1 +│ ✓ answers \(200\) +│ \$0\.1 \/ \$0\.4/,
  )
  expect(told).toMatch(/large +│ away +│ http:\/\/127\.0\.0\.1:2\/v1 +│ ✗ ECONNREFUSED +│ not priced/)
  expect(told).toContain('A call for any other model is refused.')
  expect(told).not.toContain('canary')
})

test('of each limit the one that spent most is told, of days only today', async () => {
  const ledger = openSqliteLedger(join(dir, 'models.sqlite'), () => new Date('2026-11-23T12:00:00Z'))
  const spend = (tokens: number, minutes: number, ...scopes: string[]) =>
    ledger.record(
      { at: '2026-11-23T11:00:00Z', run: 'r', repository: 'o/w', issue: 7, task: 'T1' } as never,
      { requests: 1, tokens, usd: 0, minutes },
      scopes,
    )
  spend(1_000, 2, 'issue o/w#7', 'repository o/w 2026-11-23', 'day 2026-11-23')
  spend(2_000, 3, 'issue o/w#8', 'repository o/w 2026-11-23', 'day 2026-11-23')
  spend(9_000, 90, 'issue o/w#8', 'repository o/w 2026-11-22', 'day 2026-11-22')
  ledger.close()

  const env = await configure(two)
  const { limits } = JSON.parse((await run({ env, json: true })).told) as ModelsReport
  const { told } = await run({ env })

  expect(limits).toEqual([
    { scope: 'run', amount: 'requests', limit: 200, most: null },
    { scope: 'issue', amount: 'tokens', limit: 5_000_000, most: { of: 'o/w#8', spent: 11_000 } },
    { scope: 'repository', amount: 'minutes', limit: 60, most: { of: 'o/w 2026-11-23', spent: 5 } },
    { scope: 'day', amount: 'requests', limit: 1000, most: { of: '2026-11-23', spent: 2 } },
  ])
  expect(told).toMatch(/an issue +│ 5 M tokens +│ 11 k tokens +│ o\/w#8/)
  expect(told).toMatch(/a run +│ 200 requests +│ nothing/)
})

test('where no model is named it says what to set', async () => {
  const { code, told } = await run({})

  expect(code).toBe(1)
  expect(told.replaceAll(/\s+/g, ' ')).toContain('set MODELS, and a key or an address of a provider')
})

test('what a wrong setting is lacking is thrown', async () => {
  await expect(run({ env: { MODELS: 'x' } })).rejects.toMatchObject({ code: 'configuration_invalid' })
})

test.each([
  [200, 'answers'],
  [404, 'answers'],
  [401, 'refused'],
  [403, 'refused'],
  [302, 'failing'],
  [500, 'failing'],
])('a provider that answers with %i is one that %s', async (status, state) => {
  const seen: (string | undefined)[] = []
  await using server = await serve((path, key) => {
    seen.push(path, key)
    return status
  })

  const sight = await probeProvider({ ...provider, baseUrl: `${server.origin}/v1/` })

  expect(sight.state).toBe(state)
  expect(seen).toEqual(['/v1/models', 'Bearer key'])
})

test('a provider where nobody listens is away, and why is said', async () => {
  const server = await serve(() => 200)
  await server[Symbol.asyncDispose]()

  expect(await probeProvider({ ...provider, baseUrl: server.origin })).toEqual({ state: 'away', what: 'ECONNREFUSED' })
})

const provider = { name: 'there', kind: 'compatible', key: 'key', speaks: ['chat'] } as const

async function serve(answer: (path: string | undefined, key: string | undefined) => number) {
  const server = createServer((request, response) => {
    response.writeHead(answer(request.url, request.headers.authorization)).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
