import type { Query } from './database.ts'

const sql = `
insert into countersign.repository_change as known (repository, version) values ($1, 1)
on conflict (repository) do update set version = known.version + 1
returning version::text`

/** Whoever takes a partition of the repository next sees another version of it, the one that is returned. */
export async function noteChange(query: Query, repository: string): Promise<bigint> {
  const [row] = await query(sql, [repository])
  return typeof row?.['version'] === 'string' ? BigInt(row['version']) : 0n
}
