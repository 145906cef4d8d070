import type { Query } from '../tables/database.ts'

// In order of their name, as they are inserted: two processes can't wait for each other crosswise.
const sql = `
with own as (
  select lane from countersign.inbox_lane
  where holder = $1 and lane = any($2::text[]) and held_until > '-infinity' order by lane for update
)
update countersign.inbox_lane as mine set held_until = now() + $3::double precision * interval '1 millisecond'
from own where mine.lane = own.lane
returning mine.lane`

/** Keeps partitions for so long from now on; returns those that are still this holder's. */
export async function extendPartitions(
  query: Query,
  holder: string,
  partitions: readonly string[],
  leaseMs: number,
): Promise<Set<string>> {
  const rows = await query(sql, [holder, partitions, leaseMs])
  return new Set(rows.map((row) => String(row['lane'])))
}
