import { z } from 'zod'

/** Somebody is waited for by name. */
export const NamedWaitSchema = z.strictObject({
  /** What for, and whom: asked for something else they are asked anew. */
  of: z.string(),
  since: z.string(),
  /** When they are reminded, ISO 8601; null once they were, and where nobody is. */
  remind_at: z.string().nullable(),
})
export type NamedWait = z.infer<typeof NamedWaitSchema>
