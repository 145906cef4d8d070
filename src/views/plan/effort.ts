import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { ModelUse } from '../../domain/models/model-use.ts'
import { sumUses, useOfPlan } from '../../domain/records/receipts/spent-on-models.ts'
import { renderCount, t } from '../language/t.ts'
import { renderDuration } from '../text/duration.ts'
import { renderModelUse } from '../text/model-use.ts'

/** What a person was given to do is no run of a machine. */
function isPerson(executor: string): boolean {
  return executor === 'human' || executor.startsWith('@')
}

/**
 * `3 automatic runs in 2 min 6 s`, `84 k tokens, $0.61`, `of these 9 k tokens, $0.05 for planning`: what the work took,
 * as far as the receipts know.
 */
export function renderEffort(
  execution: Pick<ExecutionRecord, 'receipts' | 'receipts_left_out' | 'analyses'>,
  planning: ModelUse | null,
): string[] {
  const { receipts, receipts_left_out: leftOut } = execution
  const runs = leftOut.runs + receipts.filter(({ executor }) => !isPerson(executor)).length
  const durationMs = receipts.reduce((sum, receipt) => sum + receipt.duration_ms, leftOut.duration_ms)
  const work = useOfPlan(execution)
  const all = renderModelUse(sumUses([work, planning]))
  const planned = renderModelUse(planning)
  return [
    ...(runs === 0
      ? []
      : durationMs < 1_000
        ? [renderCount(runs, 'automatic run')]
        : [t('{runs} in {time}', { runs: renderCount(runs, 'automatic run'), time: renderDuration(durationMs) })]),
    ...(all === '' ? [] : [all]),
    ...(planned === '' ? [] : [work === null ? t('for planning') : t('of these {planned} for planning', { planned })]),
  ]
}
