import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  type FinishReason,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai'

export interface Spoken {
  /** Of the last turn. */
  text: string
  /** `tool-calls` where no turn was left for another. */
  finishReason: FinishReason
  messages: ModelMessage[]
}

interface Asked {
  model: LanguageModel
  tools: ToolSet
  instructions: string
  messages: readonly ModelMessage[]
  signal: AbortSignal
  maxTurns: number
  /** The last turn may use no tool. */
  mustAnswer: boolean
  /** What each turn said, as it ends. */
  onText?: (text: string) => void
}

/** A model of that gateway. */
export function openModel({ origin, token, name }: { origin: string; token: string; name: string }): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'countersign',
    baseURL: `${origin}/v1`,
    apiKey: token,
    includeUsage: true,
  })
  return provider.chatModel(name)
}

/** Turns with tools until there is one without. Streamed, so that no silence ends a long one; throws what the library throws. */
export async function speak(asked: Asked): Promise<Spoken> {
  const { maxTurns, mustAnswer } = asked
  let failed: { error: unknown } | undefined
  const messages: ModelMessage[] = []
  const result = streamText({
    model: asked.model,
    instructions: asked.instructions,
    messages: [...asked.messages],
    tools: asked.tools,
    toolCallConcurrency: 1,
    stopWhen: isStepCount(maxTurns),
    prepareStep: ({ stepNumber }) => (mustAnswer && stepNumber === maxTurns - 1 ? { toolChoice: 'none' } : {}),
    abortSignal: asked.signal,
    // The gateway tries again, and nobody else does.
    maxRetries: 0,
    onStepEnd: ({ response, text }) => {
      messages.push(...response.messages)
      asked.onText?.(text)
    },
    onError: ({ error }) => void (failed ??= { error }),
  })
  await result.consumeStream({ onError: (error) => void (failed ??= { error }) })
  asked.signal.throwIfAborted()
  // Its call is left out: one that nobody answered is refused by providers.
  if (ToolChoiceViolationError.isInstance(failed?.error)) return { text: '', finishReason: 'tool-calls', messages }
  if (failed !== undefined) throw failed.error
  const { text, finishReason } = await result.finalStep
  return { text, finishReason, messages: await result.responseMessages }
}
