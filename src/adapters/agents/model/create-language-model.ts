import { recordText } from '../../../domain/language/message.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type {
  LanguageModel,
  ModelAnswer,
  ModelFailure,
  ModelQuestion,
} from '../../../application/ports/models/language-model.ts'
import type { ModelGateway, ModelRun, ModelRunReport } from '../../../application/ports/models/model-gateway.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import type { Said } from './hold-conversation.ts'
import { type RenderedQuestion, renderQuestion } from './render-question.ts'

/** Models by the gateway, asked in chat completions, which it tells every provider in its own dialect (docs/agents.md). */
export function createLanguageModel(models: ModelGateway): LanguageModel {
  return {
    findLack: (model) =>
      model === null || models.models.includes(model)
        ? undefined
        : recordText("{span} isn't among those of this server: {models}", {
            span: `\`${model}\``,
            models: models.models.join(', '),
          }),
    ask: (question) => ask(models, question),
  }
}

async function ask<T>(models: ModelGateway, question: ModelQuestion<T>): Promise<ModelAnswer<T>> {
  const startedMs = performance.now()
  // The library is large, and most servers never ask.
  const { holdConversation } = await import('./hold-conversation.ts')
  const { classifyFailure } = await import('./classify-failure.ts')
  const mark = randomBytes(8).toString('hex')
  const rendered = renderQuestion(question, mark)
  const said: Said = { text: null, tries: 0, tools: {} }
  const { runId, ...owner } = question.owner
  await using run = await models.open({
    ...owner,
    // A run of its own for each question: its limits and its sums are this question's, and no other repository's either.
    runId: `${runId}/${question.role}-${randomUUID()}`,
    reach: 'loopback',
    ...(question.limits === undefined ? {} : { limits: question.limits }),
  })
  const deadline = AbortSignal.timeout(question.timeoutMs)
  const signal = AbortSignal.any([question.signal, deadline, run.stopped])
  let value: T | undefined
  let failure: ModelFailure | undefined
  let thrown: unknown
  try {
    const model = { origin: originOf(run), token: run.token, name: question.model ?? models.models[0] ?? '' }
    const outcome = await holdConversation(model, question, { rendered, mark, signal }, said)
    if (outcome.kind === 'fits') ({ value } = outcome)
    else
      failure = {
        kind: 'unusable',
        reason: recordText("its answer doesn't fit: {problems}", { problems: outcome.problems.join('; ') }),
      }
  } catch (error) {
    thrown = error
  }
  const report = await run.end()
  const receipt = fillModelReceipt(question, models, { rendered, said, report, startedMs })
  if (value !== undefined) return { kind: 'answered', value, receipt }
  failure ??= classifyFailure(thrown, { stop: report.stop, isEnded: question.signal.aborted, isLate: deadline.aborted })
  return { kind: 'failed', failure: { ...failure, reason: failure.reason.replaceAll(run.token, '[token]') }, receipt }
}

function originOf(run: ModelRun): string {
  if (run.reach.kind !== 'loopback')
    throw new Error(`the gateway gave a ${run.reach.kind} where loopback was asked for`)
  return run.reach.origin
}

function fillModelReceipt(
  { role, prompt, model }: Pick<ModelQuestion<unknown>, 'role' | 'prompt' | 'model'>,
  models: ModelGateway,
  asked: { rendered: RenderedQuestion; said: Said; report: ModelRunReport; startedMs: number },
): ModelReceipt {
  const { rendered, said, report, startedMs } = asked
  return {
    role,
    model: model ?? models.models[0] ?? '',
    prompt: { name: prompt.name, sha256: rendered.promptSha256 },
    question_sha256: sha256Hex(`${rendered.instructions}\0${rendered.data}`),
    answer_sha256: said.text === null ? null : sha256Hex(said.text),
    tries: said.tries,
    tools: said.tools,
    use: report.use,
    duration_ms: Math.round(performance.now() - startedMs),
  }
}
