import type { User } from './world.ts'

/** A branch or tag that is no longer where it was, by whatever way. */
export interface RefChange {
  ref: string
  /** Commit ids; 40 zeros where there was or is none. */
  before: string
  after: string
  pusher: User
  /** A pull request was merged. */
  isMerge?: boolean
}
