import type { Query } from '../tables/database.ts'

const sql = `
with dropped as (
  update countersign.inbox set state = 'done', body = ''::bytea, settled_at = now()
  where state = 'dead' and ($1::bigint[] is null or id = any($1::bigint[]))
  returning id
)
select id from dropped order by id`

/** Takes dead rows for done, those of these numbers or all; returns which. */
export async function dropRows(query: Query, rows: readonly number[] | 'all'): Promise<number[]> {
  const dropped = await query(sql, [rows === 'all' ? null : rows])
  return dropped.map((row) => Number(row['id']))
}
