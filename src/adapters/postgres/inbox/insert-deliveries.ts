import type { Delivery } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'

// A notification has 8,000 bytes at most; without names all look at once. `!` before a name: its repository is nobody's.
const partitionsOf = `(
  select case when octet_length(names) < 7000 then 'inbox ' || names else 'inbox' end
  from (
    select string_agg(distinct case when home.until > now() then lane else '!' || lane end, ' ') as names
    from inserted left join countersign.repository_home as home on home.repository = split_part(lane, '#', 1)
  ) as told
)`

// Partitions in order of their name: two processes that insert at once can't wait for each other crosswise. Bodies are parameters
// of their own: in an array they would be escaped, by JavaScript, and parsed.
const renderSql = (bodies: string) => `
with inserted as (
  insert into countersign.inbox (delivery_id, body_sha256, event, lane, body, received_at, installation_id, run)
  select * from unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], array[${bodies}]::bytea[], $5::timestamptz[], $6::bigint[], $7::text[]
  )
  on conflict do nothing
  returning delivery_id, lane, installation_id
), woken as (
  insert into countersign.inbox_lane as kept (lane, due_at, installation_id)
  select lane, now(), max(installation_id) from inserted group by lane order by lane
  on conflict (lane) do update
  set due_at = least(kept.due_at, now()), is_later = false, installation_id = excluded.installation_id
)
select delivery_id, (select pg_notify('countersign', ${partitionsOf})) from inserted`

/** Stores deliveries that are new by id and by body, and wakes their partitions; returns the ids that were stored. */
export async function insertDeliveries(query: Query, deliveries: readonly Delivery[]): Promise<Set<string>> {
  const rows = await query(renderSql(deliveries.map((_, index) => `$${index + 8}`).join()), [
    deliveries.map((one) => one.id),
    deliveries.map((one) => one.bodyKey),
    deliveries.map((one) => one.event),
    deliveries.map((one) => one.partition),
    deliveries.map((one) => one.receivedAt),
    deliveries.map((one) => one.installationId),
    deliveries.map((one) => one.run),
    ...deliveries.map((one) => one.body),
  ])
  return new Set(rows.map((row) => String(row['delivery_id'])))
}
