import { maxAttempts, maxRowsAtOnce } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'

// What is about to be handed out, and no more: a partition may hold thousands.
const sql = `
with first as (
  select id, attempts from countersign.inbox where lane = $1 and state = 'waiting' and not is_later order by id limit $3
)
update countersign.inbox
set state = 'dead', settled_at = now(), fault = coalesce(fault || '; ', '') || 'handed out ' || first.attempts || ' times without an end'
from first where inbox.id = first.id and first.attempts >= $2`

/** Declares rows dead that were handed out too often: most likely they end the process that handles them. */
export async function deadLetterExhausted(query: Query, partition: string): Promise<void> {
  await query(sql, [partition, maxAttempts, maxRowsAtOnce])
}
