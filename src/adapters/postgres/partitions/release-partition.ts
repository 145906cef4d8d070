import type { Query } from '../tables/database.ts'

const sql = `
update countersign.inbox_lane set held_until = '-infinity' where lane = $1 and holder = $2 and turn = $3::bigint`

/** Gives a partition back, unless it was leased again since that fencing token. */
export async function releasePartition(
  query: Query,
  partition: string,
  holder: string,
  fencingToken: string,
): Promise<void> {
  await query(sql, [partition, holder, fencingToken])
}
