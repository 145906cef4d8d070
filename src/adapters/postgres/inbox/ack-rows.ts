import type { RowOutcome } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'

const sql = `
update countersign.inbox set
  state = settled.state,
  fault = coalesce(settled.fault, inbox.fault),
  body = case when settled.state = 'done' then ''::bytea else inbox.body end,
  due_at = now() + settled.delay_ms * interval '1 millisecond',
  is_later = settled.delay_ms > 0,
  attempts = greatest(inbox.attempts - settled.put_offs, 0),
  put_offs = inbox.put_offs + settled.put_offs,
  settled_at = case when settled.state = 'waiting' then null else now() end
from unnest($1::bigint[], $2::text[], $3::text[], $4::double precision[], $5::integer[])
  as settled (id, state, fault, delay_ms, put_offs)
where inbox.id = settled.id`

/** Records what became of rows. What is done keeps its id and hash, by which it is known again, and nothing that people wrote. */
export async function ackRows(query: Query, outcomes: ReadonlyMap<number, RowOutcome>): Promise<void> {
  const all = [...outcomes.values()]
  await query(sql, [
    [...outcomes.keys()],
    all.map((one) => (waits(one) ? 'waiting' : one.kind)),
    all.map((one) => (one.kind === 'done' ? null : one.why)),
    all.map((one) => (waits(one) ? one.delayMs : 0)),
    all.map((one) => (one.kind === 'deferred' ? 1 : 0)),
  ])
}

function waits(outcome: RowOutcome): outcome is Extract<RowOutcome, { delayMs: number }> {
  return outcome.kind === 'later' || outcome.kind === 'deferred'
}
