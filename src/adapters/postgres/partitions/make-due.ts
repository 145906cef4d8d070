import type { Query } from '../tables/database.ts'

const mostAtOnce = 100

/**
 * What waits for its time is set apart (`is_later`), so that whoever looks for work reads what is due and nothing else,
 * however much was deferred. Looked up by key and not joined: before statistics are gathered Postgres would read the table.
 */
const render = (table: string, key: string, condition: string) => `
update countersign.${table} set is_later = false where ${key} = any(array(
  select ${key} from countersign.${table} where ${condition} and is_later and due_at <= now()
  order by due_at limit ${mostAtOnce} for update skip locked
)) returning ${key}`

/**
 * With it, whether something may be taken without that: mostly nothing is, and to take it would be four statements. In the order
 * of an index, as Postgres would read the table for it too.
 */
const renderLook = (table: string, key: string, free: string, order: string) => `
with made as (${render(table, key, 'true')})
select (select count(*) from made) as made, (
  select ${key} from countersign.${table} where not is_later ${free} order by installation_id, repository, ${order} limit 1
) is not null as is_due`

const partitions = renderLook(
  'inbox_lane',
  'lane',
  'and due_at <= now() and (held_until <= now() or holder = $1)',
  'due_at',
)
const runs = renderLook('run', 'id', 'and held_until <= now() and due_at <= now()', 'place')
const rows = render('inbox', 'id', `lane = $1 and state = 'waiting'`)

/** What whoever looks for work is told before they take any. */
export interface DueLook {
  /** Something may be taken. */
  isDue: boolean
  /** There may be more whose time has come. */
  mayBeMore: boolean
}

/**
 * Partitions whose time has come are with those that are due. In no transaction: who takes one would have others locked while
 * it waits.
 */
export function makePartitionsDue(query: Query, holder: string): Promise<DueLook> {
  return look(query, partitions, [holder])
}

/** As `makePartitionsDue`, of runs. */
export function makeRunsDue(query: Query): Promise<DueLook> {
  return look(query, runs)
}

async function look(query: Query, sql: string, parameters: readonly unknown[] = []): Promise<DueLook> {
  const [row] = await query(sql, parameters)
  const made = Number(row?.['made'] ?? 0)
  return { isDue: made > 0 || row?.['is_due'] === true, mayBeMore: made === mostAtOnce }
}

/** As `makePartitionsDue`, of what waits in one partition, for who holds it: nobody else changes it then. */
export async function makeRowsDue(query: Query, partition: string): Promise<void> {
  await query(rows, [partition])
}
