import type { Work } from '../../domain/work/work.ts'
import type { RepositoryRef } from './repository-ref.ts'

/** What stands on the workflow branch and beside it at one moment. */
export interface Survey {
  /** Head of the workflow branch; null before its first commit. */
  head: string | null
  /** Issue numbers with the git blob of their record: where it is the same, nothing happened. */
  records: { issueNumber: number; blob: string }[]
}

export type WatchedWork = Pick<Work, 'record' | 'execution'>

/** GitHub as the sweep looks at it; read only. */
export interface Lookout {
  listInstallations(): Promise<number[]>
  /** Repositories that an installation reaches, archived ones left out. */
  listRepositories(installationId: number): Promise<RepositoryRef[]>
  survey(repository: RepositoryRef): Promise<Survey>
  /** Records and executions at a commit of the workflow branch, by issue number; what doesn't parse is left out. */
  readWorks(
    repository: RepositoryRef,
    commit: string,
    issueNumbers: readonly number[],
  ): Promise<Map<number, WatchedWork>>
}
