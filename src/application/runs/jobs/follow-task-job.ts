import { findTaskJob } from '../../../domain/jobs/find-task-job.ts'
import type { GateEvent } from '../../../domain/gate/draft/gate-event.ts'
import type { RunProgress } from '../../../domain/records/run-progress.ts'
import { explainToPeople } from '../../attempts/attempt-effect.ts'
import { integrationHead } from '../../branches/integration-head.ts'
import { mayPass } from '../../outage.ts'
import type { HandedBack, TaskJob, TaskJobPlace, TaskJobs } from '../../ports/forge/task-jobs.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import { findApproved } from '../bring-together.ts'
import { getPlan, type TaskRun } from '../task-run.ts'
import { briefOfRun } from './brief-of-run.ts'
import { nameTaskJob } from './name-task-job.ts'

/** What a job may take beside its commands: its machine, a clone, handing back. */
const besideMinutes = 10
/** A hosted runner ends every job after six hours. */
const mostMinutes = 345
/** How much longer than its order allows a job may be seen at work, until it is ended. */
const graceMs = 10 * 60_000
const [soonestLookMs, latestLookMs] = [2_000, 60_000]

/** How a run of a task is that belongs into a job of its own. `here`: it doesn't. */
export type TaskJobNews =
  | { kind: 'here' }
  | { kind: 'waiting'; delayMs: number; progress: RunProgress | null }
  | { kind: 'handed_back'; handedBack: HandedBack }
  | { kind: 'concluded'; event: GateEvent }

interface Ordered {
  jobs: TaskJobs
  place: TaskJobPlace
  labels: readonly string[]
  startWithinMs: number
  minutes: number
}

/**
 * Orders the job of a run, or looks how the one is that was ordered: whoever asks finds the same, so that a process may
 * end anywhere in between. Throws what may pass.
 */
export async function followTaskJob(
  ports: Pick<MachinePorts, 'taskJobs' | 'workspace' | 'sign' | 'now' | 'timeAfter'>,
  run: TaskRun,
  branch: string,
): Promise<TaskJobNews> {
  const { taskJobs: jobs } = ports
  const how = findTaskJob(run.configuration, jobs?.defaults, run.node.executor)
  if (jobs === undefined || how === undefined || isTakenOver(run)) return { kind: 'here' }
  const { repository, runId } = run
  const place = {
    repository,
    workflow: how.workflow,
    name: nameTaskJob(ports, { repository, task: run.task.id, runId }),
  }
  const ordered = { jobs, place, ...how, minutes: findMinutes(run) }
  try {
    const job = (await jobs.find(place)) ?? (await order(ports, run, ordered, branch))
    return job === undefined ? wait(0, null) : await judge(ports, run, ordered, job)
  } catch (error) {
    if (mayPass(error)) throw error
    const why = `its job in \`${how.workflow}\` could not be had: ${explainToPeople(error)}`
    return failed(run, why, { stuck: true })
  }
}

/** An approved version stands for the work: nobody does it anew. Where it turns out that it can't be taken over, the run after it gets a job. */
function isTakenOver(run: TaskRun): boolean {
  return run.node.carry !== null || findApproved(run) !== undefined
}

async function order(
  ports: Pick<MachinePorts, 'workspace' | 'now' | 'timeAfter'>,
  run: TaskRun,
  { jobs, place, labels, startWithinMs, minutes }: Ordered,
  branch: string,
): Promise<TaskJob | undefined> {
  const { repository, runId, task, node } = run
  return jobs.order(place, {
    order: {
      repository: repository.key,
      issue: getPlan(run.work).source.issue_number,
      task: task.id,
      run_id: runId,
      executor: node.executor,
      base_sha: integrationHead(run.work),
      labels: [...labels],
      minutes,
      expires_at: ports.timeAfter(ports.now(), startWithinMs),
    },
    brief: await briefOfRun(ports, run),
    branch,
  })
}

async function judge(
  ports: Pick<MachinePorts, 'now'>,
  run: TaskRun,
  { jobs, place, labels, startWithinMs, minutes }: Ordered,
  job: TaskJob,
): Promise<TaskJobNews> {
  const { state, url } = job
  const sinceMs = state.kind === 'ended' ? 0 : Date.parse(ports.now()) - Date.parse(state.since)
  switch (state.kind) {
    case 'waiting': {
      if (sinceMs < startWithinMs) return wait(sinceMs, tellOnce(run, { url, state: 'waiting' }))
      await jobs.cancel(place)
      const names = labels.map((label) => `\`${label}\``).join(', ')
      const why = `no runner with ${labels.length === 1 ? 'the label' : 'all of the labels'} ${names} took its job within ${startWithinMs / 60_000} minutes (\`${url}\`)`
      return failed(run, why, { stuck: true })
    }
    case 'at_work':
      if (sinceMs < minutes * 60_000 + graceMs) return wait(sinceMs, tellOnce(run, { url, state: 'at_work' }))
      await jobs.cancel(place)
      return failed(run, tookLonger(minutes, url))
    case 'ended': {
      const back = await jobs.fetchResult(run.repository, job)
      if (typeof back === 'string') return failed(run, `what its job handed back is no result: ${back} (\`${url}\`)`)
      if (back === undefined) return concludeWithout(run, state, { url, minutes })
      if (back.order.run_id !== run.runId)
        return failed(run, `what its job handed back is the result of another order (\`${url}\`)`)
      return { kind: 'handed_back', handedBack: back }
    }
  }
}

/** It ended and handed nothing back. */
function concludeWithout(
  run: TaskRun,
  { how, workedMs }: Extract<TaskJob['state'], { kind: 'ended' }>,
  { url, minutes }: { url: string; minutes: number },
): TaskJobNews {
  switch (how) {
    case 'cancelled':
      if (workedMs >= minutes * 60_000) return failed(run, tookLonger(minutes, url))
      return failed(run, `its job was cancelled on GitHub (\`${url}\`)`, { stuck: true })
    case 'refused':
    case 'done':
    case 'failed': {
      // Its machine may have gone away while it looked at the order.
      const what = how === 'refused' ? 'did not take its order' : 'ended and handed nothing back'
      const why = `its job ${what}; its page says more (\`${url}\`)`
      return { kind: 'concluded', event: { kind: 'lease_lost', task: run.task.id, run_id: run.runId, why } }
    }
  }
}

function tookLonger(minutes: number, url: string): string {
  return `its job took longer than ${minutes} minutes (\`${url}\`)`
}

function failed({ task, runId }: TaskRun, reason: string, { stuck = false } = {}): TaskJobNews {
  const event = { kind: 'run_failed' as const, task: task.id, run_id: runId, reason, stuck, receipt: null }
  return { kind: 'concluded', event }
}

/** Seen often at first, and seldom once it goes on for long. */
function wait(sinceMs: number, progress: RunProgress | null): TaskJobNews {
  return { kind: 'waiting', delayMs: Math.min(Math.max(sinceMs / 5, soonestLookMs), latestLookMs), progress }
}

/** Null where the record says so already. */
function tellOnce({ node }: TaskRun, job: NonNullable<RunProgress['job']>): RunProgress | null {
  const told = node.run?.progress?.job
  return told?.url === job.url && told.state === job.state ? null : { steps: [], more: 0, doing: null, tools: 0, job }
}

/** Each command of a task has a limit of its own. */
function findMinutes({ task, configuration }: TaskRun): number {
  const commands = task.work.filter(({ kind }) => kind === 'run').length
  const minutes = Math.ceil(besideMinutes + configuration.run.timeout_minutes * Math.max(1, commands))
  return Math.min(minutes, mostMinutes)
}
