import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import { type AnswerPiece, type AnswerRenderer, type FinishReason, parseArguments } from './chat-answer.ts'
import { asText } from './tolerant-fields.ts'

type Item =
  | { kind: 'message'; id: string; text: string }
  | { kind: 'call'; id: string; callId: string; name: string; args: string }

/** An answer as OpenAI's responses. `textTools` took a text, and are told with the text alone. */
export function renderResponses(id: string, model: string, textTools: ReadonlySet<string>): AnswerRenderer {
  const items: Item[] = []
  const places = new Map<number, number>()
  let open = -1
  let reason: FinishReason = 'stop'
  let sequence = 0
  const event = (type: string, value: object) => {
    sequence += 1
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence - 1, ...value })}\n\n`
  }
  const start = (item: Item) => {
    const closed = close()
    items.push(item)
    open = items.length - 1
    const added = event('response.output_item.added', { output_index: open, item: renderItem(item, textTools, false) })
    if (item.kind === 'call') return `${closed}${added}`
    const part = { item_id: item.id, output_index: open, content_index: 0, part: partOf('') }
    return `${closed}${added}${event('response.content_part.added', part)}`
  }
  /** What was being said is whole. Events are made in the order in which they are told: they are numbered. */
  const close = () => {
    const item = items[open]
    if (item === undefined) return ''
    const index = open
    open = -1
    const said = sayWhole(item, { item_id: item.id, output_index: index })
    return `${said}${event('response.output_item.done', { output_index: index, item: renderItem(item, textTools, true) })}`
  }
  const sayWhole = (item: Item, place: object) => {
    if (item.kind === 'message') {
      const text = event('response.output_text.done', { ...place, content_index: 0, text: item.text })
      return `${text}${event('response.content_part.done', { ...place, content_index: 0, part: partOf(item.text) })}`
    }
    return textTools.has(item.name)
      ? event('response.custom_tool_call_input.done', { ...place, input: inputOf(item.args) })
      : event('response.function_call_arguments.done', { ...place, arguments: item.args })
  }
  const response = (status: string, usage: TokenUsage | null) => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    model,
    status,
    error: null,
    incomplete_details:
      status === 'incomplete' ? { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' } : null,
    output: items.map((item) => renderItem(item, textTools, true)),
    parallel_tool_calls: true,
    store: false,
    usage: usage === null ? null : usageOf(usage),
  })
  const statusOf = () => (reason === 'length' || reason === 'filtered' ? 'incomplete' : 'completed')
  return {
    begin() {
      const begun = { response: { ...response('in_progress', null), output: [] } }
      return `${event('response.created', begun)}${event('response.in_progress', begun)}`
    },
    take(piece: AnswerPiece) {
      switch (piece.kind) {
        case 'text': {
          const started =
            items[open]?.kind === 'message' ? '' : start({ kind: 'message', id: `msg_${id}_${items.length}`, text: '' })
          const item = items[open]
          if (item?.kind !== 'message') return started
          item.text += piece.text
          const delta = { item_id: item.id, output_index: open, content_index: 0, delta: piece.text }
          return `${started}${event('response.output_text.delta', delta)}`
        }
        case 'tool': {
          const started = start({
            kind: 'call',
            id: `fc_${id}_${items.length}`,
            callId: piece.id,
            name: piece.name,
            args: '',
          })
          places.set(piece.index, open)
          return started
        }
        case 'arguments': {
          const index = places.get(piece.index) ?? -1
          const item = items[index]
          if (item?.kind !== 'call') return ''
          item.args += piece.text
          if (textTools.has(item.name)) return ''
          return event('response.function_call_arguments.delta', {
            item_id: item.id,
            output_index: index,
            delta: piece.text,
          })
        }
        case 'finish':
          reason = piece.reason
          return ''
      }
    },
    end(usage) {
      const closed = close()
      const status = statusOf()
      return `${closed}${event(`response.${status}`, { response: response(status, usage) })}`
    },
    whole: (usage) => response(statusOf(), usage),
  }
}

function partOf(text: string) {
  return { type: 'output_text', text, annotations: [] }
}

function renderItem(item: Item, textTools: ReadonlySet<string>, isDone: boolean): object {
  const status = isDone ? 'completed' : 'in_progress'
  if (item.kind === 'message')
    return { id: item.id, type: 'message', role: 'assistant', status, content: isDone ? [partOf(item.text)] : [] }
  const { id, callId, name, args } = item
  if (textTools.has(name))
    return { id, type: 'custom_tool_call', call_id: callId, name, input: isDone ? inputOf(args) : '', status }
  return { id, type: 'function_call', call_id: callId, name, arguments: isDone ? args : '', status }
}

function inputOf(args: string): string {
  return asText(parseArguments(args)['input'])
}

function usageOf({ input, cacheRead, output, reasoning }: TokenUsage) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}
