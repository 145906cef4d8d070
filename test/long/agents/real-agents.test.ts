import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentNames } from '../../../src/domain/configuration/executor-names.ts'
import { builtInRecipes } from '../../../src/adapters/agents/acp/built-in-recipes.ts'
import { createAcpExecutor } from '../../../src/adapters/agents/acp/create-acp-executor.ts'
import { usualOptions } from '../../../src/adapters/models/gateway/gateway-options.ts'
import type { ModelGateway } from '../../../src/application/ports/models/model-gateway.ts'
import type { ExecutionRequest } from '../../../src/application/ports/roles/executor.ts'
import { openModels } from '../../../src/entrypoints/models/open-models.ts'
import { type AgentName, chooseAgents, realPlaces } from '../../support/agents/chosen-agents.ts'
import { writeFileTurn } from '../../support/agents/write-file-turn.ts'
import { buildArtifact, buildConfiguration, buildPlan, buildReview, buildTask } from '../../support/builders.ts'
import { createLocalRepository, type LocalRepository, widgets } from '../../support/local-repository.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../support/models/scripted-provider.ts'

const providerKey = 'sk-canary-77c1f0a2'
const chosen = chooseAgents(agentNames)
let folder: string
let provider: ScriptedProvider
let models: ModelGateway
let repository: LocalRepository
let commit: string

beforeAll(async () => {
  repository = await createLocalRepository()
  commit = await repository.commit({ 'a.txt': 'a\n' })
  provider = await startScriptedProvider((call) => writeFileTurn(call, 'made.txt', 'made by an agent\n'))
  const baseUrl = `${provider.origin}/v1`
  const upstream = { name: 'scripted', kind: 'compatible' as const, baseUrl, key: providerKey }
  const options = {
    ...usualOptions,
    providers: [{ ...upstream, speaks: ['chat', 'responses', 'messages', 'gemini'] as const }],
    models: [{ name: 'model-1', provider: 'scripted', upstream: 'model-1' }],
    otherModels: { mappedTo: 'model-1' },
  }
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-real-'))
  models = openModels(options, folder, process.env, pino({ level: 'silent' }))
})

afterAll(async () => {
  await models.close()
  await provider[Symbol.asyncDispose]()
  await repository[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function play(name: AgentName, overrides: Partial<ExecutionRequest> = {}) {
  const recipe = builtInRecipes[name]
  const executor = createAcpExecutor({ name, recipe, places: realPlaces, models, redact: String })
  await using workTree = await repository.workspace().openWorkTree(widgets, commit)
  const task = buildTask({ title: 'Make the file' })
  const answer = await executor.execute({
    runId: `run-${name}`,
    repository: widgets,
    plan: buildPlan({ tasks: [task] }),
    task,
    workTree,
    rejections: [],
    analysis: null,
    configuration: buildConfiguration({ run: { timeout_minutes: 3 } }),
    signal: new AbortController().signal,
    ...overrides,
  })
  const change = await workTree.readChange({ scope: [], denied: [], maxFileBytes: 1_000_000, maxFiles: 100 })
  const files = change.kind === 'files' ? change.files : []
  return { answer, files: files.map(({ path, bytes }) => [path, Buffer.from(bytes ?? []).toString('utf8')]) }
}

for (const name of chosen) {
  describe(`${name}, the real program, with no network but the gateway`, () => {
    test('writes the file that its model asks for, and knows no key', async () => {
      const before = provider.calls.length

      const { answer, files } = await play(name)

      expect(answer.outcome).toEqual({ kind: 'changed' })
      expect(files).toEqual([['made.txt', 'made by an agent\n']])
      const calls = provider.calls.slice(before)
      expect(calls.some(({ body }) => body.includes('Make the file'))).toBe(true)
      expect(calls.every(({ body }) => !body.includes(providerKey))).toBe(true)
      expect(answer.receipt.agent?.use?.calls).toBe(calls.length)
      expect(answer.receipt.version).toMatch(/^\d+\./)
    })

    test('told to do it again, is told of the verdict and the diff', async () => {
      const before = provider.calls.length
      const review = buildReview(buildTask(), buildArtifact(), {
        verdict: 'REJECTED',
        why: ['AC-1 fails: the greeting is missing'],
      })
      const rejections = [{ artifact: buildArtifact(), review, diff: '-hello\n+nothing at all\n' }]

      const { answer } = await play(name, { rejections })

      expect(answer.outcome).toEqual({ kind: 'changed' })
      const told = provider.calls.slice(before).map(({ body }) => body)
      expect(told.some((body) => body.includes('the greeting is missing') && body.includes('nothing at all'))).toBe(
        true,
      )
    })
  })
}

test('of the agents that are to be tried all are there, or it was said', () => {
  expect(chosen.length).toBeGreaterThan(0)
})
