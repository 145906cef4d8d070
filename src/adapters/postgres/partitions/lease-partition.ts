import type { Query } from '../tables/database.ts'

const sql = `
insert into countersign.inbox_lane as mine (lane, due_at, holder, held_until)
values ($1, null, $2, now() + $3::double precision * interval '1 millisecond')
on conflict (lane) do update
set holder = excluded.holder, held_until = excluded.held_until, turn = mine.turn + 1
where mine.held_until <= now() or mine.holder = excluded.holder
returning turn`

/** Leases a partition by its name, whether something waits in it or not; its fencing token, or undefined where another process has it. */
export async function leasePartition(
  query: Query,
  partition: string,
  holder: string,
  leaseMs: number,
): Promise<string | undefined> {
  const [row] = await query(sql, [partition, holder, leaseMs])
  return row === undefined ? undefined : String(row['turn'])
}
