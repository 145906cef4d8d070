import type { HistoryCommit } from '../../../domain/records/seal/judge-history.ts'

/** All commits of the workflow branch. */
export interface StateHistory {
  /** Those that lead to `head`, oldest first. */
  read(head: string): Promise<HistoryCommit[]>
}
