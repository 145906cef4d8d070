import type { ModelUse } from '../../domain/models/model-use.ts'
import { renderCount, renderDollars, renderTokens } from './amounts.ts'

/** `84 k tokens, $0.61`; what isn't known is said and never a zero. Empty where no model was asked. */
export function renderModelUse(use: ModelUse | null): string {
  return use === null || use.calls === 0 ? '' : `${renderUsedTokens(use)}, ${renderCost(use)}`
}

/** `84 k tokens`; `84 k tokens and 2 calls of unknown size`. */
export function renderUsedTokens({ calls, tokens, unmetered }: ModelUse): string {
  const total = tokens.input + tokens.output
  if (unmetered === 0) return `${renderTokens(total)} tokens`
  if (unmetered === calls) return `${renderCount(calls, 'call')} of unknown size`
  return `${renderTokens(total)} tokens and ${renderCount(unmetered, 'call')} of unknown size`
}

/** `$0.61`, `not priced`, or `$0.61 and 3 calls not priced`. A call of unknown size has no price either. */
export function renderCost({ cost_usd: cost, unpriced, unmetered, calls }: ModelUse): string {
  const without = unpriced + unmetered
  if (cost === null) return calls > 0 && without === 0 ? '$0.00' : 'not priced'
  return without === 0 ? renderDollars(cost) : `${renderDollars(cost)} and ${renderCount(without, 'call')} not priced`
}
