import type { ModelUse } from '../../domain/models/model-use.ts'
import { renderDollars, renderTokens } from './amounts.ts'
import { renderCount, t } from '../language/t.ts'

/** `84 k tokens, $0.61`; what isn't known is said and never a zero. Empty where no model was asked. */
export function renderModelUse(use: ModelUse | null): string {
  return use === null || use.calls === 0
    ? ''
    : t('{tokens}, {cost}', { tokens: renderUsedTokens(use), cost: renderCost(use) })
}

/** `84 k tokens`; `84 k tokens and 2 calls of unknown size`. */
export function renderUsedTokens({ calls, tokens, unmetered }: ModelUse): string {
  const total = tokens.input + tokens.output
  const shown = renderTokens(total)
  if (unmetered === 0) return t('{tokens} tokens', { tokens: shown })
  const others = t('{calls} of unknown size', { calls: renderCount(unmetered, 'call') })
  return unmetered === calls ? others : t('{tokens} tokens and {others}', { tokens: shown, others })
}

/** `$0.61`, `not priced`, or `$0.61 and 3 calls not priced`. A call of unknown size has no price either. */
export function renderCost({ cost_usd: cost, unpriced, unmetered, calls }: ModelUse): string {
  const without = unpriced + unmetered
  if (cost === null) return calls > 0 && without === 0 ? '$0.00' : t('not priced')
  return without === 0
    ? renderDollars(cost)
    : t('{cost} and {calls} not priced', { cost: renderDollars(cost), calls: renderCount(without, 'call') })
}
