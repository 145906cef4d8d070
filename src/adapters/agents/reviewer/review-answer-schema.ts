import { z } from 'zod'

export const QuoteSchema = z.strictObject({
  path: z.string().min(1).max(500),
  line: z.int().positive().describe('Of the first line that is quoted, at this commit.'),
  text: z.string().min(1).max(1_500).describe('Word for word.'),
})
export type Quote = z.infer<typeof QuoteSchema>

const JudgementSchema = z.strictObject({
  id: z.string().describe('AC-1, …'),
  result: z.enum(['holds', 'fails', 'cannot_tell']),
  reason: z.string().min(1).max(1_000).describe('Why, in a sentence or two.'),
  quotes: z.array(QuoteSchema).max(8),
  missing: z.string().max(500).optional().describe('With `fails`: a file that ought to be there and is not.'),
})
export type Judgement = z.infer<typeof JudgementSchema>

/** What a model says of a version. */
export const ReviewAnswerSchema = z.strictObject({
  judgements: z.array(JudgementSchema).max(100).describe('One for each criterion that is to be judged.'),
  score: z.number().min(0).max(1),
  advice: z.array(z.string().min(1).max(600)).max(8),
  doubts: z.array(z.strictObject({ id: z.string().max(20), why: z.string().min(1).max(400) })).max(10),
})
export type ModelReview = z.infer<typeof ReviewAnswerSchema>
