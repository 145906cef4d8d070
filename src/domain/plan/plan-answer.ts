import type { PlanDraft } from './plan-draft.ts'

/**
 * `needs_input` names, a sentence each, exactly what the issue lacks (line and column where there are any); `declined`
 * says in a sentence or two why nothing is to be planned: the issue asks for an answer, not for a change.
 */
export type PlanAnswer =
  | { kind: 'draft'; draft: PlanDraft }
  | { kind: 'needs_input'; lacks: string[] }
  | { kind: 'declined'; why: string }
