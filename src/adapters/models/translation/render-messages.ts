import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import { type AnswerPiece, type AnswerRenderer, type FinishReason, parseArguments } from './chat-answer.ts'

type ContentBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; args: string }

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tools: 'tool_use',
  filtered: 'refusal',
}

/** An answer as Anthropic's messages. */
export function renderMessages(id: string, model: string): AnswerRenderer {
  const blocks: ContentBlock[] = []
  /** Where a tool of the answer stands among the blocks. */
  const places = new Map<number, number>()
  let open = -1
  let reason: FinishReason = 'stop'
  const start = (block: ContentBlock) => {
    const closed = close()
    blocks.push(block)
    open = blocks.length - 1
    const shown = block.type === 'text' ? block : { type: block.type, id: block.id, name: block.name, input: {} }
    return `${closed}${event('content_block_start', { index: open, content_block: shown })}`
  }
  const close = () => {
    const closed = open === -1 ? '' : event('content_block_stop', { index: open })
    open = -1
    return closed
  }
  const head = { id: `msg_${id}`, type: 'message', role: 'assistant', model }
  return {
    begin: () =>
      event('message_start', {
        message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: usageOf(null) },
      }),
    take(piece: AnswerPiece) {
      switch (piece.kind) {
        case 'text': {
          const started = blocks[open]?.type === 'text' ? '' : start({ type: 'text', text: '' })
          const block = blocks[open]
          if (block?.type === 'text') block.text += piece.text
          return `${started}${event('content_block_delta', { index: open, delta: { type: 'text_delta', text: piece.text } })}`
        }
        case 'tool': {
          const started = start({ type: 'tool_use', id: piece.id, name: piece.name, args: '' })
          places.set(piece.index, open)
          return started
        }
        case 'arguments': {
          const index = places.get(piece.index)
          const block = index === undefined ? undefined : blocks[index]
          if (block?.type !== 'tool_use') return ''
          block.args += piece.text
          return event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece.text } })
        }
        case 'finish':
          reason = piece.reason
          return ''
      }
    },
    end: (usage) =>
      [
        close(),
        event('message_delta', {
          delta: { stop_reason: reasonOf(reason, places.size), stop_sequence: null },
          usage: usageOf(usage),
        }),
        event('message_stop', {}),
      ].join(''),
    whole: (usage) => ({
      ...head,
      content: blocks.map((block) =>
        block.type === 'text'
          ? block
          : { type: block.type, id: block.id, name: block.name, input: parseArguments(block.args) },
      ),
      stop_reason: reasonOf(reason, places.size),
      stop_sequence: null,
      usage: usageOf(usage),
    }),
  }
}

/** Servers that end with `stop` after they called a tool mean the tool. */
function reasonOf(reason: FinishReason, tools: number): string {
  return reasons[reason === 'stop' && tools > 0 ? 'tools' : reason]
}

function usageOf(usage: TokenUsage | null) {
  const { input, cacheRead, output } = usage ?? { input: 0, cacheRead: 0, output: 0 }
  return {
    input_tokens: Math.max(0, input - cacheRead),
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: 0,
    output_tokens: output,
  }
}

function event(type: string, value: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`
}
