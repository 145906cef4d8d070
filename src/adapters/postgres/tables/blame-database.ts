import { CountersignFault } from '../../../application/fault.ts'
import type { Database } from './database.ts'

/** The same database, whose faults are `database_unavailable`: who waits for it tries again, and is not given up. */
export function blameDatabase(database: Database): Database {
  const blamed = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CountersignFault('database_unavailable', 'the database failed', why, error)
    }
  }
  return {
    ...database,
    query: (sql, parameters) => blamed(() => database.query(sql, parameters)),
    transaction: (act) => blamed(() => database.transaction(act)),
  }
}
