import type { InboxEntry } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'
import { toIsoTime } from '../tables/to-iso-time.ts'

const sql = `
select id, delivery_id, event, lane, state, attempts + put_offs as attempts, received_at, fault
from countersign.inbox
where state in ('waiting', 'dead') and ($2::text is null or split_part(lane, '#', 1) = $2) order by id limit $1`

/** What waits or is dead, oldest first; of one repository, or of all. */
export async function listEntries(query: Query, limit: number, repository?: string): Promise<InboxEntry[]> {
  const rows = await query(sql, [limit, repository ?? null])
  return rows.map((row) => ({
    row: Number(row['id']),
    delivery: String(row['delivery_id']),
    event: String(row['event']),
    partition: String(row['lane']),
    state: row['state'] === 'dead' ? 'dead' : 'waiting',
    attempts: Number(row['attempts']),
    receivedAt: toIsoTime(row['received_at']),
    fault: typeof row['fault'] === 'string' ? row['fault'] : null,
  }))
}
