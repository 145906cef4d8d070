import type { Message } from './message.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** Long work that an issue's outbox owes. */
export interface RunOrder {
  /** `owner/name ISS-007/12`: operation ids are unique in a repository only. */
  id: string
  repository: RepositoryRef
  issueNumber: number
  op: string
  /** Nobody can have tried it: who takes it first needs not look whether it was done. */
  isUntried: boolean
}

export interface TakenRun extends RunOrder {
  /** Ordered by this process: what it remembers of the issue is new enough. */
  isOwn: boolean
  /** How often it was taken since it was last deferred, this time included. */
  attempts: number
  /** How often it was deferred. */
  deferrals: number
}

/**
 * How long a run is deferred, and what for: `room` on a disk, the end of an `outage`, which may be told before, or a `job`
 * of its own, which somebody has to look at again.
 */
export interface RunWait {
  delayMs: number
  waitsFor: 'outage' | 'room' | 'job'
}

/** What became of a run since it was last asked about. `lost`: somebody else may have it. */
export type RunNews = 'cancelled' | 'lost'

/** Long work of all processes, each run with one of them at a time (I11). */
export interface RunQueue {
  /**
   * Each once: nothing where it waits, is worked on, or what it came to waits to be decided on. One that was cancelled
   * and goes on still is not cancelled any more.
   */
  add(orders: readonly RunOrder[]): Promise<void>
  /**
   * Takes one for this process, of the repository with the fewest at work, or whose turn it is where several have none;
   * none of an installation in `full`, and where only `guests` are asked for, none of a repository with some at work.
   * Undefined where no other may be taken.
   */
  take(full?: readonly number[], guests?: boolean): Promise<TakenRun | undefined>
  /** Heartbeat of runs that this process has; what is not as it was is named. */
  keep(ids: readonly string[]): Promise<ReadonlyMap<string, RunNews>>
  /** Ends a run and stores what it came to, both or neither; false and nothing where it is another's by now. */
  finish(id: string, messages: readonly Message[]): Promise<boolean>
  /** Others may take it, so much later; whoever does looks whether it is still wanted. Nothing where it was taken again since. */
  giveBack(taken: Pick<TakenRun, 'id' | 'attempts'>, delayMs: number): Promise<void>
  /**
   * As `giveBack`, for what has nothing to do with it: how often it was taken is counted anew. To wait for a job is no
   * deferral that counts.
   */
  defer(taken: Pick<TakenRun, 'id' | 'attempts'>, wait: RunWait): Promise<void>
  /** One that waits is gone; one that is worked on is told with its next heartbeat. */
  cancel(ids: readonly string[]): Promise<void>
  /** Runs of a repository that wait, are worked on, or whose outcome waits to be decided on. */
  findLive(repositoryKey: string): Promise<ReadonlySet<string>>
  /** Runs that wait or are worked on. */
  countOpen(): Promise<number>
  /** `heard` is called whenever a run may be taken or was cancelled. */
  listen(heard: () => void): void
}
