import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

export interface NamedRun {
  repository: RepositoryRef
  task: string
  runId: string
}

/** By this its job is found, whoever ordered it: only who has the secret can know it before. */
export function nameTaskJob({ sign }: Pick<MachinePorts, 'sign'>, { repository, task, runId }: NamedRun): string {
  return `Task ${task} (${sign(`task-job ${repository.key} ${runId}`)})`
}
