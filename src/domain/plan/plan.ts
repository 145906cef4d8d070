import { z } from 'zod'
import { DeliverableSpecSchema } from './deliverable-spec.ts'
import { PlanRoundSchema } from './plan-round.ts'
import { ScorePartSchema } from './score-part.ts'
import { TaskSchema } from './task.ts'

export const planIdPattern = /^SOL-ISS-\d+-\d+$/

const levels = z.enum(['low', 'medium', 'high'])

export const EdgeSchema = z.strictObject({
  type: z.enum(['DECOMPOSE', 'DEPENDS_ON']),
  /** The prerequisite, or the GOAL that was split. */
  from: z.string(),
  /** The dependent, or the child. */
  to: z.string(),
})
export type Edge = z.infer<typeof EdgeSchema>

/** Which text a line is of. Plans from before it was told apart counted lines of guidance on from the issue's. */
export const RootSourceSchema = z.literal('guidance').optional().describe('Left out: the issue.')

/** An item of the issue's checklist and what covers it: task criteria (`T1/AC-2`), `plan/tests`, `final/checks`, `final/person`. */
export const RootCriterionSchema = z.strictObject({
  id: z.string().regex(/^RC-[1-9]\d*$/),
  statement: z.string().min(1),
  /** Line of the frozen issue text, or of the guidance, counted from 1. */
  source_line: z.int().positive(),
  source: RootSourceSchema,
  covered_by: z.array(z.string()),
  command: z.string().min(1).optional().describe('Must pass on the integration branch; only with `plan/tests`.'),
})

/** A GOAL: the root `G0`, or a task that was split and kept its id (spec 003 §1.4, §3.1). */
export const GoalSchema = z.strictObject({
  id: z.string().min(1),
  task_id: z.uuid(),
  title: z.string(),
  root_acceptance_criteria: z.array(RootCriterionSchema).optional(),
  final_deliverable_spec: z
    .strictObject({
      mode: z.enum(['PASS_THROUGH', 'ASSEMBLE']),
      include_children: z.array(z.string()),
      assemble_task_id: z.string().nullable(),
      output: DeliverableSpecSchema,
    })
    .optional(),
})
export type Goal = z.infer<typeof GoalSchema>

/** The one reviewer node of one ACTION (spec 003 §1.2). */
export const CheckSchema = z.strictObject({
  id: z.string().min(1),
  task_id: z.uuid(),
  review_target_task_id: z.uuid(),
  review_output_spec: z.literal('APPROVED.md|REJECTED.md'),
  reviewer: z.string().min(1),
})
export type Check = z.infer<typeof CheckSchema>

/** `ISS-007-plan.json`: the solution of spec 000 §1 and the graph of spec 003 §3.1. */
export const PlanSchema = z.strictObject({
  schema_version: z.literal(1),
  id: z.string().regex(planIdPattern),
  issue_id: z.string().regex(/^ISS-\d+$/),
  description: z.string().min(1),
  strategy_type: z.enum(['bugfix', 'feature', 'refactor']),
  created_at: z.iso.datetime({ offset: true }),
  exploration_context: z.strictObject({
    relevant_files: z.array(z.string()),
    patterns: z.string(),
    integration_points: z.string(),
  }),
  analysis: z.strictObject({ risk: levels, impact: levels, complexity: levels }),
  /** 0 to 1; null until it is scored. */
  score: z.number().min(0).max(1).nullable(),
  /** What the score is made of; empty until it is scored. */
  score_parts: z.array(ScorePartSchema).default([]),
  is_bound: z.boolean(),
  tasks: z.array(TaskSchema),
  goals: z.array(GoalSchema),
  checks: z.array(CheckSchema),
  edges: z.array(EdgeSchema),
  source: z.strictObject({
    issue_number: z.int().positive(),
    text_sha256: z.string(),
    comment_ids: z.array(z.int()),
    /** Hidden characters and comments that were taken out before reading. */
    removed: z.int().nonnegative(),
  }),
  planner: z.string(),
  /** How the plan came to be: one entry for each round of review, feasibility and splitting. */
  rounds: z.array(PlanRoundSchema).default([]),
  review_min_score: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('`review.min_score` when it was planned; left out where no criterion for people is minor.'),
  /** What a reader should know before approving. */
  notes: z.array(z.string()),
  /** sha256 over what a reader approves; the first seven digits are shown (design 2.2). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Plan = z.infer<typeof PlanSchema>
