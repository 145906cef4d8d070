import { z } from 'zod'
import type { TokenUsage } from './token-usage.ts'

const count = z.int().nonnegative()

/** What a run had of models, as a receipt keeps it: by the gateway's own count, never by what an agent says. */
export const ModelUseSchema = z.strictObject({
  /** Calls that reached a provider. */
  calls: count,
  /** Calls that the gateway answered with a no: a limit, another model, an address. */
  refused: count,
  /** That the providers were asked for. */
  models: z.array(z.string()),
  tokens: z.strictObject({ input: count, cached: count, output: count, reasoning: count }),
  /** Answered calls whose provider said nothing of tokens; those are in no sum. */
  unmetered: count,
  /** Null where no call has a price. */
  cost_usd: z.number().nonnegative().nullable(),
  /** Calls with tokens and no price. */
  unpriced: count,
  duration_ms: count,
})
export type ModelUse = z.infer<typeof ModelUseSchema>

export const noModelUse: ModelUse = {
  calls: 0,
  refused: 0,
  models: [],
  tokens: { input: 0, cached: 0, output: 0, reasoning: 0 },
  unmetered: 0,
  cost_usd: null,
  unpriced: 0,
  duration_ms: 0,
}

/**
 * How a call ended. `passed_on`: the provider's own no. `failed`: no answer to have. `cut`: an answer that broke off.
 * `cancelled`: whoever asked was gone. `refused`: by the gateway, and no provider was asked.
 */
export type CallOutcome = 'answered' | 'passed_on' | 'failed' | 'cut' | 'cancelled' | 'refused'

/** Whether tokens may have been spent though the provider told none. */
export function mayHaveSpent(outcome: CallOutcome): boolean {
  return outcome === 'answered' || outcome === 'cut' || outcome === 'cancelled'
}

/** What one call adds. */
export interface CountedCall {
  outcome: CallOutcome
  model: string | null
  usage: TokenUsage | null
  costUsd: number | null
  durationMs: number
}

/** The sum with one more call. */
export function addCall(use: ModelUse, call: CountedCall): ModelUse {
  const { usage, outcome } = call
  if (outcome === 'refused') return { ...use, refused: use.refused + 1 }
  return {
    calls: use.calls + 1,
    refused: use.refused,
    models: call.model === null ? use.models : [...new Set([...use.models, call.model])].toSorted(),
    tokens: {
      input: use.tokens.input + (usage?.input ?? 0),
      cached: use.tokens.cached + (usage?.cacheRead ?? 0),
      output: use.tokens.output + (usage?.output ?? 0),
      reasoning: use.tokens.reasoning + (usage?.reasoning ?? 0),
    },
    unmetered: use.unmetered + (usage === null && mayHaveSpent(outcome) ? 1 : 0),
    cost_usd: call.costUsd === null ? use.cost_usd : (use.cost_usd ?? 0) + call.costUsd,
    unpriced: use.unpriced + (usage !== null && call.costUsd === null ? 1 : 0),
    duration_ms: use.duration_ms + Math.round(call.durationMs),
  }
}

/** What both come to together. */
export function addUses(one: ModelUse, other: ModelUse): ModelUse {
  return {
    calls: one.calls + other.calls,
    refused: one.refused + other.refused,
    models: [...new Set([...one.models, ...other.models])].toSorted(),
    tokens: {
      input: one.tokens.input + other.tokens.input,
      cached: one.tokens.cached + other.tokens.cached,
      output: one.tokens.output + other.tokens.output,
      reasoning: one.tokens.reasoning + other.tokens.reasoning,
    },
    unmetered: one.unmetered + other.unmetered,
    cost_usd: one.cost_usd === null && other.cost_usd === null ? null : (one.cost_usd ?? 0) + (other.cost_usd ?? 0),
    unpriced: one.unpriced + other.unpriced,
    duration_ms: one.duration_ms + other.duration_ms,
  }
}
