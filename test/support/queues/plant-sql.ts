import type { Database, Query } from '../../../src/adapters/postgres/tables/database.ts'

/** A deliberate mistake in one statement. */
export interface SqlDefect {
  name: string
  /** Stands in that statement alone, once or more. */
  find: string
  replace: string
}

/** A database to which the statement is sent with the mistake in it; `times`: how often that was so far. */
export function plantSql(database: Database, { find, replace }: SqlDefect): { planted: Database; times: () => number } {
  let times = 0
  const plant =
    (query: Query): Query =>
    (sql, parameters) => {
      if (!sql.includes(find)) return query(sql, parameters)
      times += 1
      return query(
        sql.replaceAll(find, () => replace),
        parameters,
      )
    }
  const { bulk } = database
  const planted: Database = {
    ...database,
    query: plant(database.query),
    ...(bulk === undefined ? {} : { bulk: plant(bulk) }),
    transaction: (act) => database.transaction((query) => act(plant(query))),
  }
  return { planted, times: () => times }
}
