import type { Pause } from '../../domain/records/iss-record.ts'

/**
 * Why it was paused or stopped, where that says more than that it was: without words of theirs, a person's command is
 * recorded as `paused by @ada`.
 */
export function findReason({ by, why }: { by: string; why: string }): string {
  return why === `paused by @${by}` || why === `stopped by @${by}` ? '' : why.replace(/^paused: /, '')
}

/** All that the work stands still for, as one reason: who was first, since when. */
export function joinReasons({ by, at, why, more = [] }: Pause): { by: string; at: string; why: string } {
  if (more.length === 0) return { by, at, why }
  const all = [{ by, why }, ...more].map((one) => findReason(one) || one.why)
  return { by, at, why: all.join('; ') }
}
