import type { TaskJobDefaults } from '../../../domain/jobs/find-task-job.ts'
import type { TaskBrief } from '../../../domain/jobs/task-brief.ts'
import type { JobOrder } from '../../../domain/jobs/job-order.ts'
import type { TaskResult } from '../../../domain/jobs/task-result.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** A job by what it is found by: its name can't be guessed, and is the same whoever asks. */
export interface TaskJobPlace {
  repository: RepositoryRef
  workflow: string
  name: string
}

/** What is ordered: the order without what sealing adds. */
export interface TaskJobOrder {
  order: Omit<JobOrder, 'version' | 'name' | 'brief_sha' | 'ordered_by'>
  brief: TaskBrief
  /** Branch whose workflow is run. */
  branch: string
}

/** How a job is; times are GitHub's. `refused`: its order was not taken. `cancelled`: also by GitHub, at its time limit. */
export type TaskJobState =
  | { kind: 'waiting'; since: string }
  | { kind: 'at_work'; since: string }
  | { kind: 'ended'; how: 'done' | 'failed' | 'cancelled' | 'refused'; workedMs: number }

export interface TaskJob {
  id: number
  /** Its page, with its log. */
  url: string
  state: TaskJobState
}

/** What a job handed back, for the order that it names, which was ours. */
export interface HandedBack {
  order: JobOrder
  /** Page of the job, as GitHub says it. */
  url: string
  result: TaskResult
  /** Of `result.files`, by index; a deleted one has none. */
  bytes: readonly (Uint8Array | null)[]
}

/** Tasks in jobs of GitHub Actions, each on a machine that holds no right to write (docs/decisions/0098). */
export interface TaskJobs {
  readonly defaults: TaskJobDefaults
  /** The first of that name that the bot ordered; undefined where it ordered none. */
  find(place: TaskJobPlace): Promise<TaskJob | undefined>
  /** Undefined where GitHub doesn't say yet which it is: then it is found by its name. */
  order(place: TaskJobPlace, order: TaskJobOrder): Promise<TaskJob | undefined>
  /** A string says why what was handed back is no result; undefined where nothing was. */
  fetchResult(repository: RepositoryRef, job: TaskJob): Promise<HandedBack | string | undefined>
  /** Ends all of that name that haven't ended. */
  cancel(place: TaskJobPlace): Promise<void>
}
