import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import { type NamedRun, nameTaskJob } from './name-task-job.ts'

/** Whether tasks of the repository are worked on in jobs at all, which end when they are told to, and not with our processes. */
export function hasTaskJobs(
  { taskJobs: jobs }: Pick<MachinePorts, 'taskJobs'>,
  { run: { runner } }: Configuration,
): boolean {
  return jobs !== undefined && (runner.executors ?? jobs.defaults.executors).length > 0
}

/** Ends what a run that the state no longer waits for has at work in a job of its own, if anything. Throws what may pass. */
export async function endTaskJob(
  ports: Pick<MachinePorts, 'taskJobs' | 'sign'>,
  run: NamedRun,
  configuration: Configuration,
): Promise<void> {
  const { taskJobs: jobs } = ports
  // Whose it was may have been changed meanwhile.
  if (jobs === undefined || !hasTaskJobs(ports, configuration)) return
  const workflow = configuration.run.runner.workflow ?? jobs.defaults.workflow
  await jobs.cancel({ repository: run.repository, workflow, name: nameTaskJob(ports, run) })
}
