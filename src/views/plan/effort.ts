import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { useOfPlan } from '../../domain/records/receipts/spent-on-models.ts'
import { renderCount } from '../text/amounts.ts'
import { renderDuration } from '../text/duration.ts'
import { renderModelUse } from '../text/model-use.ts'

/** What a person was given to do is no run of a machine. */
function isPerson(executor: string): boolean {
  return executor === 'human' || executor.startsWith('@')
}

/** `3 automatic runs in 2 min 6 s`, `84 k tokens, $0.61`: what the work took, as far as the receipts know. */
export function renderEffort({
  receipts,
  receipts_left_out: leftOut,
}: Pick<ExecutionRecord, 'receipts' | 'receipts_left_out'>): string[] {
  const runs = leftOut.runs + receipts.filter(({ executor }) => !isPerson(executor)).length
  if (runs === 0) return []
  const durationMs = receipts.reduce((sum, receipt) => sum + receipt.duration_ms, leftOut.duration_ms)
  const models = renderModelUse(useOfPlan({ receipts, receipts_left_out: leftOut }))
  return [
    durationMs < 1_000
      ? renderCount(runs, 'automatic run')
      : `${renderCount(runs, 'automatic run')} in ${renderDuration(durationMs)}`,
    ...(models === '' ? [] : [models]),
  ]
}
