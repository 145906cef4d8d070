import type { Dialect } from '../../../src/adapters/models/dialects/dialect.ts'
import { type ScriptedTurn, type ScriptedUsage, usualUsage } from './scripted-turn.ts'

export type Answer = Extract<ScriptedTurn, { kind: 'answer' }>
interface Parts {
  text: string
  tools: readonly { id: string; name: string; input: Record<string, unknown> }[]
  usage: ScriptedUsage | null
  model: string
}

const created = 1_770_000_000

/** An answer as the real provider of the dialect would give it whole. */
export function renderWhole(dialect: Dialect, answer: Answer, model: string): object {
  const parts = partsOf(answer, model)
  const { text, tools, usage } = parts
  const stop = tools.length > 0
  switch (dialect) {
    case 'chat':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created,
        model,
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: text === '' ? null : text,
              ...(stop ? { tool_calls: tools.map((tool) => chatTool(tool)) } : {}),
            },
            finish_reason: stop ? 'tool_calls' : 'stop',
          },
        ],
        ...(usage === null ? {} : { usage: chatUsage(usage) }),
      }
    case 'responses':
      return responseObject(parts, 'completed')
    case 'messages':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...tools.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
        ],
        stop_reason: stop ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        ...(usage === null ? {} : { usage: messagesUsage(usage) }),
      }
    case 'gemini':
      return geminiChunk(parts, text, true)
  }
}

/** The same as events, text in pieces of a few letters. */
export function renderEvents(dialect: Dialect, answer: Answer, model: string): string[] {
  const parts = partsOf(answer, model)
  const { text, tools, usage } = parts
  const pieces = text.match(/[^]{1,8}/g) ?? []
  switch (dialect) {
    case 'chat': {
      const chunk = (delta: object, finish: string | null) =>
        data({
          id: 'chatcmpl-1',
          object: 'chat.completion.chunk',
          created,
          model,
          choices: [{ index: 0, delta, finish_reason: finish }],
        })
      return [
        chunk({ role: 'assistant', content: '' }, null),
        ...pieces.map((content) => chunk({ content }, null)),
        ...tools.map((tool, index) => chunk({ tool_calls: [{ index, ...chatTool(tool) }] }, null)),
        chunk({}, tools.length > 0 ? 'tool_calls' : 'stop'),
        ...(usage === null
          ? []
          : [
              data({
                id: 'chatcmpl-1',
                object: 'chat.completion.chunk',
                created,
                model,
                choices: [],
                usage: chatUsage(usage),
              }),
            ]),
        'data: [DONE]\n\n',
      ]
    }
    case 'responses':
      return renderResponseEvents(parts, pieces)
    case 'messages':
      return renderMessageEvents(parts, pieces)
    case 'gemini':
      return [
        ...pieces.map((piece) => data(geminiChunk({ ...parts, tools: [], usage: null }, piece, false))),
        data(geminiChunk(parts, '', true)),
      ]
  }
}

function partsOf({ text = '', tools = [], usage = usualUsage }: Answer, model: string): Parts {
  return { text, tools: tools.map((tool, index) => ({ id: `call_${index + 1}`, ...tool })), usage, model }
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { type: string; [field: string]: unknown }) => `event: ${value.type}\n${data(value)}`

function chatTool({ id, name, input }: Parts['tools'][number]) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

function chatUsage({ input, cached, output, reasoning }: ScriptedUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}

function messagesUsage({ input, cached, output }: ScriptedUsage) {
  return {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: output,
  }
}

function responseObject({ text, tools, usage, model }: Parts, status: string) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: created,
    status,
    model,
    output: [
      ...(text === '' ? [] : [messageItem(text)]),
      ...tools.map(({ id, name, input }) => functionItem(id, name, JSON.stringify(input))),
    ],
    usage:
      usage === null
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: usage.input + usage.output,
          },
  }
}

function messageItem(text: string) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
}

function functionItem(id: string, name: string, args: string) {
  return { id: `fc_${id}`, type: 'function_call', call_id: id, name, arguments: args, status: 'completed' }
}

function renderResponseEvents(parts: Parts, pieces: readonly string[]): string[] {
  const begun = { ...responseObject({ ...parts, text: '', tools: [], usage: null }, 'in_progress') }
  const text =
    pieces.length === 0
      ? []
      : [
          event({
            type: 'response.output_item.added',
            output_index: 0,
            item: { ...messageItem(''), content: [], status: 'in_progress' },
          }),
          event({
            type: 'response.content_part.added',
            item_id: 'msg_1',
            output_index: 0,
            content_index: 0,
            part: { type: 'output_text', text: '', annotations: [] },
          }),
          ...pieces.map((delta) =>
            event({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta }),
          ),
          event({
            type: 'response.output_text.done',
            item_id: 'msg_1',
            output_index: 0,
            content_index: 0,
            text: parts.text,
          }),
          event({ type: 'response.output_item.done', output_index: 0, item: messageItem(parts.text) }),
        ]
  const tools = parts.tools.flatMap(({ id, name, input }, at) => {
    const index = at + (pieces.length === 0 ? 0 : 1)
    const args = JSON.stringify(input)
    return [
      event({
        type: 'response.output_item.added',
        output_index: index,
        item: { ...functionItem(id, name, ''), status: 'in_progress' },
      }),
      event({ type: 'response.function_call_arguments.delta', item_id: `fc_${id}`, output_index: index, delta: args }),
      event({
        type: 'response.function_call_arguments.done',
        item_id: `fc_${id}`,
        output_index: index,
        arguments: args,
      }),
      event({ type: 'response.output_item.done', output_index: index, item: functionItem(id, name, args) }),
    ]
  })
  return [
    event({ type: 'response.created', response: begun }),
    ...text,
    ...tools,
    event({ type: 'response.completed', response: responseObject(parts, 'completed') }),
  ]
}

function renderMessageEvents({ text, tools, usage, model }: Parts, pieces: readonly string[]): string[] {
  const blocks = [
    ...(text === ''
      ? []
      : [{ start: { type: 'text', text: '' }, deltas: pieces.map((piece) => ({ type: 'text_delta', text: piece })) }]),
    ...tools.map(({ id, name, input }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    })),
  ]
  const said = usage === null ? {} : { usage: { ...messagesUsage(usage), output_tokens: 1 } }
  return [
    event({
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, ...said },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      ...(usage === null ? {} : { usage: { output_tokens: usage.output } }),
    }),
    event({ type: 'message_stop' }),
  ]
}

function geminiChunk({ tools, usage, model }: Parts, text: string, isLast: boolean) {
  return {
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [
            ...(text === '' && tools.length > 0 ? [] : [{ text }]),
            ...tools.map(({ name, input }) => ({ functionCall: { name, args: input } })),
          ],
        },
        ...(isLast ? { finishReason: 'STOP' } : {}),
      },
    ],
    modelVersion: model,
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            cachedContentTokenCount: usage.cached,
            candidatesTokenCount: usage.output - usage.reasoning,
            thoughtsTokenCount: usage.reasoning,
            totalTokenCount: usage.input + usage.output,
          },
        }),
  }
}
