import { planDebugging, sumUses, useOfAnalysis, useOfReceipt } from '../../records/receipts/spent-on-models.ts'
import type { ModelUse } from '../../models/model-use.ts'
import type { ExecutionRecord, Receipt } from '../../records/execution-record.ts'

type LeftOut = ExecutionRecord['receipts_left_out']

/** Of a task's runs that made no version the newest so many keep their receipts. */
const receiptsKept = 20
/** Beside the newest of each task, and of the plan. */
const analysesKept = 20

/**
 * The record without what grows with each pause and each round: state that is written with every transition must end
 * somewhere. Versions, their reviews and validations, and the receipts of the runs that made them stay (spec 003 §1.2).
 * What is left out is counted, and stands in the history of the workflow branch.
 */
export function limitRecord(execution: ExecutionRecord, before: ExecutionRecord | null): ExecutionRecord {
  const hasReceipts = execution.receipts.length > (before?.receipts.length ?? 0)
  const hasAnalyses = execution.analyses.length > (before?.analyses.length ?? 0)
  const bounded = hasReceipts ? boundReceipts(execution) : execution
  return hasAnalyses ? boundAnalyses(bounded) : bounded
}

/** A patch that is kept has its receipt: it names the file, and there are ten a task at most. */
function boundReceipts(execution: ExecutionRecord): ExecutionRecord {
  const made = new Set(execution.artifacts.map((one) => one.run_id))
  const counts = new Map<string, number>()
  const isKept = ({ run_id: run, task, remains }: Receipt) => {
    if (made.has(run) || remains?.path != null) return true
    const count = (counts.get(task) ?? 0) + 1
    counts.set(task, count)
    return count <= receiptsKept
  }
  const kept = new Set(execution.receipts.toReversed().filter(isKept))
  if (kept.size === execution.receipts.length) return execution
  const left = execution.receipts.filter((one) => !kept.has(one))
  const sum = (of: (receipt: Receipt) => number | null) => left.reduce((total, one) => total + (of(one) ?? 0), 0)
  const { runs, duration_ms, tokens, cost_usd, use } = execution.receipts_left_out
  return {
    ...execution,
    receipts: execution.receipts.filter((one) => kept.has(one)),
    receipts_left_out: {
      runs: runs + left.length,
      duration_ms: duration_ms + sum((one) => one.duration_ms),
      tokens: tokens + sum((one) => one.tokens),
      cost_usd: cost_usd + sum((one) => one.cost_usd),
      ...addLeftUse(
        use,
        left.map((one) => ({ task: one.task, use: useOfReceipt(one) })),
      ),
    },
  }
}

function addLeftUse(
  before: LeftOut['use'],
  left: readonly { task: string; use: ModelUse | null }[],
): Pick<LeftOut, 'use'> {
  const use = { ...before }
  for (const one of left) {
    const sum = sumUses([use[one.task] ?? null, one.use])
    if (sum !== null) use[one.task] = sum
  }
  return Object.keys(use).length === 0 ? {} : { use }
}

/** The redo of a task gets its newest, however long ago that was. */
function boundAnalyses(execution: ExecutionRecord): ExecutionRecord {
  const { analyses, analyses_left_out: leftOut } = execution
  const newest = new Map(analyses.map((one) => [one.task, one]))
  const kept = analyses.filter((one, index) => index >= analyses.length - analysesKept || newest.get(one.task) === one)
  if (kept.length === analyses.length) return execution
  const left = analyses.filter((one) => !kept.includes(one))
  const spent = left.map((one) => ({ task: one.task ?? planDebugging, use: useOfAnalysis(one) }))
  return {
    ...execution,
    analyses: kept,
    analyses_left_out: leftOut + left.length,
    receipts_left_out: {
      ...execution.receipts_left_out,
      ...addLeftUse(execution.receipts_left_out.use, spent),
    },
  }
}
