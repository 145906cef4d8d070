/**
 * Common table expressions that end in `turn`: repositories with rows in a table that meet a condition, each once, in the
 * order of an index on (installation_id, repository), beginning behind `$after` and ending with it. Each costs one look
 * at the index, however many rows it has, and none is looked for that isn't asked for. An installation in `$full` is
 * passed over by one step.
 */
export function renderTurns(parts: {
  table: string
  condition: string
  /** Parameters: installation and repository whose turn was last, and a list of installations. */
  after: readonly [string, string]
  full: string
}): string {
  const { table, condition, after, full } = parts
  const [installation, repository] = [`${after[0]}::bigint`, `${after[1]}::text`]
  const next = (turn: string) => `
    select one.installation_id, one.repository from ${table} as one
    where ${condition} and (one.installation_id, one.repository) > (
      ${turn}.installation_id + (${turn}.installation_id = any(${full}::bigint[]))::integer,
      case when ${turn}.installation_id = any(${full}::bigint[]) then '' else ${turn}.repository end
    )
    order by one.installation_id, one.repository limit 1`
  return `
after_last (installation_id, repository, steps) as (
  select ${installation}, ${repository}, 0
  union all
  select next.installation_id, next.repository, steps + 1
  from after_last cross join lateral (${next('after_last')}) as next
), up_to_last (installation_id, repository, steps) as (
  select -1::bigint, ''::text, 0
  union all
  select next.installation_id, next.repository, steps + 1
  from up_to_last cross join lateral (${next('up_to_last')}) as next
  where (next.installation_id, next.repository) <= (${installation}, ${repository})
), turn as (
  select installation_id, repository from after_last where steps > 0
  union all
  select installation_id, repository from up_to_last where steps > 0
)`
}
