import type { IssRecord } from '../../../src/domain/records/iss-record.ts'

/** It waits for an approval and people can have read it: an `/approve` older than the comment with the plan is refused. */
export function isPlanShown({ phase, plan_id, plan_comment }: IssRecord): boolean {
  return phase === 'proposed' && plan_comment !== null && plan_comment.plan_id === plan_id
}
