import type { ExecutionRecord } from '../../../src/domain/execution-record.ts'
import type { IssRecord } from '../../../src/domain/iss-record.ts'
import type { Plan } from '../../../src/domain/plan.ts'

/** The state of one issue as the workflow branch has it. */
export interface IssueState {
  record: IssRecord | undefined
  plan: Plan | undefined
  execution: ExecutionRecord | undefined
}
