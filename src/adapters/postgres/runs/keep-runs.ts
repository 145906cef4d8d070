import type { RunNews } from '../../../application/ports/queues/run-queue.ts'
import type { Query } from '../tables/database.ts'

const sql = `
update countersign.run set held_until = now() + $3::double precision * interval '1 millisecond'
where holder = $1 and id = any($2::text[])
returning id, is_cancelled`

/** Heartbeat of all runs of a process by one statement. */
export async function keepRuns(
  query: Query,
  holder: string,
  ids: readonly string[],
  holdMs: number,
): Promise<Map<string, RunNews>> {
  const rows = await query(sql, [holder, ids, holdMs])
  const kept = new Map(rows.map((row) => [String(row['id']), row['is_cancelled'] === true]))
  const news = new Map<string, RunNews>()
  for (const id of ids) {
    const cancelled = kept.get(id)
    if (cancelled === undefined) news.set(id, 'lost')
    else if (cancelled) news.set(id, 'cancelled')
  }
  return news
}
