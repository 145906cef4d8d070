import type { Query } from './database.ts'

const sql = `
update countersign.inbox_lane set due_at = now() + $3::double precision * interval '1 millisecond'
where lane = $1 and holder = $2`

/** Keeps a held lane for that much longer. */
export async function extendLease(query: Query, lane: string, holder: string, leaseMs: number): Promise<void> {
  await query(sql, [lane, holder, leaseMs])
}
