/**
 * Why it was paused or stopped, where that says more than that it was: without words of theirs, a person's command is
 * recorded as `paused by @ada`.
 */
export function findReason({ by, why }: { by: string; why: string }): string {
  return why === `paused by @${by}` || why === `stopped by @${by}` ? '' : why.replace(/^paused: /, '')
}
