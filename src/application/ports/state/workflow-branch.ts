import type { ConfigurationFile, ConfigurationPlace } from '../../../domain/configuration/configuration-file.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { StateFile } from './state-store.ts'

/** What one request takes of a commit; more needs several, as do the first commit and files that can be run. */
export const mostBytesAtOnce = 1_000_000

/** A commit, with what tells whose it is. */
export interface BranchCommit {
  sha: string
  message: string
  parents: readonly string[]
  /** GitHub's own verdict on its signature. */
  isVerified: boolean
}

/** What one look shows, all of it as of the same moment. */
export interface BranchLook {
  /** GitHub's id of the repository. */
  repositoryId: number
  defaultBranch: { name: string; sha: string } | null
  /** `.github/countersign.yml` of the default branch, or where there is none the one of the owner's `.github` repository. */
  configuration: ConfigurationFile | null
  /** null: there is no workflow branch. */
  head: BranchCommit | null
  /** Branches stand that approved plans are worked on. */
  hasWork: boolean
  /** Of the files that were asked for; null where the head has none. */
  texts: ReadonlyMap<string, string | null>
}

/** The next commit of the workflow branch. */
export interface StateWrite {
  repositoryId: number
  /** The head it is decided on; null before the first commit. */
  parent: string | null
  /** Operations of all issues whose transitions are in it. */
  ops: readonly string[]
  headline: string
  lines: readonly string[]
  files: readonly StateFile[]
}

/** The workflow branch of each repository, as it stands there; what is made of it is the state store's. */
export interface WorkflowBranch {
  look(repository: RepositoryRef, paths: readonly string[]): Promise<BranchLook>
  /** A file of configuration on the default branch of another repository; null where there is none that may be read. */
  readConfiguration(repository: RepositoryRef, place: ConfigurationPlace): Promise<ConfigurationFile | null>
  /** Texts of files at a commit, in one query; null where there is none. */
  readTexts(repository: RepositoryRef, commit: string, paths: readonly string[]): Promise<Map<string, string | null>>
  /** Newest first; none where there is no branch. */
  listNewest(repository: RepositoryRef, most: number): Promise<BranchCommit[]>
  hasCommit(repository: RepositoryRef, sha: string): Promise<boolean>
  /** Whether `head` contains `sha`; false also where `sha` is not known there any more. */
  isAncestor(repository: RepositoryRef, sha: string, head: string): Promise<boolean>
  /** Throws `on_hold` where this App didn't make the commit for this repository (docs/decisions/0030). */
  assertOurs(repository: RepositoryRef, commit: BranchCommit, repositoryId: number): Promise<void>
  /** Compare-and-swap: id of the new head, or null where the branch is not at `parent`. */
  commit(repository: RepositoryRef, write: StateWrite): Promise<string | null>
  /** By force. `moved`: its head is neither `seen` (null: no branch) nor `sha` any more, so nothing was done. */
  putBack(repository: RepositoryRef, fix: { sha: string; seen: string | null }): Promise<'restored' | 'moved'>
  readRepositoryId(repository: RepositoryRef): Promise<number>
  /** Numbers of open issues that carry one of the labels, changed last first. */
  listLabelled(repository: RepositoryRef, labels: readonly string[], most: number): Promise<number[]>
}
