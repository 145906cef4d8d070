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

const partitions = render('inbox_lane', 'lane', 'true')
const runs = render('run', 'id', 'true')
const rows = render('inbox', 'id', `lane = $1 and state = 'waiting'`)

/**
 * Partitions whose time has come are with those that are due; true where there may be more of them. In no transaction: who takes
 * one would have others locked while it waits.
 */
export function makePartitionsDue(query: Query): Promise<boolean> {
  return makeDue(query, partitions)
}

/** As `makePartitionsDue`, of runs. */
export function makeRunsDue(query: Query): Promise<boolean> {
  return makeDue(query, runs)
}

/** As `makePartitionsDue`, of what waits in one partition, for who holds it: nobody else changes it then. */
export function makeRowsDue(query: Query, partition: string): Promise<boolean> {
  return makeDue(query, rows, [partition])
}

async function makeDue(query: Query, sql: string, parameters: readonly unknown[] = []): Promise<boolean> {
  return (await query(sql, parameters)).length === mostAtOnce
}
