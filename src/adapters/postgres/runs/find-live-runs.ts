import type { Query } from '../tables/database.ts'

const sql = `
select id from countersign.run where repository = $1
union
select run from countersign.inbox where run is not null and state = 'waiting' and starts_with(run, $1 || ' ')`

/** Runs of a repository that wait, are worked on, or whose outcome waits. */
export async function findLiveRuns(query: Query, repository: string): Promise<Set<string>> {
  const rows = await query(sql, [repository])
  return new Set(rows.map((row) => String(row['id'])))
}
