/** What was counted within a window: when, and how much. Milliseconds. */
export type WindowCounts = { at: number; weight: number }[]

/** What one client has used of GitHub's limits that no answer tells of. */
export interface LimitCounts {
  /** By the name of each window. */
  windows: Record<string, WindowCounts>
  /** GitHub asked to be left alone until then. */
  pausedUntil: number
}

/** What was counted, over restarts. A memory only: what is missing from it was counted before and isn't any more. */
export interface LimitMemory {
  /** By the name of a client: an installation's number, `app`, `reviewer`. */
  recall(client: string): LimitCounts | undefined
  /** Something was counted; `read` tells all of it whenever it is kept. */
  note(client: string, read: () => LimitCounts): void
}
