import { maxAttempts } from '../../application/ports/inbox.ts'
import type { Query } from './database.ts'

const sql = `
update countersign.inbox
set state = 'dead', settled_at = now(), fault = coalesce(fault || '; ', '') || 'handed out ' || attempts || ' times without an end'
where lane = $1 and state = 'waiting' and attempts >= $2`

/** Declares rows dead that were handed out too often: most likely they end the process that handles them. */
export async function buryExhausted(query: Query, lane: string): Promise<void> {
  await query(sql, [lane, maxAttempts])
}
