import { recordText } from '../../../domain/language/message.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { ModelGateway, ModelRun } from '../../../application/ports/models/model-gateway.ts'
import type { ExecutionRequest, Executor } from '../../../application/ports/roles/executor.ts'
import { errorCode } from '../error-code.ts'
import { concludeSession, refuseSession, type ReportedSession } from '../conclude-session.ts'
import type { SessionEnd } from '../judge-session.ts'
import { renderTaskPrompt, type TaskPrompt } from '../prompts/render-task-prompt.ts'
import { AgentWords, redactProgress } from '../agent-words.ts'
import { type AgentPlaces, findAgent, type FoundAgent } from './find-agent.ts'
import { holdSession } from './hold-session.ts'
import { listLacks } from './list-lacks.ts'
import { fillRecipe, type Recipe } from './recipe.ts'
import { runOnce } from './run-once.ts'

export interface AgentSetting {
  name: string
  recipe: Recipe
  places: AgentPlaces
  /** Undefined where no model is configured: agents have no other way to one. */
  models: ModelGateway | undefined
  redact: (text: string) => string
}

/** One agent as executor: what it did is read from the work tree, what it took from the gateway (docs/agents.md). */
export function createAcpExecutor(setting: AgentSetting): Executor {
  const { name, recipe, places } = setting
  return {
    name,
    findLack: () => joinLacks(setting),
    async execute(request) {
      const startedMs = performance.now()
      const agent = findAgent(name, recipe, places)
      const { models } = setting
      const prompt = renderTaskPrompt(request, randomBytes(8).toString('hex'))
      const version = agent?.version ?? 'unknown'
      const run = { name, version, model: modelOf(setting) || null, mode: recipe.mode, prompt, startedMs }
      if (models === undefined || agent === undefined)
        return refuseSession(request, run, joinLacks(setting) ?? recordText('is gone'))
      try {
        return concludeSession(request, run, await work(request, setting, { models, agent, prompt, startedMs }))
      } catch (error) {
        if (errorCode(error) !== 'isolation_missing' || !(error instanceof Error)) throw error
        return refuseSession(request, run, recordText("can't be started: {why}", { why: error.message }))
      }
    },
  }
}

function joinLacks({ name, recipe, places, models }: AgentSetting): string | undefined {
  const lacks = listLacks({ name, recipe, places, models: models?.models ?? [] })
  const [lack = '', other] = lacks
  if (other === undefined) return lack === '' ? undefined : lack
  return recipe.install === ''
    ? recordText("{lack}, and isn't installed on this server", { lack })
    : recordText("{lack}, and isn't installed on this server: {install} on the server installs it", {
        lack,
        install: recipe.install,
      })
}

interface Tools {
  models: ModelGateway
  agent: FoundAgent
  prompt: TaskPrompt
  startedMs: number
}

async function work(request: ExecutionRequest, setting: AgentSetting, tools: Tools): Promise<ReportedSession> {
  const { configuration, runId, repository, plan, task, workTree } = request
  const { name, recipe } = setting
  const { isolation, timeout_minutes, max_disk_mb, max_memory_mb } = configuration.run
  const reach = isolation === 'bubblewrap' ? 'socket' : 'loopback'
  await using run = await tools.models.open({
    runId,
    repository: repository.key,
    issue: plan.source.issue_number,
    task: task.id,
    reach,
  })
  const deadline = AbortSignal.timeout(Math.min(timeout_minutes * 60_000, 2 ** 31 - 1))
  const signal = AbortSignal.any([request.signal, deadline, run.stopped])
  const { file, folder } = tools.agent
  const clean = (text: string) => setting.redact(text).replaceAll(run.token, '[token]')
  const words = new AgentWords((read) => request.noteProgress?.(() => redactProgress(read(), clean)))
  let complaints = ''
  let end: SessionEnd
  {
    await using program = await workTree.start(
      {
        file,
        folder,
        socket: run.reach.kind === 'socket' ? run.reach.path : null,
        fetches: tools.models.hasRegistries,
        describe: ({ home, dir, origin }) => {
          const places = { home, work: dir, origin: origin ?? originOf(run), token: run.token, model: modelOf(setting) }
          const { args, ...told } = fillRecipe(recipe, places)
          const proxy = tools.models.hasRegistries && origin !== null ? registryEnvironment(origin, run.token) : {}
          const environment = { ...proxy, ...told.environment }
          return { ...told, environment, args: recipe.protocol === 'json' ? [...args, tools.prompt.text] : args }
        },
      },
      { isolation, maxDiskBytes: max_disk_mb * 1_000_000, maxMemoryBytes: max_memory_mb * 1_000_000 },
    )
    end =
      recipe.protocol === 'json'
        ? await runOnce(program, signal, words)
        : await holdSession(program, { prompt: tools.prompt.text, mode: recipe.mode, signal }, words)
    complaints = program.complaints()
  }
  const report = await run.end()
  return {
    name,
    end: end.kind === 'broken' ? { ...end, reason: clean(end.reason) } : end,
    report,
    isLate: deadline.aborted && end.kind === 'ended' && !request.signal.aborted,
    durationMs: performance.now() - tools.startedMs,
    said: clean(words.said),
    complaints: clean(complaints),
    permissions: words.permissions,
    refused: words.refused,
  }
}

/** A registry of one's own has a certificate that the machine knows, and npm and pip by themselves don't. */
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** How npm, pip and their like are told of the one way to registries; models are not asked by it. */
function registryEnvironment(origin: string, token: string): Record<string, string> {
  const { host } = new URL(origin)
  const proxy = `http://run:${token}@${host}`
  const own = '127.0.0.1,localhost'
  const known = existsSync(certificates) ? { NODE_EXTRA_CA_CERTS: certificates, PIP_CERT: certificates } : {}
  return { HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: own, no_proxy: own, ...known }
}

function originOf(run: ModelRun): string {
  return run.reach.kind === 'loopback' ? run.reach.origin : ''
}

function modelOf({ recipe, models }: AgentSetting): string {
  return recipe.model ?? models?.models[0] ?? ''
}
