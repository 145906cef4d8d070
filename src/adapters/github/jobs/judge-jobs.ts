import type { RestEndpointMethodTypes } from '@octokit/rest'
import type { TaskJobState } from '../../../application/ports/forge/task-jobs.ts'

type ListedJob = RestEndpointMethodTypes['actions']['listJobsForWorkflowRun']['response']['data']['jobs'][number]
type Run = RestEndpointMethodTypes['actions']['getWorkflowRun']['response']['data']

/** Names of the jobs in the workflow that people copy (docs/runners.md): by them it is told how a run is. */
export const taskJobNames = { order: 'Check the order', task: 'Work on the task' } as const

/** How the job of a task is, by the jobs of the first attempt of its workflow run; undefined where they don't say. */
export function judgeJobs(
  run: Pick<Run, 'created_at' | 'status' | 'conclusion'>,
  jobs: readonly ListedJob[],
): TaskJobState {
  // Started again by a person it is nobody's: only the first attempt takes an order.
  const find = (name: string) => jobs.find((job) => job.name === name && (job.run_attempt ?? 1) === 1)
  const [order, task] = [find(taskJobNames.order), find(taskJobNames.task)]
  if (task?.status === 'in_progress') return { kind: 'at_work', since: task.started_at }
  if (task?.status === 'completed' && task.conclusion !== 'skipped')
    return { kind: 'ended', how: howEnded(task.conclusion), workedMs: workedMs(task) }
  const isOver = run.status === 'completed'
  if (order?.conclusion === 'failure') return { kind: 'ended', how: 'refused', workedMs: 0 }
  if (order?.conclusion === 'cancelled' || (isOver && run.conclusion === 'cancelled'))
    return { kind: 'ended', how: 'cancelled', workedMs: 0 }
  // A workflow that is wrong has no jobs at all.
  if (isOver || task?.conclusion === 'skipped') return { kind: 'ended', how: 'refused', workedMs: 0 }
  return { kind: 'waiting', since: run.created_at }
}

function howEnded(conclusion: ListedJob['conclusion']): 'done' | 'failed' | 'cancelled' {
  if (conclusion === 'success') return 'done'
  return conclusion === 'cancelled' || conclusion === 'timed_out' ? 'cancelled' : 'failed'
}

function workedMs({ started_at: from, completed_at: to }: ListedJob): number {
  return to === null ? 0 : Math.max(0, Date.parse(to) - Date.parse(from))
}
