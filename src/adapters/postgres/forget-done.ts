import type { Query } from './database.ts'

/** GitHub lets people redeliver for three days; until then a delivery must be known. */
const keptDays = 7

const rows = `
delete from countersign.inbox where state = 'done' and settled_at < now() - $1::double precision * interval '1 day'`

// Who held one last tells whether what others remember of its issue is old: memory ends with the process, seldom later.
const lanes = `
delete from countersign.inbox_lane as free
where due_at is null and held_until = '-infinity' and not exists (select from countersign.inbox where lane = free.lane)`

/** Removes what was done a week ago, and lanes in which nothing happened since. */
export async function forgetDone(query: Query): Promise<void> {
  await query(rows, [keptDays])
  await query(lanes)
}
