import type { ExecutionRecord, Receipt } from '../execution-record.ts'
import { addUses, type ModelUse } from '../../models/model-use.ts'

type Receipts = Pick<ExecutionRecord, 'receipts' | 'receipts_left_out'>

/** What a run had of models; null where it asked none, as of a person, a patch or a command. */
export function useOfReceipt({ agent, questions = [] }: Receipt): ModelUse | null {
  const use = sumUses([agent?.use ?? null, ...questions.map((question) => question.use)])
  return use === null || use.calls + use.refused === 0 ? null : use
}

/** What one run or review had of models. */
export function useOfRun({ receipts }: Pick<Receipts, 'receipts'>, runId: string): ModelUse | null {
  return sumUses(receipts.filter((one) => one.run_id === runId).map(useOfReceipt))
}

/** What all runs and reviews of a task had of models, those too whose receipts are left out of the record. */
export function useOfTask({ receipts, receipts_left_out: leftOut }: Receipts, task: string): ModelUse | null {
  const kept = receipts.filter((one) => one.task === task).map(useOfReceipt)
  return sumUses([leftOut.use?.[task] ?? null, ...kept])
}

/** What all that was done for a plan had of models. */
export function useOfPlan({ receipts, receipts_left_out: leftOut }: Receipts): ModelUse | null {
  return sumUses([...Object.values(leftOut.use ?? {}), ...receipts.map(useOfReceipt)])
}

/** Null where there is none to add up. */
export function sumUses(uses: readonly (ModelUse | null)[]): ModelUse | null {
  return uses.reduce((sum, use) => (sum === null || use === null ? (sum ?? use) : addUses(sum, use)), null)
}
