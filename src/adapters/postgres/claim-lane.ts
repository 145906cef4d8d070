import type { Query } from './database.ts'

// A holder that died is overtaken once its time is up: its lane is due again like any other.
const sql = `
update countersign.inbox_lane set holder = $1, due_at = now() + $2::double precision * interval '1 millisecond'
where lane = (
  select lane from countersign.inbox_lane where due_at <= now() order by due_at limit 1 for update skip locked
)
returning lane`

/** Takes the lane that has been due longest, for so long; undefined where none is due. */
export async function claimLane(query: Query, holder: string, leaseMs: number): Promise<string | undefined> {
  const [row] = await query(sql, [holder, leaseMs])
  return row === undefined ? undefined : String(row['lane'])
}
