import type { Obstacle } from '../../../domain/rules/obstacle.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** `mark` is the hidden marker on the comment's first line: by it an earlier try is found. */
export type ThreadPost =
  | { kind: 'react'; op: string; nodeId: string; content: 'EYES' | 'THUMBS_UP' | 'CONFUSED' | 'ROCKET' }
  | { kind: 'comment'; op: string; subjectId: string | null; number: number; mark: string; body: string }
  /** Folds a comment away as outdated. */
  | { kind: 'fold'; op: string; nodeId: string }
  | { kind: 'edit'; op: string; commentNodeId: string; commentId: number; body: string }
  /** Of an issue or pull request; again is the same as once. */
  | {
      kind: 'assign'
      op: string
      number: number
      /** Its node id, where it is known. */
      subjectId: string | null
      add: readonly string[]
      remove: readonly string[]
    }
  /** Exactly this one of our state labels, or none, on the issue; other labels stay. Again is the same as once. */
  | { kind: 'label'; op: string; subjectId: string; label: string | null }
  /** A branch that is made in the same request. One that stands keeps what is on it: again is the same as once. */
  | { kind: 'branch'; op: string; branch: string; sha: string }

export type Posted =
  | { op: string; ok: true; id: number | null; nodeId: string | null }
  /** `isOutage`: GitHub said nothing against it, and another try may be taken. */
  | { op: string; ok: false; why: string; isOutage: boolean; obstacle?: Obstacle }

/** What people read in an issue or pull request. */
export interface Thread {
  /** Independent posts, as few calls as may be. `again`: an earlier try may have worked, so look for its mark first. */
  post(repository: RepositoryRef, posts: readonly ThreadPost[], again: boolean): Promise<Posted[]>
}
