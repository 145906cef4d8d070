import { z } from 'zod'

export const DevelopTaskSchema = z.strictObject({
  id: z.string(),
  description: z.string(),
  tool: z.enum(['gemini', 'qwen', 'codex', 'bash']),
  mode: z.enum(['analysis', 'write']),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  files_changed: z.array(z.string()),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})
export type DevelopTask = z.infer<typeof DevelopTaskSchema>

export const HypothesisSchema = z.strictObject({
  id: z.string(),
  description: z.string(),
  testable_condition: z.string(),
  logging_point: z.string(),
  evidence_criteria: z.strictObject({ confirm: z.string(), reject: z.string() }),
  likelihood: z.int().positive(),
  status: z.enum(['pending', 'confirmed', 'rejected', 'inconclusive']),
  evidence: z.record(z.string(), z.unknown()).nullable(),
  verdict_reason: z.string().nullable(),
})
export type Hypothesis = z.infer<typeof HypothesisSchema>

export const TestResultSchema = z.strictObject({
  test_name: z.string(),
  suite: z.string(),
  status: z.enum(['passed', 'failed', 'skipped']),
  duration_ms: z.number().nonnegative(),
  error_message: z.string().nullable(),
  stack_trace: z.string().nullable(),
})
export type TestResult = z.infer<typeof TestResultSchema>

const action = z.enum(['init', 'develop', 'debug', 'validate', 'complete'])

/** The working side's half of a loop (spec 002 §2). */
export const SkillStateSchema = z.strictObject({
  current_action: action.nullable(),
  last_action: z.string().nullable(),
  completed_actions: z.array(z.string()),
  mode: z.enum(['interactive', 'auto']),
  develop: z.strictObject({
    total: z.int().nonnegative(),
    completed: z.int().nonnegative(),
    current_task: z.string().optional(),
    tasks: z.array(DevelopTaskSchema),
    last_progress_at: z.string().nullable(),
  }),
  debug: z.strictObject({
    active_bug: z.string().optional(),
    hypotheses_count: z.int().nonnegative(),
    hypotheses: z.array(HypothesisSchema),
    confirmed_hypothesis: z.string().nullable(),
    iteration: z.int().nonnegative(),
    last_analysis_at: z.string().nullable(),
  }),
  validate: z.strictObject({
    pass_rate: z.number().min(0).max(100),
    /** Absent where none was measured. */
    coverage: z.number().min(0).max(100).optional(),
    test_results: z.array(TestResultSchema),
    passed: z.boolean(),
    failed_tests: z.array(z.string()),
    last_run_at: z.string().nullable(),
  }),
  errors: z.array(z.strictObject({ action: z.string(), message: z.string(), timestamp: z.string() })),
})
export type SkillState = z.infer<typeof SkillStateSchema>

/** `.loop/<loop_id>.json` (spec 002 §1), with `schema_version` (design 2.7). */
export const LoopStateSchema = z.strictObject({
  schema_version: z.literal(1),
  loop_id: z.string().regex(/^loop-v2-\d{8}-[0-9a-z]{6,}$/),
  title: z.string(),
  description: z.string(),
  max_iterations: z.int().positive(),
  status: z.enum(['created', 'running', 'paused', 'completed', 'failed']),
  current_iteration: z.int().nonnegative(),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: z.string().optional(),
  failure_reason: z.string().optional(),
  skill_state: SkillStateSchema.optional(),
})
export type LoopState = z.infer<typeof LoopStateSchema>
