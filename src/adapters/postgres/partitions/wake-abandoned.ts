import type { Query } from '../tables/database.ts'

const sql = `
update countersign.inbox_lane set held_until = '-infinity', abandoned = true, due_at = least(due_at, now()), is_later = false
where held_until > '-infinity' and ($1 or held_until <= now())`

/** Makes partitions due whose holders went away: what they owed may be half done. `all`: nobody else can hold one. */
export async function wakeAbandoned(query: Query, which: 'expired' | 'all'): Promise<void> {
  await query(sql, [which === 'all'])
}
