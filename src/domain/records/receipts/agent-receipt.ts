import { z } from 'zod'
import { ModelUseSchema } from '../../models/model-use.ts'

/** What a receipt keeps of an agent's run beside what all have: numbers by the gateway's count, words as its own. */
export const AgentReceiptSchema = z.strictObject({
  /** That it was to ask; null where there was none. What was asked is in `use`. */
  model: z.string().nullable(),
  mode: z.string().nullable(),
  /** Name and version of the prompt's file, as `execute-task@1`, and its hash. */
  prompt: z.string(),
  prompt_sha256: z.string(),
  /** Null where it did not start. */
  use: ModelUseSchema.nullable(),
  /** What it asked for, by kind of tool, and was told. */
  permissions: z.array(
    z.strictObject({
      kind: z.string(),
      answer: z.enum(['allowed', 'rejected', 'cancelled']),
      count: z.int().positive(),
    }),
  ),
  /** Package registries, by the gateway's record: connections by host, and names that were refused; absent where it asked for none. */
  registries: z
    .strictObject({ reached: z.record(z.string(), z.int().positive()), refused: z.array(z.string()) })
    .optional(),
  /** Methods that it was told there are none of. */
  refused: z.array(z.string()),
  /** `end_turn`, `cancelled`, `deadline`, `limit`, `broken`: none of them is a success. */
  end: z.string(),
  /** The end of what it said. */
  said: z.string(),
})
export type AgentReceipt = z.infer<typeof AgentReceiptSchema>
