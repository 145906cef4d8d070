import { z } from 'zod'
import { AcceptanceCriterionSchema } from './acceptance-criterion.ts'
import { DeliverableSpecSchema } from './deliverable-spec.ts'
import { taskActions, WorkItemSchema } from './task.ts'

/** A task as a planner gives it: what it can't know is left out and filled by `assemblePlan` with stated defaults. */
export const TaskDraftSchema = z.object({
  id: z.string(),
  title: z.string(),
  action: z.enum(taskActions).optional(),
  scope: z.string().optional(),
  description: z.string().optional(),
  modification_points: z.array(z.object({ file: z.string(), target: z.string(), change: z.string() })).optional(),
  implementation: z.array(z.string()).optional(),
  test: z
    .object({
      commands: z.array(z.string()).optional(),
      unit: z.array(z.string()).optional(),
      integration: z.array(z.string()).optional(),
    })
    .optional(),
  acceptance: z
    .object({ criteria: z.array(z.string()).optional(), verification: z.array(z.string()).optional() })
    .optional(),
  acceptance_criteria: z.array(AcceptanceCriterionSchema.partial().required({ statement: true })).optional(),
  deliverable_spec: DeliverableSpecSchema.partial().optional(),
  depends_on: z.array(z.string()).optional(),
  estimated_minutes: z.number().optional(),
  estimated_person_days: z.number().optional(),
  /** `assumed` where the planner filled in what nobody said. */
  estimate_from: z.enum(['plan', 'assumed']).optional(),
  priority: z.int().optional(),
  executor: z.string().optional(),
  work: z.array(WorkItemSchema).optional(),
})
export type TaskDraft = z.infer<typeof TaskDraftSchema>

/** What a planner gives: parsed, never trusted. */
export const PlanDraftSchema = z.object({
  description: z.string().optional(),
  strategy_type: z.enum(['bugfix', 'feature', 'refactor']).optional(),
  analysis: z
    .object({
      risk: z.enum(['low', 'medium', 'high']).optional(),
      impact: z.enum(['low', 'medium', 'high']).optional(),
      complexity: z.enum(['low', 'medium', 'high']).optional(),
    })
    .optional(),
  exploration_context: z
    .object({
      relevant_files: z.array(z.string()).optional(),
      patterns: z.string().optional(),
      integration_points: z.string().optional(),
    })
    .optional(),
  tasks: z.array(TaskDraftSchema),
  /** CHECKs named by the planner; one per ACTION is made where this is left out. */
  checks: z.array(z.object({ id: z.string(), target: z.string(), reviewer: z.string().optional() })).optional(),
  /** Edges named by the planner; made from `depends_on` where this is left out. */
  edges: z.array(z.object({ type: z.enum(['DECOMPOSE', 'DEPENDS_ON']), from: z.string(), to: z.string() })).optional(),
  root_criteria: z
    .array(z.object({ statement: z.string(), source_line: z.int().positive(), covered_by: z.array(z.string()) }))
    .optional(),
  final: z
    .object({
      mode: z.enum(['PASS_THROUGH', 'ASSEMBLE']),
      include_children: z.array(z.string()).optional(),
      assemble_task_id: z.string().optional(),
    })
    .optional(),
  notes: z.array(z.string()).optional(),
})
export type PlanDraft = z.infer<typeof PlanDraftSchema>
