import type { RunWait, TakenRun } from '../../../application/ports/queues/run-queue.ts'
import type { Query } from '../tables/database.ts'

const remove = `delete from countersign.run where id = $1 and holder = $2 returning id`

/** False where another process has it by now, or nobody. */
export async function removeRun(query: Query, id: string, holder: string): Promise<boolean> {
  return (await query(remove, [id, holder])).length === 1
}

const giveBack = `
update countersign.run
set holder = null, held_until = '-infinity', is_cancelled = false, waits_for_room = false,
  due_at = now() + $3::double precision * interval '1 millisecond', is_later = $3::double precision > 0
where id = $1 and holder = $2 and attempts = $4`

/** Others may take it, so much later; cancelled or not, they look whether it is wanted. */
export async function giveBackRun(
  query: Query,
  { id, attempts }: Pick<TakenRun, 'id' | 'attempts'>,
  holder: string,
  delayMs: number,
): Promise<void> {
  await query(giveBack, [id, holder, delayMs, attempts])
}

// Not 0: it was tried.
const deferred = `
update countersign.run
set holder = null, held_until = '-infinity', is_cancelled = false, attempts = 1, put_offs = put_offs + $6,
  waits_for_room = $5, due_at = now() + $3::double precision * interval '1 millisecond', is_later = $3::double precision > 0
where id = $1 and holder = $2 and attempts = $4`

/** As `giveBackRun`, for what has nothing to do with it: how often it was taken is counted anew. */
export async function deferRun(
  query: Query,
  { id, attempts }: Pick<TakenRun, 'id' | 'attempts'>,
  holder: string,
  { delayMs, waitsFor }: RunWait,
): Promise<void> {
  await query(deferred, [id, holder, delayMs, attempts, waitsFor === 'room', waitsFor === 'job' ? 0 : 1])
}

const count = `select count(*) as runs from countersign.run`

/** Runs that wait or are worked on. */
export async function countRuns(query: Query): Promise<number> {
  const [row] = await query(count)
  return Number(row?.['runs'] ?? 0)
}
