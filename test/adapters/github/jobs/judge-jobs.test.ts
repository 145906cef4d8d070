import { expect, test } from 'vitest'
import { judgeJobs, taskJobNames } from '../../../../src/adapters/github/jobs/judge-jobs.ts'

type Job = Parameters<typeof judgeJobs>[1][number]
const created = '2026-11-21T03:00:00Z'
const [started, completed] = ['2026-11-21T03:10:00Z', '2026-11-21T03:12:00Z']

function job(name: string, status: Job['status'], conclusion: Job['conclusion'] = null, attempt = 1): Job {
  const times = { created_at: created, started_at: started, completed_at: status === 'completed' ? completed : null }
  return { name, status, conclusion, run_attempt: attempt, ...times } as Job
}

const order = (status: Job['status'], conclusion: Job['conclusion'] = null) =>
  job(taskJobNames.order, status, conclusion)
const task = (status: Job['status'], conclusion: Job['conclusion'] = null) => job(taskJobNames.task, status, conclusion)
const checked = order('completed', 'success')
const waiting = { kind: 'waiting', since: created }
const running = { status: 'in_progress', conclusion: null }

test.each([
  ['nothing has begun', { status: 'queued', conclusion: null }, [], waiting],
  ['the order is looked at', running, [order('in_progress')], waiting],
  ['the order is taken, the task’s job not listed yet', running, [checked], waiting],
  ['the task waits for a runner', running, [checked, task('queued')], waiting],
  ['the task is at work', running, [checked, task('in_progress')], { kind: 'at_work', since: started }],
  [
    'the task is done, and the bot at work in the same run',
    running,
    [checked, task('completed', 'success'), job('Issue 7', 'in_progress')],
    { kind: 'ended', how: 'done', workedMs: 120_000 },
  ],
  [
    'the task failed',
    running,
    [checked, task('completed', 'failure')],
    { kind: 'ended', how: 'failed', workedMs: 120_000 },
  ],
  [
    'the task was cancelled',
    running,
    [checked, task('completed', 'cancelled')],
    { kind: 'ended', how: 'cancelled', workedMs: 120_000 },
  ],
  [
    'the order was refused',
    running,
    [order('completed', 'failure'), task('completed', 'skipped')],
    { kind: 'ended', how: 'refused', workedMs: 0 },
  ],
  [
    'the run was cancelled before the task began',
    { status: 'completed', conclusion: 'cancelled' },
    [checked],
    { kind: 'ended', how: 'cancelled', workedMs: 0 },
  ],
  [
    'the workflow is none that GitHub understands',
    { status: 'completed', conclusion: 'startup_failure' },
    [],
    { kind: 'ended', how: 'refused', workedMs: 0 },
  ],
] as const)('%s', (_what, run, jobs, state) => {
  expect(judgeJobs({ ...run, created_at: created }, [...jobs])).toEqual(state)
})

test('what a person has run again is no news of the order', () => {
  const jobs = [checked, task('completed', 'failure'), job(taskJobNames.task, 'in_progress', null, 2)]

  expect(judgeJobs({ ...running, created_at: created }, jobs)).toMatchObject({ kind: 'ended', how: 'failed' })
})
