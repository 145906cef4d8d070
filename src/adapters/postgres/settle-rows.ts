import type { RowOutcome } from '../../application/ports/inbox.ts'
import type { Query } from './database.ts'

const sql = `
update countersign.inbox set
  state = settled.state,
  fault = coalesce(settled.fault, inbox.fault),
  body = case when settled.state = 'done' then ''::bytea else inbox.body end,
  due_at = now() + settled.delay_ms * interval '1 millisecond',
  settled_at = case when settled.state = 'waiting' then null else now() end
from unnest($1::bigint[], $2::text[], $3::text[], $4::double precision[]) as settled (id, state, fault, delay_ms)
where inbox.id = settled.id`

/** Records what became of rows. What is done keeps its id and hash, by which it is known again, and nothing that people wrote. */
export async function settleRows(query: Query, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
  const all = [...outcomes.values()]
  await query(sql, [
    [...outcomes.keys()],
    all.map((one) => (one.kind === 'later' ? 'waiting' : one.kind)),
    all.map((one) => (one.kind === 'done' ? null : one.why)),
    all.map((one) => (one.kind === 'later' ? one.delayMs : 0)),
  ])
}
