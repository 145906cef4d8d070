import type { Query } from '../tables/database.ts'

/** GitHub lets people redeliver for three days; until then a delivery must be known. */
const keptDays = 7

/** One statement deletes at most that many: after a long stop there may be millions, and it is ended after half a minute. */
const portion = 5_000

const rows = `
with old as (
  select id from countersign.inbox
  where state = 'done' and settled_at < now() - $1::double precision * interval '1 day' order by settled_at limit $2
), gone as (delete from countersign.inbox using old where inbox.id = old.id returning 1)
select count(*) as count from gone`

// Who held one last tells whether what others remember of its issue is old: memory ends with the process, seldom later.
const partitions = `
delete from countersign.inbox_lane as free
where due_at is null and held_until = '-infinity' and not exists (select from countersign.inbox where lane = free.lane)`

/** Removes what was done a week ago, and partitions in which nothing happened since; no further once it is cancelled. */
export async function forgetDone(query: Query, isCancelled: () => boolean): Promise<void> {
  let gone = portion
  while (gone === portion && !isCancelled()) {
    const [row] = await query(rows, [keptDays, portion])
    gone = Number(row?.['count'] ?? 0)
  }
  if (!isCancelled()) await query(partitions)
}
