import { isMachineFull } from './machine-full.ts'

/** Faults of what is around us, by their code: GitHub, the database, the disk. */
const outages: ReadonlySet<unknown> = new Set([
  'github_unavailable',
  'state_behind',
  'state_busy',
  'database_unavailable',
  'fetch_failed',
])

/**
 * True where what failed has nothing to do with what was asked for, and ends by itself, after a minute or a day: then
 * nothing is given up for it.
 */
export function isOutage(error: unknown): boolean {
  return isMachineFull(error) || (isObject(error) && 'code' in error && outages.has(error.code))
}

/** True where the fault says that a later try may succeed. */
export function mayPass(error: unknown): boolean {
  return isOutage(error) || (isObject(error) && 'retry' in error && error.retry === 'later')
}

function isObject(error: unknown): error is object {
  return typeof error === 'object' && error !== null
}
