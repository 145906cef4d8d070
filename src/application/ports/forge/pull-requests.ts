import type { WorkTreeFile } from '../roles/workspace.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { PullFacts } from '../queues/message.ts'

export interface VersionToPublish {
  branch: string
  /** Head of the branch as we know it; null where there is none yet. */
  parent: string | null
  /** Integration commit that `parent` was a change against. */
  parentBase: string | null
  /** Integration commit the files are a change against. */
  base: string
  files: readonly WorkTreeFile[]
  headline: string
  body: string
  /** Set where a pull request is to be opened with it. */
  pullRequest: { into: string; title: string; body: string; draft?: true } | null
}

/** A branch on which nothing was done yet, at an integration commit. */
export interface DraftToOpen {
  branch: string
  base: string
  headline: string
  body: string
  pullRequest: { into: string; title: string; body: string }
}

export interface OpenedDraft {
  number: number
  /** The commit it begins with; null where the branch held something already. */
  commitSha: string | null
}

export interface Published {
  commitSha: string
  treeSha: string
  pullRequest: number | null
}

export interface CheckReport {
  name: string
  headSha: string
  externalId: string
  /** null while it waits. */
  conclusion: 'success' | 'failure' | 'neutral' | null
  /** A person judged it: an earlier check run of that commit may be open, and another process have made it. */
  hasWaited: boolean
  /** The button that has the task done again: only where another try may come out otherwise. */
  offersRetry: boolean
  title: string
  summary: string
  text: string
  annotations: readonly { path: string; line: number; message: string; level: 'notice' | 'warning' | 'failure' }[]
}

/** A review of a pull request, once per mark. */
export interface ReviewToPost {
  number: number
  headSha: string
  approved: boolean
  mark: string
  body: string
}

export interface PullMerge {
  number: number
  headSha: string
  title: string
}

export type Merged =
  /** `before`: it was merged when we looked, by an earlier try of ours or by a person; others may have been since. */
  | { kind: 'merged'; sha: string; before?: true }
  /** `isOurs`: it is a commit of our own. */
  | { kind: 'moved'; head: string; isOurs: boolean }
  /** It was merged before, with another head: this one needs a pull request of its own. */
  | { kind: 'spent' }
  | { kind: 'conflict'; why: string }
  /** GitHub doesn't merge it as it stands, whatever is in it: it waits for a person. */
  | { kind: 'refused'; why: string; isDraft?: true }

/** Branches of one plan, below `folder`, that go: once that pull request is merged, at once where there is none. */
export interface DeletedBranches {
  folder: string
  /** The integration branch's name in it: the head of the pull request. */
  base: string
  number: number | null
  /** Commits that are recorded of each, by its name in the folder. */
  recorded: ReadonlyMap<string, ReadonlySet<string>>
  /** Commits at which a branch holds nothing of its own. */
  empty: ReadonlySet<string>
}

/** Branches and pull requests of the work (design 3.3). `again`: an earlier try may have worked; look first. */
export interface PullRequests {
  createBranch(repository: RepositoryRef, branch: string, sha: string): Promise<void>
  /** Commit at a branch's tip; null where there is no such branch. */
  findHead(repository: RepositoryRef, branch: string): Promise<string | null>
  /** Its name, asked anew. */
  findDefaultBranch(repository: RepositoryRef): Promise<string>
  /** One commit by the bot, and its pull request: the same bytes in the same place when called twice. */
  publish(repository: RepositoryRef, version: VersionToPublish, again: boolean): Promise<Published>
  open(
    repository: RepositoryRef,
    pull: { head: string; into: string; title: string; body: string },
    again: boolean,
  ): Promise<number>
  /**
   * A pull request that nobody has tried to open, and a new check run of its head, in one request. Null where it isn't known
   * to be open: what was done is looked for by `open` and `report`.
   */
  openWithCheck(
    repository: RepositoryRef,
    pull: { head: string; into: string; title: string; body: string },
    check: CheckReport,
  ): Promise<{ number: number; isPosted: boolean } | null>
  /** A draft, as far as the repository has them: an open one else. */
  openDraft(repository: RepositoryRef, draft: DraftToOpen, again: boolean): Promise<OpenedDraft>
  /** Review as a comment, or as APPROVE / REQUEST_CHANGES where a second identity is configured; once per mark. */
  postReview(repository: RepositoryRef, review: ReviewToPost, again: boolean): Promise<void>
  report(repository: RepositoryRef, check: CheckReport, again: boolean): Promise<void>
  /** Of people by login, and of teams as `acme/docs`. */
  requestReviewers(repository: RepositoryRef, number: number, names: readonly string[]): Promise<void>
  merge(repository: RepositoryRef, merge: PullMerge): Promise<Merged>
  /**
   * A verdict that nobody has tried to post: its review, and then its check run and the merge of what it approves in one
   * request. Null where that can't be: nothing was done. What isn't done, or isn't known to be, is looked for and done by
   * itself.
   */
  postAndMerge(
    repository: RepositoryRef,
    verdict: { check: CheckReport; review: ReviewToPost | null },
    merge: PullMerge,
  ): Promise<{ isPosted: boolean; mergeSha: string | null } | null>
  /** The commit that a merged pull request became; null where GitHub doesn't say. */
  findMergeCommit(repository: RepositoryRef, number: number): Promise<string | null>
  /** Null where there is none of that number. */
  describe(repository: RepositoryRef, number: number): Promise<PullFacts | null>
  /** Where the branch was before that commit came to be its head. */
  headBefore(repository: RepositoryRef, branch: string, sha: string): Promise<string>
  close(repository: RepositoryRef, number: number): Promise<void>
  /** Those that hold nothing but what is recorded or merged; done again it finds none. */
  deleteBranches(repository: RepositoryRef, branches: DeletedBranches): Promise<void>
  rewrite(repository: RepositoryRef, number: number, body: string): Promise<void>
  setDraft(repository: RepositoryRef, number: number, draft: boolean): Promise<void>
}
