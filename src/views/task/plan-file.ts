import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Plan } from '../../domain/plan/plan.ts'

/** Path of the plan on the workflow branch; superseded plans lie under `history` (design 2.7). */
export function planFilePath(record: Pick<IssRecord, 'id' | 'session_id' | 'plan_id'>, plan: Pick<Plan, 'id'>): string {
  const solutions = `.workflow/.scratchpad/${record.session_id}/solutions`
  const folder = record.plan_id === null || record.plan_id === plan.id ? solutions : `${solutions}/history/${plan.id}`
  return `${folder}/${record.id}-plan.json`
}
