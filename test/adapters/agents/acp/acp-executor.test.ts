import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import type { RunProgress } from '../../../../src/domain/records/run-progress.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAcpExecutor } from '../../../../src/adapters/agents/acp/create-acp-executor.ts'
import { RecipeSchema } from '../../../../src/adapters/agents/acp/recipe.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../../../src/application/ports/roles/executor.ts'
import type { WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { ReceiptSchema } from '../../../../src/domain/records/execution-record.ts'
import { createFakeModels, type FakeModels, fakeToken } from '../../../support/agents/fake-models.ts'
import { buildConfiguration, buildPlan, buildTask } from '../../../support/builders.ts'
import { countProcesses, ownSleep } from '../../../support/count-processes.ts'
import { createLocalRepository, type LocalRepository, widgets } from '../../../support/local-repository.ts'

const canary = 'canary-9b1e77'
let repository: LocalRepository
let commit: string
let folder: string
let models: FakeModels

beforeAll(async () => {
  repository = await createLocalRepository()
  commit = await repository.commit({ 'a.txt': 'a\n' })
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-agents-'))
  const source = fileURLToPath(new URL('../../../support/agents/scripted-agent.mjs', import.meta.url))
  await copyFile(source, join(folder, 'agent.mjs'))
  await chmod(join(folder, 'agent.mjs'), 0o755)
  models = await createFakeModels()
})

afterAll(async () => {
  await models.close()
  await rm(folder, { recursive: true })
  await repository[Symbol.asyncDispose]()
})

interface Played {
  answer: ExecutionAnswer
  files: string[]
  tree: WorkTree
}

async function play(
  behaviour: string,
  {
    isolation = 'bubblewrap',
    environment = {},
    hasRegistries = false,
    ...overrides
  }: Partial<ExecutionRequest> & {
    isolation?: 'bubblewrap' | 'none'
    environment?: Record<string, string>
    hasRegistries?: boolean
  } = {},
): Promise<Played> {
  const recipe = RecipeSchema.parse({
    program: join(folder, 'agent.mjs'),
    environment: { BEHAVIOUR: behaviour, ORIGIN: '{{origin}}', TOKEN: '{{token}}', ...environment },
  })
  const places = { dir: '/nowhere', path: '' }
  const redact = (text: string) => text.replaceAll(canary, '[redacted]')
  const given = { ...models, hasRegistries }
  const executor = createAcpExecutor({ name: 'scripted', recipe, places, models: given, redact })
  const workspace = repository.workspace({ env: { PATH: process.env['PATH'], APP_PRIVATE_KEY: canary } })
  const tree = await workspace.openWorkTree(widgets, commit)
  const task = buildTask()
  const answer = await executor.execute({
    runId: 'run-1',
    repository: widgets,
    plan: buildPlan({ tasks: [task] }),
    task,
    workTree: tree,
    rejections: [],
    analysis: null,
    configuration: buildConfiguration({ run: { isolation } }),
    signal: new AbortController().signal,
    ...overrides,
  })
  const change = await tree.readChange({ scope: [], denied: [], maxFileBytes: 1_000_000, maxFiles: 100 })
  const files = change.kind === 'files' ? change.files.map(({ path }) => path) : change.faults.map(({ path }) => path)
  await tree[Symbol.asyncDispose]()
  return { answer, files, tree }
}

describe.each(['bubblewrap', 'none'] as const)('an agent, isolation %s', (isolation) => {
  test('that changes the work tree has its change looked at, and a receipt by the gateway’s count', async () => {
    const { answer, files } = await play('writes', { isolation })

    expect(answer.outcome).toEqual({ kind: 'changed' })
    expect(files).toEqual(['made.txt'])
    expect(ReceiptSchema.parse({ ...answer.receipt, outcome: 'changed' })).toMatchObject({
      executor: 'scripted',
      tokens: 110,
      cost_usd: 0.01,
      agent: { model: 'model-1', prompt: 'execute-task@1', end: 'end_turn', use: { calls: 1 } },
    })
    expect(models.orders.at(-1)).toMatchObject({ repository: 'octo/widgets', task: 'T1', runId: 'run-1' })
    expect(models.asked.at(-1)?.key).toBe(`Bearer ${fakeToken}`)
  })
})

test('that only says it is done is taken at its work tree', async () => {
  const { answer, files } = await play('nothing')

  expect(files).toEqual([])
  expect(answer.receipt.agent?.said).toBe('All done, trust me.')
})

test('that tells its plan and its tools is heard, without keys', async () => {
  const told: RunProgress[] = []

  await play('plans', { noteProgress: (read) => void told.push(read()) })

  expect(told.at(-1)).toEqual({
    steps: [
      { text: 'Look', state: 'done' },
      { text: 'Write', state: 'doing' },
    ],
    more: 0,
    doing: 'npm test',
    tools: 2,
  })
  expect(told.map(({ doing }) => doing)).toContain('edit with [token]')
  expect(JSON.stringify(told)).not.toContain(fakeToken)
})

test('that may reach registries is told the way, which is the gateway’s; others are told none', async () => {
  const isolated = await play('proxy', { hasRegistries: true })
  const closed = await play('proxy')
  const unconfined = await play('proxy', { hasRegistries: true, isolation: 'none' })

  expect(isolated.answer.receipt.agent?.said).toBe(
    'proxy http://run:[token]@127.0.0.1:8089, but not for 127.0.0.1,localhost',
  )
  for (const { answer } of [closed, unconfined]) expect(answer.receipt.agent?.said).toMatch(/^proxy undefined/)
})

test('that asked no model did nothing, whatever is there', async () => {
  const { answer } = await play('no-model')

  expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('asked no model') })
})

test('that crashes has failed, with its exit code and its last words', async () => {
  const { answer } = await play('crashes')

  expect(answer.outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/^scripted broke off: it ended with exit code 7\..*Let me look/s),
  })
})

test('that can’t begin a session is absent, so that another may take over, and says why', async () => {
  const { answer } = await play('no-session')

  expect(answer.outcome).toMatchObject({
    kind: 'absent',
    otherwise: 'failed',
    reason: expect.stringContaining('Authentication required'),
  })
})

test('that hangs is ended at its deadline, with all that it began', async () => {
  const sleep = ownSleep(611)
  const configuration = buildConfiguration({ run: { timeout_minutes: 0.05 } })

  const { answer } = await play('hangs', { configuration, environment: { SLEEP: sleep.slice('sleep '.length) } })

  expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('at its deadline') })
  expect(answer.receipt.agent?.end).toBe('deadline')
  await expect.poll(() => countProcesses(sleep)).toBe(0)
})

test('that is deaf to everything is killed with its namespace when it is told to end', async () => {
  const sleep = ownSleep(612)
  const stopping = new AbortController()
  const playing = play('deaf', { signal: stopping.signal, environment: { SLEEP: sleep.slice('sleep '.length) } })
  await expect.poll(() => countProcesses(sleep)).toBe(1)

  const startedMs = performance.now()
  stopping.abort()
  const { answer } = await playing

  expect(performance.now() - startedMs).toBeLessThan(25_000)
  expect(answer.receipt.agent?.end).toBe('ended')
  await expect.poll(() => countProcesses(sleep)).toBe(0)
})

test.each(['endless', 'one-line'])('whose output has no end (%s) is ended', async (behaviour) => {
  const { answer } = await play(behaviour)

  expect(answer.outcome).toMatchObject({ kind: 'failed' })
  expect(answer.receipt.agent?.said.length).toBeLessThan(501)
})

test('that prints what it knows tells no key: it has none, and its token is taken out', async () => {
  const { answer } = await play('secrets')

  const told = JSON.stringify(answer)
  expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('gave up (refusal)') })
  expect(told).not.toContain(fakeToken)
  expect(told).not.toContain(canary)
})

test('that writes outside of its work tree can’t', async () => {
  const { answer, files } = await play('outside')

  expect(answer.receipt.agent?.said).toBe('')
  expect(files).toEqual(['made.txt'])
})

test('that asks for files and terminals is told that there are none, and it is kept', async () => {
  const { answer, files } = await play('asks')

  expect(answer.receipt.agent?.said).toBe('-32601 -32601 -32601 -32601')
  expect(answer.receipt.agent?.refused).toEqual([
    'fs/write_text_file',
    'fs/read_text_file',
    'terminal/create',
    'some/thing',
  ])
  expect(files).toEqual(['made.txt'])
})

test('that asks for permission is answered by the kind of tool and option, and it is kept', async () => {
  const { answer } = await play('permissions')

  expect(answer.receipt.agent?.said).toMatch(
    /edit: id-allow_once; execute: id-allow_once; fetch: id-reject_once; switch_mode: id-reject_once;/,
  )
  expect(answer.receipt.agent?.permissions).toContainEqual({ kind: 'fetch', answer: 'rejected', count: 1 })
})

test('that prints what is no message goes on', async () => {
  const { answer, files } = await play('garbage')

  expect(answer.outcome).toEqual({ kind: 'changed' })
  expect(files).toEqual(['made.txt'])
})

test('whose model failed has failed, though its turn ended well', async () => {
  models.stopNext({ kind: 'provider_failing', reason: 'the provider answers 500' })

  const { answer } = await play('error-end')

  expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('the provider answers 500') })
})

test('that reached a limit waits for a person', async () => {
  const hit = { scope: 'run', amount: 'requests', limit: 1, spent: 1 } as const
  models.stopNext({ kind: 'limit', hit, reason: 'the limit of 1 requests for this run is reached', until: null })

  const { answer } = await play('writes')

  expect(answer.outcome).toMatchObject({ kind: 'stuck', reason: expect.stringContaining('limit of 1 requests') })
  expect(answer.outcome).toMatchObject({ reason: expect.stringContaining('raises `limits.run.requests` in the file') })
})

test('that reached a limit of the day has failed at nothing, and is held until the next', async () => {
  const hit = { scope: 'day', amount: 'usd', limit: 2, spent: 2 } as const
  const until = '2026-11-24T00:00:00.000Z'
  models.stopNext({ kind: 'limit', hit, reason: 'the limit of $2 for this server today is reached', until })

  const { answer } = await play('writes')

  expect(answer.outcome).toEqual({ kind: 'held', hold: { why: expect.stringContaining('limits.day.usd'), until } })
})

test('that says itself it could not finish has failed, with half of it there', async () => {
  const { answer } = await play('gives')

  expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('max_tokens') })
})

test('that isn’t there, or has no model, is no attempt at anything', async () => {
  const places = { dir: '/nowhere', path: '' }
  const recipe = RecipeSchema.parse({ program: 'nobody', install: '`install it`' })
  const lackOf = (given: FakeModels | undefined) =>
    createAcpExecutor({ name: 'nobody', recipe, places, models: given, redact: String }).findLack?.()

  expect(lackOf(models)).toBe(
    'isn’t installed on this server: `install it` on the server installs it'.replace('’', "'"),
  )
  expect(lackOf(undefined)).toContain('MODELS')
})
