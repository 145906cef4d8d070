import type { Query } from '../tables/database.ts'

const sql = 'select delivery_id from countersign.inbox where delivery_id = any($1::text[])'

/** Those of these ids of deliveries that are known. */
export async function findStored(query: Query, deliveryIds: readonly string[]): Promise<Set<string>> {
  const rows = await query(sql, [deliveryIds])
  return new Set(rows.map((row) => String(row['delivery_id'])))
}
