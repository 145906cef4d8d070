import type { Query } from './database.ts'

/** GitHub lets people redeliver for three days; until then a delivery must be known. */
const keptDays = 7

const sql = `
delete from countersign.inbox where state = 'done' and settled_at < now() - $1::double precision * interval '1 day'`

/** Removes what was done a week ago. */
export async function forgetDone(query: Query): Promise<void> {
  await query(sql, [keptDays])
}
