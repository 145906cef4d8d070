import type { Query } from './database.ts'

const lock = `update countersign.inbox_lane set holder = null, due_at = now() where lane = $1 and holder = $2 returning lane`

const remove = `
delete from countersign.inbox_lane
where lane = $1 and not exists (select from countersign.inbox where lane = $1 and state = 'waiting')`

const postpone = `
update countersign.inbox_lane
set due_at = (select min(due_at) from countersign.inbox where lane = $1 and state = 'waiting')
where lane = $1`

/** Gives up a held lane; false where somebody else holds it by now. From here to the end of the transaction nobody adds to it. */
export async function releaseLane(query: Query, lane: string, holder: string): Promise<boolean> {
  return (await query(lock, [lane, holder])).length === 1
}

/**
 * Removes a released lane where nothing waits in it, else makes it due with its first row. A statement of its own:
 * it must see what was added until the lane was locked, or that would wait for ever.
 */
export async function rescheduleLane(query: Query, lane: string): Promise<void> {
  await query(remove, [lane])
  await query(postpone, [lane])
}
