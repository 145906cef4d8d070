import type { Query } from './database.ts'

const sql = `select count(*) as waiting from countersign.inbox where state = 'waiting'`

/** Rows that are neither done nor dead. */
export async function countWaiting(query: Query): Promise<number> {
  const [row] = await query(sql)
  return Number(row?.['waiting'] ?? 0)
}
