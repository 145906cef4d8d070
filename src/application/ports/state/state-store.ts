import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { ConfigurationFaults, ConfigurationReport } from '../../../domain/configuration/layer-configurations.ts'
import type { OpenIssue } from '../../../domain/session/open-issue.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** State of one issue and what goes with it, as read at one head of the workflow branch. */
export interface LoadedWork {
  work: Work
  /** Head of the workflow branch; null before its first commit. */
  head: string | null
  /** False when it comes from the cache: then what is refused without a commit is worth a second look. */
  fresh: boolean
  /** The session that a new issue goes into; the issue's own once it is registered. */
  sessionId: string
  configuration: Configuration
  /** Mistakes in the configuration file; the last good one or the defaults hold. `key` names this version of it. */
  configurationFaults: ConfigurationFaults | null
  defaultBranch: { name: string; sha: string }
}

/** A file of the next commit that isn't JSON of ours. `bytes: null` deletes; `blob` is its git id where it is in the repository already. */
export interface StateFile {
  path: string
  bytes: Uint8Array | null
  blob?: string
  mode?: '100644' | '100755'
}

export interface StateCommit {
  next: Work
  /** Operation id; goes into the trailer `Countersign-Op`. */
  op: string
  headline: string
  lines: string[]
  files: StateFile[]
}

/** Where the workflow branch is again, and where it was; null: it was gone. */
export interface Restoration {
  at: string
  was: string | null
}

/** The workflow branch: the only place where state lives (design 2.7). */
export interface StateStore {
  /** Throws `on_hold` when the head is not ours or not where it was, `state_corrupt` when a file doesn't parse. */
  read(repository: RepositoryRef, issueNumber: number, how: 'cached' | 'fresh'): Promise<LoadedWork>
  /**
   * Saved in one compare-and-swap commit, which may hold other issues' transitions too. `conflict` when the issue itself
   * has changed since it was read, or its session takes no new issue any more: read again and decide anew.
   */
  write(repository: RepositoryRef, loaded: LoadedWork, commit: StateCommit): Promise<'written' | 'conflict'>
  /** The issues of all sessions that aren't complete, oldest first (`/list`). */
  readOpen(repository: RepositoryRef, issueNumber: number): Promise<OpenIssue[]>
  /** What is configured now and where (`/config`). */
  readConfiguration(repository: RepositoryRef, issueNumber: number): Promise<ConfigurationReport>
  /**
   * Where everything is on hold: puts the branch at the newest commit that is known to be ours, whatever stands there;
   * null where nothing is wrong with it. `before` hears what is about to be done. Throws `on_hold` where no such commit is
   * known.
   */
  restore(repository: RepositoryRef, before?: (restoration: Restoration) => Promise<void>): Promise<Restoration | null>
  /** Something there was changed by others: the next read is fresh. */
  forget(repository: RepositoryRef): void
}
