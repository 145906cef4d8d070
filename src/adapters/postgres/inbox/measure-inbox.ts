import type { InboxMeasure } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'

// Each by an index of its own: most of the table is done.
const sql = `
with open as (
  select state, received_at from countersign.inbox where state = 'waiting' and not is_later
  union all select state, received_at from countersign.inbox where state = 'waiting' and is_later
  union all select state, received_at from countersign.inbox where state = 'dead'
)
select
  count(*) filter (where state = 'waiting') as waiting,
  count(*) filter (where state = 'dead') as dead,
  coalesce(extract(epoch from now() - min(received_at) filter (where state = 'waiting')), 0) as oldest
from open`

/** What is not done, in numbers. */
export async function measureInbox(query: Query): Promise<InboxMeasure> {
  const [row] = await query(sql)
  return {
    waiting: Number(row?.['waiting'] ?? 0),
    dead: Number(row?.['dead'] ?? 0),
    oldestSeconds: Math.max(0, Number(row?.['oldest'] ?? 0)),
  }
}
