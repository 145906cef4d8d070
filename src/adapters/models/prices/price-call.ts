import { calcPrice } from '@pydantic/genai-prices'
import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import type { ProviderKind } from '../upstream/provider.ts'

/** Dollars for a million tokens. What isn't told costs as much as other input. */
export interface OwnPrice {
  input: number
  output: number
  cache_read?: number | undefined
  cache_write?: number | undefined
}

/** Whose list a kind of provider is looked up in; a compatible one may be anybody's, and has none. */
const lists: Readonly<Record<ProviderKind, string | null>> = {
  openai: 'openai',
  compatible: null,
  azure: 'azure',
  bedrock: 'aws',
  anthropic: 'anthropic',
  google: 'google',
}

/** What a call cost; null where nobody knows a price. */
export function priceCall(
  kind: ProviderKind,
  model: string,
  own: OwnPrice | undefined,
  usage: TokenUsage,
): number | null {
  if (own !== undefined) return priceByOwn(own, usage)
  const providerId = lists[kind]
  if (providerId === null) return null
  const { input, output, cacheRead, cacheWrite } = usage
  // Parts of the input: more of them than of the whole would be refused.
  const parts = {
    cache_read_tokens: Math.min(cacheRead, input),
    cache_write_tokens: Math.min(cacheWrite, input - Math.min(cacheRead, input)),
  }
  try {
    return (
      calcPrice({ input_tokens: input, output_tokens: output, ...parts }, model, { providerId })?.total_price ?? null
    )
  } catch {
    // A table that lacks what this model is charged for.
    return null
  }
}

/** Whether a call of it would have a price. */
export function hasPrice(kind: ProviderKind, model: string, own: OwnPrice | undefined): boolean {
  return priceCall(kind, model, own, { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }) !== null
}

function priceByOwn(own: OwnPrice, { input, output, cacheRead, cacheWrite }: TokenUsage): number {
  const fresh = Math.max(0, input - cacheRead - cacheWrite)
  const [read, write] = [own.cache_read ?? own.input, own.cache_write ?? own.input]
  return (fresh * own.input + cacheRead * read + cacheWrite * write + output * own.output) / 1_000_000
}
