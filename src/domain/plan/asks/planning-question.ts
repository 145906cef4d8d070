import { z } from 'zod'

/** At most so many are asked at once: more, and nobody answers. */
export const mostQuestions = 5

/** Something that only people know, with answers to pick from; `/answer 1b` picks the second of the first. */
export const PlanningQuestionSchema = z.strictObject({
  question: z.string().min(1).max(500),
  /** What depends on it. */
  why: z.string().max(500),
  proposals: z.array(z.string().min(1).max(300)).max(4),
})
export type PlanningQuestion = z.infer<typeof PlanningQuestionSchema>
