import type { Performance } from './attempt-effect.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** What long work needs to know of the issue. */
export type RunPlace = Pick<Performance, 'repository' | 'work' | 'configuration' | 'defaultBranch'>

/** Operation ids are unique in a repository only. */
export function runId(repository: Pick<RepositoryRef, 'key'>, op: string): string {
  return `${repository.key} ${op}`
}
