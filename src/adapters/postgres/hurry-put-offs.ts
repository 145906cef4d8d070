import type { Query } from './database.ts'

// Lanes in order of their name, as they are inserted: two processes can't wait for each other crosswise.
const rows = `
with due as (
  update countersign.inbox set due_at = now() where state = 'waiting' and put_offs > 0 and due_at > now() returning lane
), late as (
  select lane from countersign.inbox_lane
  where lane in (select lane from due) and due_at > now() order by lane for update
)
update countersign.inbox_lane as mine set due_at = now() from late where mine.lane = late.lane`

const runs = `update countersign.run set due_at = now() where put_offs > 0 and due_at > now()`

/** What was put off for an outage is due now. */
export async function hurryPutOffs(query: Query): Promise<void> {
  await query(rows)
  await query(runs)
}
