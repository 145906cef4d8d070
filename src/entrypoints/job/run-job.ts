import { findIssues } from './find-issues.ts'
import { parseJobSettings } from './job-settings.ts'
import { openJob, type TaskHome } from './open-job.ts'
import { mayConcernUs, readRunnerEvent } from './read-event.ts'
import { type WorkReport, workOnIssues } from './work-on-issues.ts'

/** What the Action was given, whichever part of the bot it is to be. */
export interface JobInputs {
  token: string
  stateSecret: string
}

export interface BotInputs extends JobInputs {
  /** Null: all that the event is about, or with a sweep all that is due. */
  issue: number | null
  deadlineMinutes: number
  tasks: TaskHome
}

type JobEnvironment = Record<string, string | undefined>

/** Issues that the event of this job is about, or in which something is due. It changes nothing, and for most events asks nothing. */
export async function findWork(inputs: JobInputs, env: JobEnvironment): Promise<number[]> {
  const event = await readRunnerEvent(env)
  if (!mayConcernUs(event)) return []
  const job = await openJob(parseJobSettings(inputs, env), env)
  try {
    return await findIssues(job, event)
  } finally {
    await job.close()
  }
}

/** Works as the bot until nothing is left to do, or the deadline comes; what is left then is the next job's. */
export async function runBot(inputs: BotInputs, env: JobEnvironment): Promise<WorkReport> {
  const event = await readRunnerEvent(env)
  if (!mayConcernUs(event)) return { isAtRest: true, summary: '' }
  const settings = parseJobSettings(inputs, env)
  const deadline = AbortSignal.timeout(inputs.deadlineMinutes * 60_000)
  const job = await openJob(settings, env, inputs.tasks)
  try {
    return await workOnIssues(job, event, { issue: inputs.issue, runsAtOnce: settings.RUNS_AT_ONCE, deadline })
  } finally {
    await job.close()
  }
}
