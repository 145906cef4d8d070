import { z } from 'zod'
import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import type { Dialect } from './dialect.ts'

const count = z.number().nonnegative().catch(0)
const object = z.record(z.string(), z.unknown())
/** Fields of any of the dialects; what one of them lacks counts as nothing. */
const UsageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).catch({ cached_tokens: 0 }),
  completion_tokens_details: z.object({ reasoning_tokens: count }).catch({ reasoning_tokens: 0 }),
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count }).catch({ cached_tokens: 0 }),
  output_tokens_details: z.object({ reasoning_tokens: count }).catch({ reasoning_tokens: 0 }),
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  promptTokenCount: count,
  toolUsePromptTokenCount: count,
  cachedContentTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
})
type Usage = z.infer<typeof UsageSchema>

/** Where each dialect tells of it: in an answer, and in the events of one that is streamed. */
const places: Readonly<Record<Dialect, readonly (readonly string[])[]>> = {
  chat: [['usage']],
  responses: [['usage'], ['response', 'usage']],
  messages: [['usage'], ['message', 'usage']],
  gemini: [['usageMetadata']],
}
/** Text that must stand in an event for it to be worth parsing. */
export const usageWord = /"usage(?:Metadata)?"/

/** Gathers what a provider says of tokens: each later word adds to the earlier ones or takes their place. */
export class UsageMeter {
  readonly #dialect: Dialect
  #said: Record<string, unknown> | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** An answer, or an event of it. */
  take(value: unknown): void {
    // Gemini's stream without events is an array of what the events would have been.
    if (Array.isArray(value)) return value.forEach((one) => this.take(one))
    for (const place of places[this.#dialect]) {
      const said = object.safeParse(place.reduce(step, value))
      if (said.success) this.#said = { ...this.#said, ...withoutNull(said.data) }
    }
  }

  /** Null where nothing was said. */
  get usage(): TokenUsage | null {
    if (this.#said === undefined) return null
    const usage = read[this.#dialect](UsageSchema.parse(this.#said))
    return usage.input + usage.output === 0 ? null : usage
  }
}

const read: Readonly<Record<Dialect, (said: Usage) => TokenUsage>> = {
  chat: (said) => ({
    input: said.prompt_tokens,
    cacheRead: said.prompt_tokens_details.cached_tokens,
    cacheWrite: 0,
    output: said.completion_tokens,
    reasoning: said.completion_tokens_details.reasoning_tokens,
  }),
  responses: (said) => ({
    input: said.input_tokens,
    cacheRead: said.input_tokens_details.cached_tokens,
    cacheWrite: 0,
    output: said.output_tokens,
    reasoning: said.output_tokens_details.reasoning_tokens,
  }),
  // Anthropic's input is what was not cached.
  messages: (said) => ({
    input: said.input_tokens + said.cache_read_input_tokens + said.cache_creation_input_tokens,
    cacheRead: said.cache_read_input_tokens,
    cacheWrite: said.cache_creation_input_tokens,
    output: said.output_tokens,
    reasoning: 0,
  }),
  // Google's output is what was not thought.
  gemini: (said) => ({
    input: said.promptTokenCount + said.toolUsePromptTokenCount,
    cacheRead: said.cachedContentTokenCount,
    cacheWrite: 0,
    output: said.candidatesTokenCount + said.thoughtsTokenCount,
    reasoning: said.thoughtsTokenCount,
  }),
}

function step(value: unknown, name: string): unknown {
  const parsed = object.safeParse(value)
  return parsed.success ? parsed.data[name] : undefined
}

/** What a later event leaves open takes nothing back. */
function withoutNull(said: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value != null))
}
