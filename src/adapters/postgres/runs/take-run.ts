import type { TakenRun } from '../../../application/ports/queues/run-queue.ts'
import { parsePartition } from '../../../application/ports/queues/message.ts'
import type { Turn } from '../../../application/workers/turn.ts'
import type { Query } from '../tables/database.ts'
import { renderTurns } from '../partitions/render-turns.ts'

/** Two that count at the same time would both find room. */
const lock = 'select pg_advisory_xact_lock(7263916)'

/** Those of a repository that are at work, and the first one that may be. */
const atWork = (of: string) => `(
  select count(*) from countersign.run
  where installation_id = ${of}.installation_id and repository = ${of}.repository
    and holder is not null and held_until > now()
)`
const firstFree = (of: string) => `(
  select id, is_untried, place from countersign.run
  where installation_id = ${of}.installation_id and repository = ${of}.repository
    and not is_later and held_until <= now() and due_at <= now()
    and (ordered_by = $1 or due_at <= now() - $7::double precision * interval '1 millisecond')
  order by place limit 1
)`

// Repositories with none at work take turns. Only where all that wait have some these are compared, and they are few. Counts
// are looked up one by one: before statistics are gathered Postgres takes it that most runs are held, and reads them all.
const sql = `
with recursive ${renderTurns({ table: 'countersign.run', condition: 'not one.is_later', after: ['$4', '$5'], full: '$6' })},
busy (installation_id, repository) as (
  select -1::bigint, ''::text
  union all
  select next.installation_id, next.repository from busy cross join lateral (
    select one.installation_id, one.repository from countersign.run as one
    where one.holder is not null and (one.installation_id, one.repository) > (busy.installation_id, busy.repository)
    order by one.installation_id, one.repository limit 1
  ) as next
), chosen as (
  (
    select free.id, free.is_untried from turn cross join lateral ${firstFree('turn')} as free
    where turn.installation_id <> all($6::bigint[]) and ${atWork('turn')} = 0
    limit 1
  ) union all (
    select free.id, free.is_untried
    from (select *, ${atWork('busy')} as runs from busy offset 0) as busy cross join lateral ${firstFree('busy')} as free
    where busy.runs < $3 and busy.installation_id <> all($6::bigint[])
    order by busy.runs, free.place limit 1
  ) limit 1
)
update countersign.run
set holder = $1, held_until = now() + $2::double precision * interval '1 millisecond',
  attempts = attempts + 1, is_untried = false
from chosen where run.id = chosen.id
returning run.id, repository, installation_id, issue, op, attempts, put_offs, ordered_by = $1 as is_own, chosen.is_untried`

export interface RunWish {
  holder: string
  holdMs: number
  perRepository: number
  /** Not one of these installations. */
  full: readonly number[]
  /** Whose turn it was last. */
  last: Turn
  /** A run that another process ordered may be taken when it has waited that long. */
  headStartMs: number
}

/** Takes a run that nobody works on, in a transaction; of the repository with the fewest at work. */
export async function takeRun(query: Query, wish: RunWish): Promise<TakenRun | undefined> {
  const { holder, holdMs, perRepository, full, last, headStartMs } = wish
  await query(lock)
  const [row] = await query(sql, [
    holder,
    holdMs,
    perRepository,
    last.installationId,
    last.repository,
    full,
    headStartMs,
  ])
  if (row === undefined) return undefined
  return {
    id: String(row['id']),
    repository: parsePartition(String(row['repository']), Number(row['installation_id'])),
    issueNumber: Number(row['issue']),
    op: String(row['op']),
    attempts: Number(row['attempts']),
    deferrals: Number(row['put_offs']),
    isOwn: row['is_own'] === true,
    isUntried: row['is_untried'] === true,
  }
}
