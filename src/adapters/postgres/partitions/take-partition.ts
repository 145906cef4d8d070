import type { Turn } from '../../../application/workers/turn.ts'
import type { Query } from '../tables/database.ts'
import { renderTurns } from './render-turns.ts'

/** So long others leave a repository to who worked there last: as long as its state is likely to be in memory. */
export const homeMs = 600_000

// What the row was before is joined in, as `returning` has what it is after. Partitions that this process works in already
// are named, since it may take partitions that it holds. A holder that died is overtaken once its time is up. Who worked in the
// repository last, where it still may, has the first word; who had to be helped out isn't that any more.
const sql = `
with recursive ${renderTurns({
  table: 'countersign.inbox_lane',
  condition: 'one.due_at is not null and not one.is_later',
  after: ['$4', '$5'],
  full: '$6',
})}
update countersign.inbox_lane as mine
set holder = $1, held_until = now() + $2::double precision * interval '1 millisecond', turn = mine.turn + 1, abandoned = false
from (
  select own.lane, own.holder, own.held_until, own.abandoned from turn cross join lateral (
    select lane, holder, held_until, abandoned from countersign.inbox_lane
    where installation_id = turn.installation_id and repository = turn.repository
      and not is_later and due_at <= now() and (held_until <= now() or holder = $1) and lane <> all($3::text[])
      and (
        holder = $1 or due_at <= now() - $7::double precision * interval '1 millisecond' or not exists (
          select from countersign.repository_home as home
          where home.repository = turn.repository and home.holder <> $1 and home.until > now()
        )
      )
    order by due_at limit 1 for update skip locked
  ) as own
  where turn.installation_id <> all($6::bigint[])
  limit 1
) as former
where mine.lane = former.lane
returning
  mine.lane, mine.turn, mine.installation_id, mine.repository, former.holder as former,
  former.held_until > '-infinity' as was_held,
  former.abandoned or (former.held_until > '-infinity' and former.held_until <= now()) as abandoned,
  (select version from countersign.repository_change where repository_change.repository = mine.repository)::text as version`

// Written seldom: others that claim in the repository wait for it. Who helps out while the home has its hands full isn't the home
// for that: two that take a repository from each other read anew what the other wrote, each time.
const homeSql = `
insert into countersign.repository_home as home (repository, holder, until)
values ($1, $2, now() + $3::double precision * interval '1 millisecond')
on conflict (repository) do update set holder = excluded.holder, until = excluded.until
where case
  when home.holder = excluded.holder then home.until < now() + $3::double precision * interval '0.5 milliseconds'
  else home.until <= now() or not exists (
    select from countersign.inbox_lane as held where held.holder = home.holder and held.held_until > now()
  )
end`

export interface TakenPartition extends Turn {
  partition: string
  fencingToken: string
  /** Who had it before; null for nobody. */
  former: string | null
  /** Somebody had it, and may have gone away. */
  wasHeld: boolean
  wasAbandoned: boolean
  /** Of the repository, as it was last changed by others; null for never. */
  version: string | null
}

export interface PartitionWish {
  holder: string
  leaseMs: number
  /** Not one of these partitions. */
  working: readonly string[]
  /** Nor one of these installations. */
  full: readonly number[]
  /** Whose turn it was last. */
  last: Turn
  /** What waits that long in a repository where another process worked last may be taken. */
  headStartMs: number
}

/** Takes the partition that has been due longest in the repository whose turn it is; undefined where none is due. */
export async function takePartition(query: Query, wish: PartitionWish): Promise<TakenPartition | undefined> {
  const { holder, leaseMs, working, full, last, headStartMs } = wish
  const [row] = await query(sql, [holder, leaseMs, working, last.installationId, last.repository, full, headStartMs])
  if (row === undefined) return undefined
  const isNewHere = row['was_held'] !== true || row['former'] !== holder
  if (isNewHere) await query(homeSql, [row['repository'], holder, homeMs])
  return {
    partition: String(row['lane']),
    fencingToken: String(row['turn']),
    installationId: Number(row['installation_id']),
    repository: String(row['repository']),
    former: typeof row['former'] === 'string' ? row['former'] : null,
    wasHeld: row['was_held'] === true,
    wasAbandoned: row['abandoned'] === true,
    version: typeof row['version'] === 'string' ? row['version'] : null,
  }
}

/** Nobody needs to wait for a process that ends. */
export async function leaveHomes(query: Query, holder: string): Promise<void> {
  await query('delete from countersign.repository_home where holder = $1', [holder])
}
