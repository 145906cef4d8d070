import type { Glance } from '../ports/forge/lookout.ts'

/** When a repository was glanced at, or looked over last. */
export interface LastLook {
  /** ISO 8601, like all times here; before anything was asked. */
  at: string
  /** What was seen at that glance; undefined where GitHub didn't show it, or the look after it may not have settled all there was. */
  glance: Glance | undefined
}

export interface LookTimes {
  /** What changed later may not have been seen by the last look, since reads may be stale and clocks differ. */
  since: string
  /** A look that is older is too old, whatever the glance says. */
  oldest: string
}

/** Nothing can be found that the last look did not find. Before the first: nobody ever worked here, nor has done anything since. */
export function isQuiet(glance: Glance | undefined, last: LastLook | undefined, { since, oldest }: LookTimes): boolean {
  if (glance === undefined || isAfter(glance.changedAt, since)) return false
  if (last === undefined) return glance.head === null && glance.branches === 0
  if (last.glance === undefined || isAfter(oldest, last.at) || isAfter(glance.pushedAt, since)) return false
  const { head, branches, pushedAt, changedAt } = last.glance
  const isSame = glance.head === head && glance.branches === branches
  return isSame && glance.pushedAt === pushedAt && glance.changedAt === changedAt
}

function isAfter(at: string | null, limit: string): boolean {
  return at !== null && Date.parse(at) > Date.parse(limit)
}
