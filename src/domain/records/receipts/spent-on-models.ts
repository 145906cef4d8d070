import type { ExecutionRecord, Receipt } from '../execution-record.ts'
import type { Analysis } from '../loop/analysis.ts'
import type { PlanRound } from '../../plan/plan-round.ts'
import { addUses, type ModelUse } from '../../models/model-use.ts'

type Receipts = Pick<ExecutionRecord, 'receipts' | 'receipts_left_out'>
/** What debugging asked outside of a task's run stands with its analysis. */
type Spending = Receipts & Pick<ExecutionRecord, 'analyses'>

/** Of analyses of the plan itself, which no task is to blame for, among what is left out by task. */
export const planDebugging = 'G0'

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
export function useOfTask({ receipts, receipts_left_out: leftOut, analyses }: Spending, task: string): ModelUse | null {
  const kept = receipts.filter((one) => one.task === task).map(useOfReceipt)
  const debugged = analyses.filter((one) => one.task === task).map(useOfAnalysis)
  return sumUses([leftOut.use?.[task] ?? null, ...kept, ...debugged])
}

/** What all that was done for a plan had of models; what making it took is the (`planning_use`). */
export function useOfPlan({ receipts, receipts_left_out: leftOut, analyses }: Spending): ModelUse | null {
  return sumUses([...Object.values(leftOut.use ?? {}), ...receipts.map(useOfReceipt), ...analyses.map(useOfAnalysis)])
}

/** What debugging had of models, where no receipt has it. */
export function useOfAnalysis({ models = [] }: Pick<Analysis, 'models'>): ModelUse | null {
  return sumUses(models.map(({ use }) => use))
}

/** What rounds of planning had of models. */
export function useOfRounds(rounds: readonly PlanRound[]): ModelUse | null {
  return sumUses(rounds.flatMap(({ models = [] }) => models.map(({ use }) => use)))
}

/** Null where there is none to add up. */
export function sumUses(uses: readonly (ModelUse | null)[]): ModelUse | null {
  return uses.reduce((sum, use) => (sum === null || use === null ? (sum ?? use) : addUses(sum, use)), null)
}
