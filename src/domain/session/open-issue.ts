import type { ExecutionRecord } from '../records/execution-record.ts'
import type { IssRecord } from '../records/iss-record.ts'
import type { IssueState } from '../records/session/session-state.ts'

/** An issue of a session that isn't complete: its row there, and its own state as far as it was read. */
export interface OpenIssue {
  row: IssueState
  record: IssRecord | null
  /** Of an issue that is being worked on. */
  execution: ExecutionRecord | null
  /** Of a plan that waits for approval: the first of its tasks that nobody here can do, which comes before. */
  unfit: string | null
}
