import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import { type AnswerPiece, type AnswerRenderer, type FinishReason, parseArguments } from './chat-answer.ts'

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tools: 'STOP',
  filtered: 'SAFETY',
}

/** An answer as Gemini's; a call of a function is told once it is whole. */
export function renderGemini(id: string, model: string): AnswerRenderer {
  let text = ''
  let reason: FinishReason = 'stop'
  const tools = new Map<number, { id: string; name: string; args: string }>()
  const callParts = () =>
    [...tools.values()].map((tool) => ({
      functionCall: { id: tool.id, name: tool.name, args: parseArguments(tool.args) },
    }))
  const head = { responseId: id, modelVersion: model }
  const last = (usage: TokenUsage | null) => (usage === null ? {} : { usageMetadata: usageOf(usage) })
  return {
    begin: () => '',
    take(piece: AnswerPiece) {
      switch (piece.kind) {
        case 'text':
          text += piece.text
          return data({
            ...head,
            candidates: [{ index: 0, content: { role: 'model', parts: [{ text: piece.text }] } }],
          })
        case 'tool':
          tools.set(piece.index, { id: piece.id, name: piece.name, args: '' })
          return ''
        case 'arguments': {
          const tool = tools.get(piece.index)
          if (tool !== undefined) tool.args += piece.text
          return ''
        }
        case 'finish':
          reason = piece.reason
          return ''
      }
    },
    end: (usage) => data(finished(tools.size === 0 ? [{ text: '' }] : callParts(), usage)),
    whole: (usage) => finished([...(text === '' ? [] : [{ text }]), ...callParts()], usage),
  }

  function finished(parts: object[], usage: TokenUsage | null): object {
    const finishReason = reasons[reason]
    return { ...head, candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }], ...last(usage) }
  }
}

function usageOf({ input, cacheRead, output, reasoning }: TokenUsage) {
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: Math.max(0, output - reasoning),
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + output,
  }
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
