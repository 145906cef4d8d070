import { z } from 'zod'
import { ModelReceiptSchema } from '../models/model-receipt.ts'

/** Ways a task is cut, the best first: along deliverables, files, places to change (spec 003 §5). */
export const cuts = ['deliverables', 'files', 'modification_points'] as const
export type Cut = (typeof cuts)[number]

/** A task that became a GOAL, and where each of its criteria went: none is lost. */
export const TaskSplitSchema = z.strictObject({
  task: z.string(),
  into: z.array(z.string()),
  along: z.enum(cuts),
  /** `AC-2` of the task → `T3.1/AC-1`, one or more. */
  criteria: z.array(z.strictObject({ from: z.string(), to: z.array(z.string()) })),
  /** The model that said where; absent where the rules did. */
  by: z.string().optional(),
})
export type TaskSplit = z.infer<typeof TaskSplitSchema>

/** What FEASIBILITY_CHECK says of one leaf; `before` differs from `person_days` where it was written back. */
export const FeasibilitySchema = z.strictObject({
  task: z.string(),
  person_days_before: z.number(),
  person_days: z.number(),
  one_shot_pass: z.boolean(),
  why: z.string(),
})
export type Feasibility = z.infer<typeof FeasibilitySchema>

/** One round of making a plan: PLAN_REVIEW, then FEASIBILITY_CHECK, then the splits it asked for (spec 003 §5). */
export const PlanRoundSchema = z.strictObject({
  number: z.int().positive(),
  /** Findings of PLAN_REVIEW; where there are any, nothing after it was done. */
  findings: z.array(z.strictObject({ code: z.string(), nodes: z.array(z.string()), message: z.string() })),
  score: z.number().min(0).max(1).nullable(),
  /** Leaves whose estimate was changed or is doubted, or that are too large for one go. */
  feasibility: z.array(FeasibilitySchema),
  splits: z.array(TaskSplitSchema),
  /** What a second reader found in a plan that breaks no rule, and which model it was; absent where none was asked. */
  reading: z
    .strictObject({
      by: z.string(),
      findings: z.array(z.strictObject({ nodes: z.array(z.string()), message: z.string() })),
    })
    .optional(),
  /** Why models that were to be asked had nothing to say that could be taken: there the rules alone decided. */
  unadvised: z.array(z.string()).optional(),
  /** What was asked of models for it; absent where none was. */
  models: z.array(ModelReceiptSchema).optional(),
})
export type PlanRound = z.infer<typeof PlanRoundSchema>
