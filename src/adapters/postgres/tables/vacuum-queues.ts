import type { Query } from './database.ts'

const sql = 'vacuum countersign.inbox, countersign.inbox_lane, countersign.run'

/** Makes room of what was removed. A server does so by itself; the embedded database never does, and would only grow. */
export async function vacuumQueues(query: Query): Promise<void> {
  await query(sql)
}
