import { vi } from 'vitest'
import type { Playground } from '../playground.ts'
import { describeJobs, type Runners } from './use-runners.ts'

/** An issue with one task, whose command is run by the executor `shell`. */
export function countingIssue(command: string): string {
  return [
    '- [ ] T1: Count to three',
    '  - Acceptance',
    '    - `count.txt` contains `3`',
    '',
    '```sh run',
    command,
    '```',
  ].join('\n')
}

/** Workflow runs of a repository that GitHub lists, the oldest first. */
export function listedRuns({ sandbox }: Pick<Runners, 'sandbox'>, { repository }: Playground) {
  const repo = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === repository)
  return repo?.workflowRuns ?? []
}

/** Resolves once so many of them have had a task at work, and the last one has it still. */
export async function untilAtWork(runners: Runners, playground: Playground, runs: number): Promise<void> {
  await vi.waitFor(
    () => {
      const run = listedRuns(runners, playground)[runs - 1]
      const task = run?.jobs?.find(({ name }) => name === 'Work on the task')
      if (task?.status !== 'in_progress') throw new Error(`not at work\n${describeJobs(runners.player)}`)
    },
    { timeout: 90_000, interval: 100 },
  )
}
