import type { Inbox } from './inbox.ts'
import type { KnownHeads } from '../state/known-heads.ts'
import type { RunQueue } from './run-queue.ts'

/** What waits and is worked on, in one place that all processes share, or in the memory of the only one. */
export interface Queues {
  inbox: Inbox
  runs: RunQueue
  /** null: nothing outlives this process. */
  heads: KnownHeads | null
  /** What was deferred for an outage is due now. */
  expedite(): Promise<void>
  /** Gives back what this process holds. */
  close(): Promise<void>
}
