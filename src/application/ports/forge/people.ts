import type { Role } from '../../../domain/configuration/sections/roles.ts'
import type { CiResult } from '../roles/reviewer.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** Who may do what, asked when it is carried out. */
export interface People {
  /** By user id: a login that now belongs to somebody else has no role. */
  findRole(repository: RepositoryRef, login: string, id: number): Promise<Role | null>
  /** Of whoever has that login now: null without a role here, `unknown` where nobody has it. */
  findRoleOfLogin(repository: RepositoryRef, login: string): Promise<Role | null | 'unknown'>
  /** Logins of people who may push, a hundred at most, without the accounts that are ours. */
  listWriters(repository: RepositoryRef): Promise<string[]>
  /** Reviews asked for in the newest hundred open pull requests, by login or team (`acme/docs`) in small letters. */
  countReviewRequests(repository: RepositoryRef): Promise<Record<string, number>>
}

/** Check runs and statuses of a commit, other than ours. */
export interface ContinuousIntegration {
  readResults(repository: RepositoryRef, sha: string): Promise<CiResult[]>
}
