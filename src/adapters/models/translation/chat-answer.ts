import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import { asList, asLoose, asNumber, asText, type Loose } from './tolerant-fields.ts'

/** What a model says, piece by piece, whatever dialect it is to be told in. */
export type AnswerPiece =
  | { kind: 'text'; text: string }
  | { kind: 'tool'; index: number; id: string; name: string }
  | { kind: 'arguments'; index: number; text: string }
  | { kind: 'finish'; reason: FinishReason }

export type FinishReason = 'stop' | 'length' | 'tools' | 'filtered'

/** Tells the pieces of an answer in another dialect. */
export interface AnswerRenderer {
  /** Events for what came; empty where there is nothing to tell yet. */
  take(piece: AnswerPiece): string
  /** Events before the first piece, and after the last. */
  begin(): string
  end(usage: TokenUsage | null): string
  /** The same answer as a whole, for who asked for no stream; after `end`. */
  whole(usage: TokenUsage | null): object
}

const finishes: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tools',
  function_call: 'tools',
  content_filter: 'filtered',
}

/** Pieces of an answer in chat completions, or of a chunk of one. */
export function readPieces(value: unknown): AnswerPiece[] {
  const [choice] = asList(asLoose(value)['choices'])
  if (choice === undefined) return []
  const said = asLoose(choice['delta'] ?? choice['message'])
  const text = asText(said['content'])
  const finish = finishes[asText(choice['finish_reason'])]
  return [
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...asList(said['tool_calls']).flatMap(readTool),
    ...(finish === undefined ? [] : [{ kind: 'finish' as const, reason: finish }]),
  ]
}

/** A tool's first chunk has its name; the others go on with its arguments. Some servers give no id. */
function readTool(tool: Loose, at: number): AnswerPiece[] {
  const index = asNumber(tool['index']) ?? at
  const { name, arguments: args } = asLoose(tool['function'])
  const text = typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args)
  return [
    ...(asText(name) === ''
      ? []
      : [{ kind: 'tool' as const, index, id: asText(tool['id']) || `call_${index + 1}`, name: asText(name) }]),
    ...(text === '' ? [] : [{ kind: 'arguments' as const, index, text }]),
  ]
}

/** Parses a tool's arguments; what is no object is kept as it is under a name of its own. */
export function parseArguments(text: string): Loose {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : { input: value }
  } catch {
    return { input: text }
  }
}
