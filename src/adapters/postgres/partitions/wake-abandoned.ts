import type { Query } from '../tables/database.ts'

const sql = `
update countersign.inbox_lane set held_until = '-infinity', abandoned = true, due_at = least(due_at, now()), is_later = false
where held_until > '-infinity' and held_until <= now()`

/** Makes partitions due whose holders went away: what they owed may be half done. */
export async function wakeAbandoned(query: Query): Promise<void> {
  await query(sql)
}
