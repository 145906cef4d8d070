import type { Work } from '../../../domain/records/work.ts'
import type { IssueSnapshot, Sender, Message } from '../queues/message.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** What stands on the workflow branch and beside it at one moment. */
export interface RepositorySnapshot {
  /** Head of the workflow branch; null before its first commit. */
  head: string | null
  /** Issue numbers with the git blob of their record: where it is the same, nothing happened. */
  records: { issueNumber: number; blob: string }[]
  /** Null: the repository is empty. */
  defaultBranch: { name: string; head: string } | null
  /** Heads of the work branches, by name. */
  branches: ReadonlyMap<string, string>
  /** When something was pushed last, as webhooks say it. */
  pushedAt: string
}

/** What changes with whatever is done in a repository; equal where nothing was, or nothing that is to be seen yet. */
export interface ChangeToken {
  /** Head of the workflow branch; null before its first commit. */
  head: string | null
  /** How many branches are ours, the workflow branch among them. */
  branches: number
  /** ISO 8601: the last push, and the last change of an issue or pull request, its comments included; null without any. */
  pushedAt: string | null
  changedAt: string | null
}

export type WatchedWork = Pick<Work, 'record' | 'execution'>

/** An issue or pull request that changed. */
export interface ChangedIssue {
  isPull: boolean
  snapshot: IssueSnapshot
  /** As if it had just been edited. */
  edited: Message
  /** As if it had just been closed by whoever closed it; null where it is open, or we closed it. */
  closed: Message | null
}

/** A comment in a changed issue or pull request. `message` is null where it asks for nothing, or was written before. */
export interface SeenComment {
  /** Number of the issue or pull request it stands in. */
  number: number
  /** ISO 8601. */
  at: string
  isOurs: boolean
  /** Of ours: the order that it carries out (`answerOp` where nothing was registered). */
  op?: string
  message: Message | null
}

export interface ChangedSince {
  issues: ChangedIssue[]
  comments: SeenComment[]
  /** ISO 8601: comments that changed later were too much to be listed as well; null where all of them were. */
  until: string | null
}

export type Pusher = { kind: 'us' } | { kind: 'person'; sender: Sender } | { kind: 'unknown' }

/**
 * GitHub as the reconciler looks at it; read only. Messages are what the webhook would have led to, with the same key, so
 * that a webhook that comes late is known.
 */
export interface ForgeReader {
  listInstallations(): Promise<number[]>
  /** Repositories that an installation reaches, archived ones left out. */
  listRepositories(installationId: number): Promise<RepositoryRef[]>
  /** Some repositories of one installation, in one request; those that GitHub doesn't show are left out. */
  readChangeTokens(repositories: readonly RepositoryRef[]): Promise<ReadonlyMap<string, ChangeToken>>
  readSnapshot(repository: RepositoryRef): Promise<RepositorySnapshot>
  /** Records and executions at a commit of the workflow branch, by issue number; what doesn't parse is left out. */
  readWorks(
    repository: RepositoryRef,
    commit: string,
    issueNumbers: readonly number[],
  ): Promise<Map<number, WatchedWork>>
  /** Issues, pull requests and comments that changed since `since` (ISO 8601), oldest first. */
  listChanged(repository: RepositoryRef, since: string): Promise<ChangedSince>
  /** Who put the label on the issue last; undefined where we did or nobody is known to have. */
  findLabelling(repository: RepositoryRef, issue: ChangedIssue, label: string): Promise<Message | undefined>
  /** Who opened an issue again that was closed; undefined where its newest closing stands, or we did it. */
  findReopening(repository: RepositoryRef, issueNumber: number): Promise<Message | undefined>
  /**
   * Reviews of a task's or final pull request and their dismissals, and commands in its review comments, all since then;
   * and its closing by a person.
   */
  readPull(repository: RepositoryRef, number: number, since: string): Promise<Message[]>
  /** Those of these pull requests that are open and whose newest commit has no check of ours by that name. */
  findUnchecked(repository: RepositoryRef, numbers: readonly number[], checkName: string): Promise<Message[]>
  /** Those of these comments and reviews, by node id, that were edited or are gone: whose words they are isn't known. */
  findEdited(repository: RepositoryRef, nodeIds: readonly string[]): Promise<ReadonlySet<string>>
  /** What CI has finished on a commit of a work branch. */
  readCi(repository: RepositoryRef, branch: string, commitSha: string): Promise<Message[]>
  /** Who moved a branch to that commit, as GitHub has it; what the commit says of its author counts for nothing. */
  findPusher(repository: RepositoryRef, branch: string, commitSha: string): Promise<Pusher>
}
