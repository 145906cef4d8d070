import { z } from 'zod'
import { namedStrategies } from '../patterns/pattern.ts'
import { faultSeverities } from '../patterns/severity.ts'

const severity = z.enum(faultSeverities)

const evidence = z.strictObject({
  file: z.string(),
  line: z.int().positive().optional(),
  pattern: z.string(),
  context: z.string(),
  severity: z.string(),
})

const diagnosis = z.strictObject({
  status: z.enum(['completed', 'skipped', 'failed']),
  issues_found: z.int().nonnegative(),
  severity: z.enum([...faultSeverities, 'none']),
  execution_time_ms: z.number().nonnegative(),
  details: z.strictObject({
    patterns_checked: z.array(z.string()),
    patterns_matched: z.array(z.string()),
    evidence: z.array(evidence),
    recommendations: z.array(z.string()),
  }),
})

const docsDiagnosis = diagnosis.extend({
  redundancies: z.array(
    z.strictObject({
      id: z.string(),
      type: z.enum(['state_schema', 'strategy_mapping', 'type_definition', 'other']),
      files: z.array(z.string()),
      description: z.string(),
      severity: z.enum(['high', 'medium', 'low']),
      merge_suggestion: z.string(),
    }),
  ),
  conflicts: z.array(
    z.strictObject({
      id: z.string(),
      type: z.enum(['priority', 'mapping', 'definition']),
      files: z.array(z.string()),
      key: z.string(),
      definitions: z.array(z.strictObject({ file: z.string(), value: z.string(), location: z.string().optional() })),
      resolution_suggestion: z.string(),
    }),
  ),
})

const issue = z.strictObject({
  id: z.string(),
  type: z.enum(['context_explosion', 'memory_loss', 'dataflow_break', 'agent_failure', 'token_consumption']),
  severity,
  priority: z.int().positive(),
  location: z.strictObject({
    file: z.string(),
    line_start: z.int().positive().optional(),
    line_end: z.int().positive().optional(),
    phase: z.string().optional(),
  }),
  description: z.string(),
  evidence: z.array(z.string()),
  root_cause: z.string(),
  impact: z.string(),
  suggested_fix: z.string(),
  related_issues: z.array(z.string()),
})

const fix = z.strictObject({
  id: z.string(),
  issue_ids: z.array(z.string()),
  strategy: z.enum([...namedStrategies, 'custom']),
  description: z.string(),
  rationale: z.string(),
  changes: z.array(
    z.strictObject({
      file: z.string(),
      action: z.enum(['create', 'modify', 'delete']),
      old_content: z.string().optional(),
      new_content: z.string().optional(),
      diff: z.string().optional(),
    }),
  ),
  risk: z.enum(['low', 'medium', 'high']),
  estimated_impact: z.string(),
  verification_steps: z.array(z.string()),
})

const appliedFix = z.strictObject({
  fix_id: z.string(),
  applied_at: z.string(),
  success: z.boolean(),
  backup_path: z.string(),
  verification_result: z.enum(['pass', 'fail', 'pending']),
  rollback_available: z.boolean(),
})

const requirementAnalysis = z.strictObject({
  status: z.enum(['pending', 'completed', 'needs_clarification']),
  analyzed_at: z.string(),
  dimensions: z.array(
    z.strictObject({
      id: z.string(),
      description: z.string(),
      keywords: z.array(z.string()),
      inferred_category: z.string(),
      confidence: z.number().min(0).max(1),
    }),
  ),
  spec_matches: z.array(
    z.strictObject({
      dimension_id: z.string(),
      taxonomy_match: z
        .strictObject({ category: z.string(), pattern_ids: z.array(z.string()), severity_hint: z.string() })
        .nullable(),
      strategy_match: z.strictObject({ strategies: z.array(z.string()), risk_levels: z.array(z.string()) }).nullable(),
      has_fix: z.boolean(),
    }),
  ),
  coverage: z.strictObject({
    total_dimensions: z.int(),
    with_detection: z.int(),
    with_fix_strategy: z.int(),
    coverage_rate: z.number().min(0).max(100),
    status: z.enum(['satisfied', 'partial', 'unsatisfied']),
  }),
  ambiguities: z.array(
    z.strictObject({
      dimension_id: z.string(),
      type: z.enum(['multi_category', 'vague_description', 'conflicting_keywords']),
      description: z.string(),
      possible_interpretations: z.array(z.string()),
      needs_clarification: z.boolean(),
    }),
  ),
})

/** `TuningState` of spec 004 §1, field by field; null where its initial template has null. */
export const tuningStateSchema = z.strictObject({
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  started_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  target_skill: z.strictObject({
    name: z.string().nullable(),
    path: z.string().nullable(),
    execution_mode: z.enum(['sequential', 'autonomous']).nullable(),
    phases: z.array(z.string()),
    specs: z.array(z.string()),
  }),
  user_issue_description: z.string(),
  focus_areas: z.array(z.string()),
  diagnosis: z.strictObject({
    context: diagnosis.nullable(),
    memory: diagnosis.nullable(),
    dataflow: diagnosis.nullable(),
    agent: diagnosis.nullable(),
    docs: docsDiagnosis.nullable(),
    token_consumption: diagnosis.nullable(),
  }),
  issues: z.array(issue),
  issues_by_severity: z.strictObject({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() }),
  proposed_fixes: z.array(fix),
  applied_fixes: z.array(appliedFix),
  pending_fixes: z.array(z.string()),
  iteration_count: z.int().nonnegative(),
  max_iterations: z.int().positive(),
  quality_score: z.number().min(0).max(100),
  quality_gate: z.enum(['pass', 'review', 'fail']),
  completed_actions: z.array(z.string()),
  current_action: z.string().nullable(),
  action_history: z.array(
    z.strictObject({
      action: z.string(),
      started_at: z.string(),
      completed_at: z.string(),
      result: z.enum(['success', 'failure', 'skipped']),
      output_files: z.array(z.string()),
    }),
  ),
  errors: z.array(
    z.strictObject({ action: z.string(), message: z.string(), timestamp: z.string(), recoverable: z.boolean() }),
  ),
  error_count: z.int().nonnegative(),
  max_errors: z.int().positive(),
  work_dir: z.string().nullable(),
  backup_dir: z.string().nullable(),
  final_report: z.string().nullable(),
  requirement_analysis: requirementAnalysis.nullable(),
})

export type TuningState = z.infer<typeof tuningStateSchema>
export type TuningIssue = TuningState['issues'][number]
export type TuningFix = TuningState['proposed_fixes'][number]
export type RequirementAnalysis = NonNullable<TuningState['requirement_analysis']>
export type SkillDiagnosis = NonNullable<TuningState['diagnosis']['context']>
export type DocsDiagnosis = NonNullable<TuningState['diagnosis']['docs']>

/** The initial state of spec 004 §1. */
export const initialTuningState: TuningState = {
  status: 'pending',
  started_at: null,
  updated_at: null,
  target_skill: { name: null, path: null, execution_mode: null, phases: [], specs: [] },
  user_issue_description: '',
  focus_areas: [],
  diagnosis: { context: null, memory: null, dataflow: null, agent: null, docs: null, token_consumption: null },
  issues: [],
  issues_by_severity: { critical: 0, high: 0, medium: 0, low: 0 },
  proposed_fixes: [],
  applied_fixes: [],
  pending_fixes: [],
  iteration_count: 0,
  max_iterations: 5,
  quality_score: 0,
  quality_gate: 'fail',
  completed_actions: [],
  current_action: null,
  action_history: [],
  errors: [],
  error_count: 0,
  max_errors: 3,
  work_dir: null,
  backup_dir: null,
  final_report: null,
  requirement_analysis: null,
}
