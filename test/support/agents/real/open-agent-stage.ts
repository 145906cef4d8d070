import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { builtInRecipes } from '../../../../src/adapters/agents/acp/built-in-recipes.ts'
import { createAcpExecutor } from '../../../../src/adapters/agents/acp/create-acp-executor.ts'
import { usualOptions } from '../../../../src/adapters/models/gateway/gateway-options.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../../../src/application/ports/roles/executor.ts'
import type { WorkTreeChange } from '../../../../src/application/ports/roles/workspace.ts'
import { openModels } from '../../../../src/entrypoints/models/open-models.ts'
import { buildConfiguration, buildPlan, buildTask } from '../../builders.ts'
import { createLocalRepository, widgets } from '../../local-repository.ts'
import { type Script, type SeenCall, startScriptedProvider } from '../../models/scripted-provider.ts'
import { type AgentName, realPlaces } from '../chosen-agents.ts'

export interface AgentPlay {
  answer: ExecutionAnswer
  /** Of what it left in the work tree. */
  files: [path: string, text: string][]
  /** Why its change would be refused as a whole. */
  faults: string[]
  /** What the provider was asked meanwhile. */
  calls: SeenCall[]
}

export interface AgentStage extends AsyncDisposable {
  /** Its folder on this machine, outside of all work trees. */
  root: string
  play(name: AgentName, script: Script, asked?: AskedPlay): Promise<AgentPlay>
}

export interface AskedPlay extends Partial<ExecutionRequest> {
  timeoutMinutes?: number
  /** In front of the PATH that bubblewrap is found on. */
  path?: string
}

/** Real agents before a scripted provider with all dialects, by the gateway's own process, isolated and without a network. */
export async function openAgentStage(providerKey: string): Promise<AgentStage> {
  const repository = await createLocalRepository()
  const commit = await repository.commit({ 'a.txt': 'a\n' })
  let script: Script = () => ({ kind: 'hang' })
  const provider = await startScriptedProvider((call, number) => script(call, number))
  const upstream = { name: 'scripted', kind: 'compatible' as const, baseUrl: `${provider.origin}/v1`, key: providerKey }
  const root = await mkdtemp(join(tmpdir(), 'countersign-test-real-'))
  const models = openModels(
    {
      ...usualOptions,
      // As often as usual, without the pauses.
      retry: { ...usualOptions.retry, firstDelayMs: 20, longestDelayMs: 100 },
      providers: [{ ...upstream, speaks: ['chat', 'responses', 'messages', 'gemini'] }],
      models: [{ name: 'model-1', provider: 'scripted', upstream: 'model-1' }],
      otherModels: { mappedTo: 'model-1' },
    },
    root,
    process.env,
    pino({ level: 'silent' }),
  )
  return {
    root,
    async play(name, given, { timeoutMinutes = 3, path, ...overrides } = {}) {
      script = given
      const before = provider.calls.length
      const executor = createAcpExecutor({
        name,
        recipe: builtInRecipes[name],
        places: realPlaces,
        models,
        redact: String,
      })
      const env = { PATH: path === undefined ? process.env['PATH'] : `${path}:${process.env['PATH']}` }
      await using workTree = await repository.workspace({ env }).openWorkTree(widgets, commit)
      const task = buildTask({ title: 'Make the file', scope: 'made.txt' })
      const answer = await executor.execute({
        runId: `run-${name}-${before}`,
        repository: widgets,
        plan: buildPlan({ tasks: [task] }),
        task,
        workTree,
        rejections: [],
        analysis: null,
        configuration: buildConfiguration({ run: { timeout_minutes: timeoutMinutes } }),
        signal: new AbortController().signal,
        ...overrides,
      })
      const change = await workTree.readChange({
        scope: ['made.txt'],
        denied: [],
        maxFileBytes: 1_000_000,
        maxFiles: 100,
      })
      return { answer, ...tellChange(change), calls: provider.calls.slice(before) }
    },
    async [Symbol.asyncDispose]() {
      await models.close()
      await provider[Symbol.asyncDispose]()
      await repository[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function tellChange(change: WorkTreeChange): Pick<AgentPlay, 'files' | 'faults'> {
  switch (change.kind) {
    case 'files':
      return {
        files: change.files.map(({ path, bytes }) => [path, Buffer.from(bytes ?? []).toString('utf8')]),
        faults: [],
      }
    case 'refused':
      return { files: [], faults: change.faults.map(({ path, message }) => `${path}: ${message}`) }
  }
}
