import type { Query } from './database.ts'

// What the row was before is joined in, as `returning` has what it is after. Lanes that this process works in already
// are named, since it may take lanes that it holds. A holder that died is overtaken once its time is up.
const sql = `
update countersign.inbox_lane as mine
set holder = $1, held_until = now() + $2::double precision * interval '1 millisecond', turn = mine.turn + 1, abandoned = false
from (
  select lane, holder, held_until, abandoned from countersign.inbox_lane
  where due_at <= now() and (held_until <= now() or holder = $1) and lane <> all($3::text[])
  order by due_at limit 1 for update skip locked
) as former
where mine.lane = former.lane
returning
  mine.lane, mine.turn, mine.installation_id, former.holder as former,
  former.abandoned or (former.held_until > '-infinity' and former.held_until <= now()) as abandoned,
  (select version from countersign.repository_change where repository = split_part(mine.lane, '#', 1))::text as version`

export interface TakenLane {
  lane: string
  turn: string
  installationId: number
  /** Who had it before; null for nobody. */
  former: string | null
  wasAbandoned: boolean
  /** Of the repository, as it was last changed by others; null for never. */
  version: string | null
}

/** Takes the lane that has been due longest, for so long; undefined where none is due. `working`: not one of these. */
export async function takeLane(
  query: Query,
  holder: string,
  leaseMs: number,
  working: readonly string[],
): Promise<TakenLane | undefined> {
  const [row] = await query(sql, [holder, leaseMs, working])
  if (row === undefined) return undefined
  return {
    lane: String(row['lane']),
    turn: String(row['turn']),
    installationId: Number(row['installation_id']),
    former: typeof row['former'] === 'string' ? row['former'] : null,
    wasAbandoned: row['abandoned'] === true,
    version: typeof row['version'] === 'string' ? row['version'] : null,
  }
}
