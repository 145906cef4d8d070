import type { RunOrder } from '../../../application/ports/queues/run-queue.ts'
import type { Query } from '../tables/database.ts'

const sql = `
with again as (
  update countersign.run set is_cancelled = false where id = any($2::text[]) and is_cancelled
), added as (
  insert into countersign.run (id, repository, installation_id, issue, op, is_untried, ordered_by)
  select id, repository, installation_id, issue, op, is_untried, $1
  from unnest($2::text[], $3::text[], $4::bigint[], $5::integer[], $6::text[], $7::boolean[])
    as ordered (id, repository, installation_id, issue, op, is_untried)
  where not exists (select from countersign.inbox where run = ordered.id and state = 'waiting')
  on conflict do nothing
  returning id
)
select id, (select pg_notify('countersign', 'runs ' || $1)) from added`

/** Adds runs that are neither there nor waiting to be decided on; one that was cancelled, and has not, may go on. */
export async function insertRuns(query: Query, orderedBy: string, orders: readonly RunOrder[]): Promise<void> {
  await query(sql, [
    orderedBy,
    orders.map((one) => one.id),
    orders.map((one) => one.repository.key),
    orders.map((one) => one.repository.installationId),
    orders.map((one) => one.issueNumber),
    orders.map((one) => one.op),
    orders.map((one) => one.isUntried),
  ])
}
