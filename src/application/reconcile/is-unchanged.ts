import type { ChangeToken } from '../ports/forge/forge-reader.ts'

/** When a repository was glanced at, or looked over last. */
export interface LastLook {
  /** ISO 8601, like all times here; before anything was asked. */
  at: string
  /** What was seen at that time; undefined where GitHub didn't show it, or the look after it may not have settled all there was. */
  changeToken: ChangeToken | undefined
}

export interface LookTimes {
  /** What changed later may not have been seen by the last look, since reads may be stale and clocks differ. */
  since: string
  /** A look that is older is too old, whatever the change token says. */
  oldest: string
}

/** Nothing can be found that the last look did not find. Before the first: nobody ever worked here, nor has done anything since. */
export function isUnchanged(
  changeToken: ChangeToken | undefined,
  last: LastLook | undefined,
  { since, oldest }: LookTimes,
): boolean {
  if (changeToken === undefined || isAfter(changeToken.changedAt, since)) return false
  if (last === undefined) return changeToken.head === null && changeToken.branches === 0
  if (last.changeToken === undefined || isAfter(oldest, last.at) || isAfter(changeToken.pushedAt, since)) return false
  const { head, branches, pushedAt, changedAt } = last.changeToken
  const isSame = changeToken.head === head && changeToken.branches === branches
  return isSame && changeToken.pushedAt === pushedAt && changeToken.changedAt === changedAt
}

function isAfter(at: string | null, limit: string): boolean {
  return at !== null && Date.parse(at) > Date.parse(limit)
}
