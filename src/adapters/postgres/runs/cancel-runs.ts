import type { Query } from '../tables/database.ts'

const remove = `delete from countersign.run where id = any($1::text[]) and held_until <= now()`

const markCancelled = `
with told as (
  update countersign.run set is_cancelled = true where id = any($1::text[]) and held_until > now() returning id
)
select id, (select pg_notify('countersign', 'runs')) from told`

/** Removes runs that wait; those that are worked on are cancelled. */
export async function cancelRuns(query: Query, ids: readonly string[]): Promise<void> {
  await query(remove, [ids])
  await query(markCancelled, [ids])
}
