import { findSqlState } from './find-sql-state.ts'

/** Deadlock, and a transaction that couldn't be put in order: Postgres undid all of it, and the others went on. */
const undone = ['40P01', '40001']
const maxRepeats = 3

/** Does once more what Postgres undid because it and others waited for each other crosswise. */
export async function repeatDeadlocks<T>(act: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await act()
    } catch (error) {
      if (repeats === maxRepeats || !undone.includes(findSqlState(error) ?? '')) throw error
    }
  }
}
