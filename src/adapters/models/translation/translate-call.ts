import type { Dialect } from '../dialects/dialect.ts'
import type { ProviderKind } from '../upstream/provider.ts'
import type { TranslatedCall } from './chat-call.ts'
import type { AnswerRenderer } from './chat-answer.ts'
import { translateGemini } from './from-gemini.ts'
import { translateMessages } from './from-messages.ts'
import { translateResponses } from './from-responses.ts'
import { renderGemini } from './render-gemini.ts'
import { renderMessages } from './render-messages.ts'
import { renderResponses } from './render-responses.ts'

export type OtherDialect = Exclude<Dialect, 'chat'>

/** A call brought to chat completions, which every provider has, and who tells its answer in the agent's own dialect. */
export interface Translation {
  json: Record<string, unknown>
  dropped: string[]
  createRenderer: (id: string) => AnswerRenderer
}

/** Why not, as a text, where it says what the pivot can't. `name`: the model, as the agent knows it. */
export function translateCall(
  dialect: OtherDialect,
  asked: Record<string, unknown>,
  { model, name, kind, isStreamed }: { model: string; name: string; kind: ProviderKind; isStreamed: boolean },
): Translation | string {
  const translated = read[dialect](asked)
  if (typeof translated === 'string') return translated
  const { call, dropped, textTools } = translated
  const { tools, tool_choice: choice, parallel_tool_calls: parallel, max_tokens: most, ...rest } = call
  const isOpenAi = kind === 'openai' || kind === 'azure'
  const json = {
    model,
    ...rest,
    // Without tools, servers refuse what is said about their choice.
    ...(tools.length === 0
      ? {}
      : { tools, ...defined('tool_choice', choice), ...defined('parallel_tool_calls', parallel) }),
    ...defined(isOpenAi ? 'max_completion_tokens' : 'max_tokens', most),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  }
  return { json, dropped, createRenderer: (id) => createAnswerRenderer(dialect, id, name, textTools) }
}

const read: Readonly<Record<OtherDialect, (json: Record<string, unknown>) => TranslatedCall | string>> = {
  messages: translateMessages,
  responses: translateResponses,
  gemini: translateGemini,
}

function createAnswerRenderer(
  dialect: OtherDialect,
  id: string,
  model: string,
  textTools: ReadonlySet<string>,
): AnswerRenderer {
  switch (dialect) {
    case 'messages':
      return renderMessages(id, model)
    case 'responses':
      return renderResponses(id, model, textTools)
    case 'gemini':
      return renderGemini(id, model)
  }
}

function defined(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value }
}
