import type { ExecutionRecord } from '../execution-record.ts'
import type { IssRecord } from '../iss-record.ts'
import type { LoopState } from '../loop-state.ts'
import type { Plan } from '../plan.ts'
import type { SessionHistory, SessionState } from '../session-state.ts'

/** All state of one issue, as it stands on the workflow branch. */
export interface Work {
  record: IssRecord | null
  plan: Plan | null
  execution: ExecutionRecord | null
  loop: LoopState | null
  session: Session
}

/** The session an issue belongs to; before registration, the one open for new issues. */
export interface Session {
  id: string
  state: SessionState
  history: SessionHistory
}
