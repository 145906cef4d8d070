import type { Query } from '../tables/database.ts'

const lock = `
update countersign.inbox_lane set held_until = case when $3 then '-infinity' else held_until end
where lane = $1 and holder = $2 returning lane`

// A process from before `is_later`, which may run beside this one in an upgrade, puts rows off without it.
const reschedule = `
with first as (
  (
    select due_at, is_later from countersign.inbox
    where lane = $1 and state = 'waiting' and not is_later and due_at <= now() order by id limit 1
  ) union all (
    select due_at, is_later from (
      (
        select due_at, is_later from countersign.inbox
        where lane = $1 and state = 'waiting' and is_later order by due_at limit 1
      ) union all (
        select due_at, is_later from countersign.inbox
        where lane = $1 and state = 'waiting' and not is_later and due_at > now() order by due_at limit 1
      )
    ) as waits order by due_at limit 1
  ) limit 1
)
update countersign.inbox_lane
set due_at = (select due_at from first), is_later = coalesce((select is_later from first), false)
where lane = $1`

/**
 * False where somebody else holds the partition by now. From here to the end of the transaction nobody adds to it. `release`:
 * it is given back with that.
 */
export async function lockPartition(
  query: Query,
  { partition, holder, release }: { partition: string; holder: string; release: boolean },
): Promise<boolean> {
  return (await query(lock, [partition, holder, release])).length === 1
}

/**
 * Makes a locked partition due with its first row, or not at all. A statement of its own: it must see what was added until
 * the partition was locked, or that would wait for ever.
 */
export async function reschedulePartition(query: Query, partition: string): Promise<void> {
  await query(reschedule, [partition])
}
