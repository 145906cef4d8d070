import { CountersignFault } from '../../../application/fault.ts'

/** What Postgres says of itself and ends by itself: broken connections, no room, being stopped or started, read-only. */
const passingStates = /^(?:08|53|57P0|25006)/
/** Postgres' own has a digit, which tells it from `EPIPE`: anything else in `code` is the network's, or ours. */
const isState = /^(?=.*\d)[0-9A-Z]{5}$/

/** What SQLite names so ends when somebody makes room or the disk goes on; a file that is broken or not ours to open stays so. */
const passingOfFile: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR'])
const isOfFile = /^(?:SQLITE_|newer_file$)/

/** Whether a fault of the database may end by itself. A wrong password, a missing database or right are somebody's to mend. */
export function mayDatabaseReturn(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof CountersignFault && one.code !== 'database_unavailable') return false
    if ('code' in one && typeof one.code === 'string' && isState.test(one.code)) return passingStates.test(one.code)
    if ('code' in one && typeof one.code === 'string' && isOfFile.test(one.code)) return passingOfFile.has(one.code)
    if (one instanceof TypeError) return false
  }
  return true
}
