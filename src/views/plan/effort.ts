import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { renderCount, renderDollars, renderTokens } from '../text/amounts.ts'
import { renderDuration } from '../text/duration.ts'

/** What a person was given to do is no run of a machine. */
function isPerson(executor: string): boolean {
  return executor === 'human' || executor.startsWith('@')
}

/** `3 runs in 2 min 6 s`, `84 k tokens`, `$0.61`: what the work took, as far as the receipts know. */
export function renderEffort({
  receipts,
  receipts_left_out: leftOut,
}: Pick<ExecutionRecord, 'receipts' | 'receipts_left_out'>): string[] {
  const runs = leftOut.runs + receipts.filter(({ executor }) => !isPerson(executor)).length
  if (runs === 0) return []
  const durationMs = receipts.reduce((sum, receipt) => sum + receipt.duration_ms, leftOut.duration_ms)
  const tokens = receipts.reduce((sum, receipt) => sum + (receipt.tokens ?? 0), leftOut.tokens)
  const dollars = receipts.reduce((sum, receipt) => sum + (receipt.cost_usd ?? 0), leftOut.cost_usd)
  return [
    durationMs < 1_000 ? renderCount(runs, 'run') : `${renderCount(runs, 'run')} in ${renderDuration(durationMs)}`,
    ...(tokens === 0 ? [] : [`${renderTokens(tokens)} tokens`]),
    ...(dollars === 0 ? [] : [renderDollars(dollars)]),
  ]
}
