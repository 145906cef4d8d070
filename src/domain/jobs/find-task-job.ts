import type { Configuration } from '../configuration/configuration.ts'

/** What holds of jobs for tasks where a repository's configuration says nothing. */
export interface TaskJobDefaults {
  /** Executors whose tasks are worked on in a job each. */
  executors: readonly string[]
  /** File in `.github/workflows`. */
  workflow: string
}

/** How tasks of this executor are worked on in a job of GitHub Actions; undefined where they are not. */
export function findTaskJob(
  { run: { runner } }: Pick<Configuration, 'run'>,
  defaults: TaskJobDefaults | undefined,
  executor: string,
): { workflow: string; labels: readonly string[]; startWithinMs: number } | undefined {
  if (defaults === undefined || !(runner.executors ?? defaults.executors).includes(executor)) return undefined
  return {
    workflow: runner.workflow ?? defaults.workflow,
    labels: runner.labels,
    startWithinMs: runner.start_within_minutes * 60_000,
  }
}

/** Executors that a repository says are there for its jobs: what this machine lacks for them makes no difference. */
export function isSaidToBeThere({ run }: Pick<Configuration, 'run'>, executor: string): boolean {
  return run.runner.executors?.includes(executor) === true
}
