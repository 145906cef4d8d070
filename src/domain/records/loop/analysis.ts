import { z } from 'zod'
import { ModelReceiptSchema } from '../../models/model-receipt.ts'
import { HypothesisSchema } from './loop-state.ts'

/**
 * One debugging of a failed validation, once all its hypotheses were looked into: what failed, what was suspected, and
 * what came of it. Never changed once it is in the execution record; `debug.log` is made of them (spec 002 §6).
 */
export const AnalysisSchema = z.strictObject({
  analysis_id: z.uuid(),
  /** Of the loop, from 1. */
  iteration: z.int().nonnegative(),
  /** Short id of the guilty task; null where it was the plan's own validation and no task is to blame. */
  task: z.string().nullable(),
  at: z.iso.datetime({ offset: true }),
  failing_tests: z.array(z.string()),
  /** With their verdicts, likeliest first. */
  hypotheses: z.array(HypothesisSchema),
  /** What was asked of models for it, where no receipt of a task's run has it; absent where nothing was. */
  models: z.array(ModelReceiptSchema).optional(),
})
export type Analysis = z.infer<typeof AnalysisSchema>

/** The same files passed in another run: chance, and no change is to blame (spec 002 §4). */
export function isFlaky({ hypotheses }: Pick<Analysis, 'hypotheses'>): boolean {
  return hypotheses.some(({ status, evidence }) => status === 'inconclusive' && evidence?.['flaky'] === true)
}

/** `` `src/queue.js:13` `` for a reason that people read; undefined where no cause was confirmed. */
export function nameCause(hypotheses: Analysis['hypotheses']): string | undefined {
  const cause = hypotheses.find(({ status }) => status === 'confirmed')
  return cause === undefined ? undefined : `\`${cause.logging_point.replaceAll('`', '')}\``
}
