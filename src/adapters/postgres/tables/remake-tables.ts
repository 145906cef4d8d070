import type { Database, Query } from './database.ts'
import { findSqlState } from './find-sql-state.ts'
import { migrate } from './migrate.ts'

/** No such table, no such schema. */
const missing = ['42P01', '3F000']

/** The same database; should somebody empty it, its tables are made again and what failed is done once more. */
export function remakeTables(database: Database): Database {
  const remade = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      if (!missing.includes(findSqlState(error) ?? '')) throw error
      await migrate(database)
      return act()
    }
  }
  const { bulk } = database
  return {
    ...(bulk === undefined ? {} : { bulk: (...statement: Parameters<Query>) => remade(() => bulk(...statement)) }),
    query: (sql, parameters) => remade(() => database.query(sql, parameters)),
    transaction: (act) => remade(() => database.transaction(act)),
    ...(database.listen === undefined ? {} : { listen: database.listen }),
    close: () => database.close(),
  }
}
