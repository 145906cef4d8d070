import { describeLeft } from '../../gate/draft/describe-left.ts'
import { note, type WorkDraft } from './work-draft.ts'
import type { WorkEventOf } from './work-event.ts'

/**
 * A run that was stopped or fenced moves nothing any more; what it was at and what it left is on record all the same.
 * False where there is nothing to record, or it was a run of another plan.
 */
export function keepLeftRun(draft: WorkDraft, { op, gate }: WorkEventOf<'gate'>): boolean {
  const { execution, plan, record } = draft
  if (gate.kind !== 'run_left' || gate.left === undefined || execution === null) return false
  const { receipt, task_id: taskId } = gate.left
  const isOurs = plan?.tasks.some((task) => task.id === gate.task && task.task_id === taskId) ?? false
  const isOwed = record.outbox.some((one) => one.op === op && one.action.kind === 'run_task')
  if (!isOurs || !isOwed || execution.receipts.some((one) => one.run_id === receipt.run_id)) return false
  draft.execution = { ...execution, receipts: [...execution.receipts, receipt] }
  note(draft, describeLeft(receipt))
  return true
}
