import type { User } from './world.ts'

/** Stands for no commit: before a ref was there, and after it is gone. */
export const zeroSha = '0'.repeat(40)

/** A branch or tag that is no longer where it was, by whatever way. */
export interface RefChange {
  ref: string
  /** Commit ids; `zeroSha` where there was or is none. */
  before: string
  after: string
  pusher: User
  /** A pull request was merged. */
  isMerge?: boolean
}
