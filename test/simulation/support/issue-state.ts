import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'

/** The state of one issue as the workflow branch has it. */
export interface IssueState {
  record: IssRecord | undefined
  plan: Plan | undefined
  execution: ExecutionRecord | undefined
}
