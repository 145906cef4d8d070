import type { Query } from './database.ts'

const sql = 'update countersign.inbox_lane set holder = null, due_at = now() where holder is not null'

/** Ends every lease; only where nobody else can hold one. */
export async function freeAllLanes(query: Query): Promise<void> {
  await query(sql)
}
