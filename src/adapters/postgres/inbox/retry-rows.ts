import { retriedForDays } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'

const sql = `
with put_back as (
  update countersign.inbox set state = 'waiting', attempts = 0, put_offs = 0, due_at = now(), is_later = false, settled_at = null
  where (state = 'waiting' or state = 'dead' and received_at > now() - $2::double precision * interval '1 day')
    and ($1::bigint[] is null or id = any($1::bigint[]))
  returning id, lane, installation_id
), woken as (
  insert into countersign.inbox_lane as kept (lane, due_at, installation_id)
  select lane, now(), max(installation_id) from put_back group by lane order by lane
  on conflict (lane) do update set due_at = least(kept.due_at, now()), is_later = false
)
select id, (select pg_notify('countersign', 'inbox')) from put_back order by id`

/** Requeues dead rows that aren't too old and lets waiting ones go at once, those of these numbers or all; returns which. */
export async function retryRows(query: Query, rows: readonly number[] | 'all'): Promise<number[]> {
  const requeued = await query(sql, [rows === 'all' ? null : rows, retriedForDays])
  return requeued.map((row) => Number(row['id']))
}
