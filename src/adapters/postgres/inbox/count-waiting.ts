import type { Query } from '../tables/database.ts'

// Each by an index of its own: most of the table is done.
const sql = `
select (select count(*) from countersign.inbox where state = 'waiting' and not is_later)
  + (select count(*) from countersign.inbox where state = 'waiting' and is_later) as waiting`

/** Rows that are neither done nor dead. */
export async function countWaiting(query: Query): Promise<number> {
  const [row] = await query(sql)
  return Number(row?.['waiting'] ?? 0)
}
