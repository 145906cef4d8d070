import type { Query } from '../tables/database.ts'

// Partitions in order of their name, as they are inserted: two processes can't wait for each other crosswise.
const rows = `
with due as (
  update countersign.inbox set due_at = now(), is_later = false
  where state = 'waiting' and is_later and put_offs > 0 returning lane
), late as (
  select lane from countersign.inbox_lane
  where lane in (select lane from due) and is_later order by lane for update
)
update countersign.inbox_lane as mine set due_at = now(), is_later = false from late where mine.lane = late.lane`

const runs = `
update countersign.run set due_at = now(), is_later = false where is_later and put_offs > 0 and not waits_for_room`

/** What was deferred for an outage is due now; what waits for room on a disk waits on. */
export async function expediteDeferred(query: Query): Promise<void> {
  await query(rows)
  await query(runs)
}
