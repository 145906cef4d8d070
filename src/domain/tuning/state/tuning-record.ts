import { z } from 'zod'
import { SkillOpinionSchema } from '../opinion/skill-opinion.ts'

/** What one diagnosis came to, so that two can be set side by side. */
export const TuningMeasureSchema = z.strictObject({
  /** The commit that was looked at. */
  commit: z.string(),
  critical: z.int().nonnegative(),
  high: z.int().nonnegative(),
  medium: z.int().nonnegative(),
  low: z.int().nonnegative(),
  score: z.number(),
  gate: z.enum(['pass', 'review', 'fail']),
  /** Of all that a run of the skill may load. */
  tokens: z.int().nonnegative(),
})
export type TuningMeasure = z.infer<typeof TuningMeasureSchema>

/** What `/tune` asked for, and how the skill was before and is after; the rest is in its `TuningState`. */
export const TuningRecordSchema = z.strictObject({
  path: z.string(),
  /** What is wrong with it, in people's words. */
  about: z.string(),
  before: TuningMeasureSchema.nullable(),
  after: TuningMeasureSchema.nullable(),
  /** The commit of the integration branch that was diagnosed last, whatever came of it. */
  diagnosed: z.string().nullable(),
  /** Rounds in a row that left as much as there was (spec 004 §4). */
  in_vain: z.int().nonnegative(),
  /** What a model says of it as `before` has it; absent where none was asked. */
  opinion: SkillOpinionSchema.optional(),
})
export type TuningRecord = z.infer<typeof TuningRecordSchema>
