import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai'
import type { ModelQuestion } from '../../../application/ports/models/language-model.ts'
import { type ReadAnswer, readJsonAnswer } from './read-json-answer.ts'
import type { RenderedQuestion } from './render-question.ts'
import { createRepositoryTools } from './repository-tools.ts'

/** What was said so far, for the receipt, however it ends. */
export interface Said {
  text: string | null
  tries: number
  tools: Record<string, number>
}

interface Asked {
  rendered: RenderedQuestion
  mark: string
  signal: AbortSignal
}

const usualTurns = 30
/** An answer that doesn't fit is told why, once. */
const mostTries = 2

/** Asks until there is an answer that fits, at most twice; throws what the provider's library throws. */
export async function holdConversation<T>(
  model: { origin: string; token: string; name: string },
  question: ModelQuestion<T>,
  { rendered, mark, signal }: Asked,
  said: Said,
): Promise<ReadAnswer<T>> {
  const provider = createOpenAICompatible({
    name: 'countersign',
    baseURL: `${model.origin}/v1`,
    apiKey: model.token,
    includeUsage: true,
  })
  const { repository, maxTurns = usualTurns, schema } = question
  const tools =
    repository === undefined
      ? {}
      : createRepositoryTools(repository, mark, (name) => (said.tools[name] = (said.tools[name] ?? 0) + 1))
  const messages: ModelMessage[] = [{ role: 'user', content: rendered.data === '' ? 'Begin.' : rendered.data }]
  let read: ReadAnswer<T> = { kind: 'unfit', problems: ['there was no answer'] }
  while (said.tries < mostTries) {
    said.tries += 1
    const turn = await speak(
      { model: provider.chatModel(model.name), tools, instructions: rendered.instructions, messages, signal },
      maxTurns,
    )
    said.text = turn.text
    read = turn.fault === undefined ? readJsonAnswer(turn.text, schema) : { kind: 'unfit', problems: [turn.fault] }
    if (read.kind === 'fits') {
      const problems = (await question.check?.(read.value)) ?? []
      if (problems.length === 0) return read
      read = { kind: 'unfit', problems: [...problems] }
    }
    messages.push(...turn.messages, { role: 'user', content: askAgain(read.problems) })
  }
  return read
}

function askAgain(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n')
  return `That answer can't be taken:\n${list}\nAnswer again with the whole JSON object, corrected, and nothing else.`
}

interface Turn {
  text: string
  messages: ModelMessage[]
  /** Why it can't be an answer, whatever it says. */
  fault?: string
}

/** One answer, with as many looks at files before it as there may be. Streamed, so that no silence ends a long one. */
async function speak(
  asked: {
    model: LanguageModel
    tools: ToolSet
    instructions: string
    messages: readonly ModelMessage[]
    signal: AbortSignal
  },
  maxTurns: number,
): Promise<Turn> {
  let failed: { error: unknown } | undefined
  const messages: ModelMessage[] = []
  const result = streamText({
    model: asked.model,
    instructions: asked.instructions,
    messages: [...asked.messages],
    tools: asked.tools,
    toolCallConcurrency: 1,
    stopWhen: isStepCount(maxTurns),
    // The last turn is for the answer.
    prepareStep: ({ stepNumber }) => (stepNumber === maxTurns - 1 ? { toolChoice: 'none' } : {}),
    abortSignal: asked.signal,
    // The gateway tries again, and nobody else does.
    maxRetries: 0,
    onStepEnd: ({ response }) => void messages.push(...response.messages),
    onError: ({ error }) => void (failed ??= { error }),
  })
  await result.consumeStream({ onError: (error) => void (failed ??= { error }) })
  asked.signal.throwIfAborted()
  // Its call is left out: one that nobody answered is refused by providers.
  if (ToolChoiceViolationError.isInstance(failed?.error))
    return { text: '', messages, fault: 'it used a tool where no turn was left for one' }
  if (failed !== undefined) throw failed.error
  const { text, finishReason } = await result.finalStep
  return {
    text,
    messages: await result.responseMessages,
    ...(finishReason === 'length' ? { fault: 'the answer was too long and was cut off' } : {}),
  }
}
