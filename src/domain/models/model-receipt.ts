import { z } from 'zod'
import { ModelUseSchema } from './model-use.ts'

/** What is kept of one question to a model: what was asked by which prompt, and what it came to by the gateway's count. */
export const ModelReceiptSchema = z.strictObject({
  role: z.string(),
  /** As it was asked for; `use.models` are those that answered. */
  model: z.string(),
  prompt: z.strictObject({ name: z.string(), sha256: z.string() }),
  /** Of all that was asked at first, data too. */
  question_sha256: z.string(),
  /** Of the answer's text; null where there was none. */
  answer_sha256: z.string().nullable(),
  /** Answers that were asked for: 2 where one was repaired. */
  tries: z.int().nonnegative(),
  /** Calls of tools, by name. */
  tools: z.record(z.string(), z.int().positive()),
  use: ModelUseSchema,
  duration_ms: z.int().nonnegative(),
})
export type ModelReceipt = z.infer<typeof ModelReceiptSchema>
