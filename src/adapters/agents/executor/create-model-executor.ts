import { recordText } from '../../../domain/language/message.ts'
import { randomBytes } from 'node:crypto'
import pkg from '../../../../package.json' with { type: 'json' }
import type { ModelGateway } from '../../../application/ports/models/model-gateway.ts'
import type { ExecutionRequest, Executor } from '../../../application/ports/roles/executor.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { AgentWords, redactProgress } from '../agent-words.ts'
import { concludeSession, refuseSession, type ReportedSession } from '../conclude-session.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { renderTaskPrompt } from '../prompts/render-task-prompt.ts'
import { commandMinutes } from './command-minutes.ts'

export const modelExecutor = 'model'

const rules = loadPrompt('use-tools')

export interface ModelExecutorSetting {
  /** Undefined where no model is configured. */
  models: ModelGateway | undefined
  redact: (text: string) => string
}

/** A model without an agent, which works by tools of ours on the task's files (decision 76). */
export function createModelExecutor(setting: ModelExecutorSetting): Executor {
  const { models } = setting
  return {
    name: modelExecutor,
    findLack: () => findModelLack(models?.models ?? []),
    async execute(request) {
      const { executor_model, model: usual, executor_turns: turns } = request.configuration.agents
      const model = executor_model ?? usual ?? models?.models[0] ?? null
      const mark = randomBytes(8).toString('hex')
      const task = renderTaskPrompt(request, mark)
      const instructions = fill(rules.text, { mark, turns: String(turns), minutes: String(commandMinutes) })
      const prompt = {
        name: `${task.name}, ${rules.name}`,
        sha256: sha256Hex(`${task.sha256}\0${rules.text}`),
        text: `${instructions}\0${task.text}`,
      }
      const startedMs = performance.now()
      const run = { name: modelExecutor, version: pkg.version, model, mode: null, prompt, startedMs }
      if (models === undefined || model === null) return refuseSession(request, run, findModelLack([]) ?? '')
      if (!models.models.includes(model))
        return refuseSession(
          request,
          run,
          recordText("is to use `{model}`, which isn't among those of this server: {models}", {
            model,
            models: models.models.join(', '),
          }),
        )
      const order = { model, instructions, prompt: task.text, mark, startedMs }
      return concludeSession(request, run, await work(request, models, order, setting.redact))
    },
  }
}

/** Why it can't work on a server that serves these models, as a clause after its name. */
export function findModelLack(models: readonly string[]): string | undefined {
  return models.length === 0
    ? recordText('has no model on this server: whoever runs it names one with `MODELS` (docs/agents.md)')
    : undefined
}

interface Order {
  model: string
  instructions: string
  prompt: string
  mark: string
  startedMs: number
}

async function work(
  request: ExecutionRequest,
  models: ModelGateway,
  order: Order,
  redact: (text: string) => string,
): Promise<ReportedSession> {
  const { configuration, runId, repository, plan, task } = request
  // The library is large, and most servers never ask.
  const { workByTools } = await import('./work-by-tools.ts')
  await using run = await models.open({
    runId,
    repository: repository.key,
    issue: plan.source.issue_number,
    task: task.id,
    // The model asks nobody itself: its commands have no network at all.
    reach: 'loopback',
  })
  const { model: name, instructions, prompt, mark, startedMs } = order
  if (run.reach.kind !== 'loopback') throw new Error('the gateway gave a socket where loopback was asked for')
  const deadline = AbortSignal.timeout(Math.min(configuration.run.timeout_minutes * 60_000, 2 ** 31 - 1))
  const signal = AbortSignal.any([request.signal, deadline, run.stopped])
  const words = new AgentWords((read) =>
    request.noteProgress?.(() => redactProgress(read(), (text) => redact(text).replaceAll(run.token, '[token]'))),
  )
  const model = { origin: run.reach.origin, token: run.token, name }
  const maxTurns = configuration.agents.executor_turns
  const end = await workByTools(request, { model, instructions, prompt, mark, maxTurns, signal }, words)
  const report = await run.end()
  const clean = (text: string) => redact(text).replaceAll(run.token, '[token]')
  return {
    name: modelExecutor,
    end: end.kind === 'broken' ? { ...end, reason: clean(end.reason) } : end,
    report,
    isLate: deadline.aborted && end.kind === 'ended' && !request.signal.aborted,
    durationMs: performance.now() - startedMs,
    said: clean(words.said),
    complaints: '',
    permissions: words.permissions,
    refused: words.refused,
  }
}

function fill(template: string, places: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, place: string) => places[place] ?? whole)
}
