import type { RepositoryRef } from '../../repository-ref.ts'

/** An issue of ours. `id` is GitHub's database id, by which links name it. */
export interface MirrorIssue {
  number: number
  id: number
}

/** A task as it is to stand as a sub-issue. */
export interface MirroredTask {
  /** Names the task among all that were ever mirrored below that parent: the short id, with the plan's where plans follow each other. */
  task: string
  /** The hidden marker on the body's first line: by it an earlier try is found. */
  mark: string
  /** Plain text, at most 256 characters. */
  title: string
  /** Begins with `mark`. */
  body: string
  open: boolean
  /** null exactly where it is open. */
  closedAs: 'completed' | 'not_planned' | null
  /** `task`s of the same call that it waits for; null where dependencies are not mirrored. */
  blockedBy: readonly string[] | null
}

/** Tasks as sub-issues of the issue they were planned for. */
export interface IssueMirror {
  /**
   * Makes the sub-issues be as wanted, and gives back the issue of each task; without need it writes nothing. `known`
   * is what the former call gave back: those no longer wanted are closed as not planned. Links and issues that people
   * made stay (I8). May be called again after any fault: what an earlier try has made is found by its mark.
   */
  sync(
    repository: RepositoryRef,
    parent: number,
    wanted: readonly MirroredTask[],
    known: Readonly<Record<string, MirrorIssue>>,
  ): Promise<Record<string, MirrorIssue>>
}
