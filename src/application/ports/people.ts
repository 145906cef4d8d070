import type { Role } from '../../domain/configuration.ts'
import type { CiResult } from './reviewer.ts'
import type { RepositoryRef } from './repository-ref.ts'

/** Who may do what, asked when it is carried out. */
export interface People {
  /** By user id: a login that now belongs to somebody else has no role. */
  findRole(repository: RepositoryRef, login: string, id: number): Promise<Role | null>
}

/** Check runs and statuses of a commit, other than ours. */
export interface ContinuousIntegration {
  readResults(repository: RepositoryRef, sha: string): Promise<CiResult[]>
}
