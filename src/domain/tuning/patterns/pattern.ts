import type { PlainMessage } from '../../language/message.ts'
import type { Weight } from './severity.ts'

/** What a diagnosis looks at (spec 004 §2); `authoring` is counted with the use of tokens in the state. */
export const dimensions = ['context', 'memory', 'dataflow', 'agent', 'docs', 'token_consumption', 'authoring'] as const
export type TuningDimension = (typeof dimensions)[number]

/** Strategies that spec 004 names, and those that its diagnoses recommend besides, which its state calls `custom`. */
export const namedStrategies = [
  'context_summarization',
  'sliding_window',
  'structured_state',
  'constraint_injection',
  'checkpoint_restore',
  'schema_enforcement',
  'orchestrator_refactor',
  'state_centralization',
  'prompt_compression',
  'lazy_loading',
  'output_minimization',
  'state_field_reduction',
] as const

export type TuningStrategy =
  | (typeof namedStrategies)[number]
  | 'path_reference'
  | 'state_constraints_field'
  | 'goal_embedding'
  | 'field_normalization'
  | 'transactional_updates'
  | 'error_wrapping'
  | 'result_validation'
  | 'flatten_nesting'
  | 'in_memory_consolidation'
  | 'consolidate_to_ssot'
  | 'centralize_mapping_config'
  | 'reconcile_conflicting_definitions'
  | 'eliminate_intermediate_files'
  | 'minimize_state'
  | 'context_passing'
  | 'deduplicate_storage'

export interface Pattern {
  id: string
  dimension: TuningDimension
  title: PlainMessage
  weights: readonly Weight[]
  cause: string
  impact: string
  /** What would mend it, as an instruction; the first strategy is tried first. */
  remedy: PlainMessage
  strategies: readonly TuningStrategy[]
}

/** A pattern that was met. `subject` tells it from others of its pattern in the same file, whatever line it moves to. */
export interface SkillFinding {
  pattern: string
  path: string
  line: number
  lineEnd?: number
  subject: string
  /** The line itself, or what stands there. */
  evidence: string
  message: string
  /** In place of the pattern's own, where it weighs otherwise here. */
  weights?: readonly Weight[]
  /** Other places that belong to it. */
  related?: readonly { path: string; line: number }[]
}
