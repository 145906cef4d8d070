import type { Query } from '../tables/database.ts'

const sql = `
update countersign.inbox_lane set held_until = '-infinity' where lane = $1 and holder = $2 and turn = $3::bigint`

/** Gives a lane back, unless it was taken again since that turn. */
export async function releaseLane(query: Query, lane: string, holder: string, turn: string): Promise<void> {
  await query(sql, [lane, holder, turn])
}
