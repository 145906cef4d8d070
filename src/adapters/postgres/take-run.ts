import type { TakenRun } from '../../application/ports/run-queue.ts'
import { parseLane } from '../../application/signal.ts'
import type { Query } from './database.ts'

/** Two that count at the same time would both find room. */
const lock = 'select pg_advisory_xact_lock(7263916)'

const sql = `
with busy as (
  select repository, count(*) as runs from countersign.run where held_until > now() group by repository
), chosen as (
  select run.id, run.is_untried from countersign.run left join busy using (repository)
  where run.held_until <= now() and run.due_at <= now() and coalesce(busy.runs, 0) < $3
  order by coalesce(busy.runs, 0), run.place limit 1
)
update countersign.run
set holder = $1, held_until = now() + $2::double precision * interval '1 millisecond',
  attempts = attempts + 1, is_untried = false
from chosen where run.id = chosen.id
returning run.id, repository, installation_id, issue, op, attempts, ordered_by = $1 as is_own, chosen.is_untried`

/** Takes a run that nobody works on, in a transaction; of the repository with the fewest at work. */
export async function takeRun(
  query: Query,
  how: { holder: string; holdMs: number; perRepository: number },
): Promise<TakenRun | undefined> {
  await query(lock)
  const [row] = await query(sql, [how.holder, how.holdMs, how.perRepository])
  if (row === undefined) return undefined
  return {
    id: String(row['id']),
    repository: parseLane(String(row['repository']), Number(row['installation_id'])),
    issueNumber: Number(row['issue']),
    op: String(row['op']),
    attempts: Number(row['attempts']),
    isOwn: row['is_own'] === true,
    isUntried: row['is_untried'] === true,
  }
}
