import { z } from 'zod'

/** A path at which an integration branch holds something else than what was approved last for it. */
export const IntegrationDifferenceSchema = z.strictObject({
  path: z.string(),
  /** The version that was approved last for it; null where no approved work touched it. */
  approved: z.strictObject({ task: z.string(), version: z.int().positive() }).nullable(),
})
export type IntegrationDifference = z.infer<typeof IntegrationDifferenceSchema>
