import { z } from 'zod'

/** A part of a plan's score (spec 000 §7): `weight` and `score` 0 to 1, and why it isn't full, a sentence each. */
export const ScorePartSchema = z.strictObject({
  name: z.enum(['completeness', 'dependencies', 'testability', 'complexity']),
  weight: z.number().min(0).max(1),
  score: z.number().min(0).max(1),
  reasons: z.array(z.string()),
})
export type ScorePart = z.infer<typeof ScorePartSchema>
