import type { Database } from '../../../src/adapters/postgres/tables/database.ts'

/** Rows that were read in our tables, whatever the plan, since the database was made. */
export async function countRowsRead(database: Pick<Database, 'query'>): Promise<number> {
  await database.query('select pg_stat_force_next_flush()')
  const [row] = await database.query(
    `select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_user_tables where schemaname = 'countersign'`,
  )
  return Number(row?.['read'])
}
