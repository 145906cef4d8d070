import { z } from 'zod'

/** More paths than that are counted, not named. */
export const maxNamedRemains = 50

const RemainingFileSchema = z.strictObject({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted']),
  /** Bytes; null where it was deleted. */
  size: z.int().nonnegative().nullable(),
  /** Whether the patch holds its change. */
  kept: z.boolean(),
})
export type RemainingFile = z.infer<typeof RemainingFileSchema>

/** What an agent that was cancelled left in its work tree: no version, and on no branch of the task (spec 002 §3). */
export const RemainsSchema = z.strictObject({
  /** Commit that the agent began with, and that the patch applies to. */
  base_sha: z.string(),
  /** The patch on the workflow branch; null where nothing could be kept. */
  path: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Bytes of the patch. */
  size: z.int().nonnegative(),
  /** What differed from the base, by path. */
  files: z.array(RemainingFileSchema).max(maxNamedRemains),
  /** Files beyond those named. */
  more: z.int().nonnegative(),
  /** Why files are missing in the patch. */
  faults: z.array(z.string()),
})
export type Remains = z.infer<typeof RemainsSchema>

/** Where the patch of a run lies on the workflow branch. */
export function remainsPath(taskId: string, runId: string): string {
  return `workspace/attempts/${taskId}/${runId}.patch`
}
