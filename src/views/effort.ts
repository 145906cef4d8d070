import type { Receipt } from '../domain/execution-record.ts'
import { renderCount, renderDollars, renderTokens } from './amounts.ts'
import { renderDuration } from './duration.ts'

/** `3 runs in 2 min 6 s`, `84 k tokens`, `$0.61`: what the work took, as far as the receipts know. */
export function renderEffort(receipts: readonly Receipt[]): string[] {
  if (receipts.length === 0) return []
  const durationMs = receipts.reduce((sum, receipt) => sum + receipt.duration_ms, 0)
  const tokens = receipts.reduce((sum, receipt) => sum + (receipt.tokens ?? 0), 0)
  const dollars = receipts.reduce((sum, receipt) => sum + (receipt.cost_usd ?? 0), 0)
  return [
    `${renderCount(receipts.length, 'run')} in ${renderDuration(durationMs)}`,
    ...(tokens === 0 ? [] : [`${renderTokens(tokens)} tokens`]),
    ...(dollars === 0 ? [] : [renderDollars(dollars)]),
  ]
}
