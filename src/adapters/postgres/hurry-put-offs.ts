import type { Query } from './database.ts'

const rows = `
with due as (
  update countersign.inbox set due_at = now() where state = 'waiting' and put_offs > 0 and due_at > now() returning lane
)
update countersign.inbox_lane set due_at = now() where lane in (select lane from due) and due_at > now()`

const runs = `update countersign.run set due_at = now() where put_offs > 0 and due_at > now()`

/** What was put off for an outage is due now. */
export async function hurryPutOffs(query: Query): Promise<void> {
  await query(rows)
  await query(runs)
}
