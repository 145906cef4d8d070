import type { IssRecord } from '../../domain/records/iss-record.ts'

/** The record as the planner is to read it: where another plan is being made, with the text that one is made from. */
export function planningRecord(record: IssRecord): IssRecord {
  if (record.replanning === null) return record
  const { frozen, comment_ids } = record.replanning
  return { ...record, frozen, comment_ids }
}
