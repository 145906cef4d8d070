import { z } from 'zod'

const sha = z.string().regex(/^[0-9a-f]{40}$/)

/** What a job of GitHub Actions is told to do: one attempt at one task. It stands sealed in the inputs of its workflow. */
export const JobOrderSchema = z.strictObject({
  version: z.literal(1),
  /** By which its workflow run is found. */
  name: z.string(),
  /** `owner/name`. */
  repository: z.string(),
  issue: z.int().positive(),
  task: z.string(),
  run_id: z.string(),
  executor: z.string(),
  /** The commit that it is worked on: all inputs approved. */
  base_sha: sha,
  /** Blob that holds the task's brief. */
  brief_sha: sha,
  /** Labels of the runner. */
  labels: z.array(z.string()).min(1),
  /** How long the work may take. */
  minutes: z.int().positive(),
  /** Login of who ordered it: nobody else may start it. */
  ordered_by: z.string(),
  /** It must have begun by then. */
  expires_at: z.iso.datetime({ offset: true }),
})
export type JobOrder = z.infer<typeof JobOrderSchema>
