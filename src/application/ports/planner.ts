import type { Configuration } from '../../domain/configuration.ts'
import type { IssRecord } from '../../domain/iss-record.ts'
import type { PlanDraft } from '../../domain/plan-draft.ts'

export interface PlanRequest {
  planId: string
  /** Frozen text with hidden characters already removed. */
  issue: Pick<IssRecord, 'number' | 'frozen'>
  guidance: string | null
  configuration: Configuration
}

/** `needs_input` names, a sentence each, exactly what the issue lacks (line and column where there are any). */
export type PlanAnswer = { kind: 'draft'; draft: PlanDraft } | { kind: 'needs_input'; lacks: string[] }

export interface Planner {
  readonly name: string
  /** True when it neither waits nor costs: then it runs inside the decision, before the commit. */
  readonly inline: boolean
  plan(request: PlanRequest): Promise<PlanAnswer>
}
