import type { HeldContent } from '../content/find-unapproved.ts'
import type { verdictKeys } from '../records/review.ts'
import type { SessionState } from '../records/session/session-state.ts'

export type SeenVerdict = Readonly<Record<(typeof verdictKeys)[number], string | number>>

/** A file on the workflow branch. `sha256` is null where its bytes were not read: the blob id is git's own hash of them. */
export interface SeenFile {
  blob: string
  mode: string
  sha256: string | null
}

export interface SeenPull {
  state: 'open' | 'draft' | 'merged' | 'closed'
  headRef: string
  baseRef: string
}

/** The newest commit of the workflow branch, and whether it is the App's own. */
export interface SeenHead {
  sha: string
  seal: 'holds' | 'broken' | 'not_checked'
  why: string
}

/** The world beside one issue's state, as plain data. A map without an entry, and null for a whole: it was not looked at. */
export interface DoctorFacts {
  /** ISO 8601 with milliseconds, UTC. */
  now: string
  /** What is owed since before this is overdue. */
  overdueBefore: string
  head: SeenHead | null
  /** The session that the issue's record names, as the head has it; null: it is not there. */
  session: SessionState | null
  /** All branches below `countersign/ISS-007/`, with their heads. */
  branches: ReadonlyMap<string, string>
  /** null: there is no such commit. */
  commits: ReadonlyMap<string, { tree: string } | null>
  /** By `branchAt`: whether the branch's head contains the commit. */
  contains: ReadonlyMap<string, boolean>
  /** What the integration branch holds where approved work touched it, and what else it changed. */
  integration: (HeldContent & { commit: string }) | null
  /** Everything in the folders of the plan's tasks and CHECKs, by path. */
  files: ReadonlyMap<string, SeenFile>
  /** By path; null where the front matter can't be read. */
  verdicts: ReadonlyMap<string, SeenVerdict | null>
  /** null: there is no pull request of that number. */
  pulls: ReadonlyMap<number, SeenPull | null> | null
  issue: { open: boolean; labels: readonly string[] } | null
  /** By node id, whether the comment is there. */
  comments: ReadonlyMap<string, boolean> | null
}

/** Key of a commit that was recorded on a branch. */
export function branchAt(branch: string, sha: string): string {
  return `${branch}@${sha}`
}
