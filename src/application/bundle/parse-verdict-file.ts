import { parse } from 'yaml'
import { z } from 'zod'

const VerdictHeaderSchema = z.object({
  review_id: z.string(),
  check_task_id: z.string(),
  task_id: z.string(),
  reviewed_artifact_id: z.string(),
  version: z.coerce.number(),
  commit_sha: z.string(),
  tree_sha: z.string(),
  plan_hash: z.string(),
  verdict: z.string(),
  score: z.coerce.number(),
  reviewer: z.string(),
  submitted_at: z.string(),
})
export type VerdictHeader = z.infer<typeof VerdictHeaderSchema>

const mostBytes = 64 * 1024

/** Front matter of an `APPROVED.md` or `REJECTED.md` (spec 003 §1.2); undefined where it has none that fits. */
export function parseVerdictFile(text: string): VerdictHeader | undefined {
  const front = /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1]
  if (front === undefined || front.length > mostBytes) return undefined
  try {
    // Every scalar a string: a hash of digits alone must not become a number. No aliases, so nothing can grow.
    const values: unknown = parse(front, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' })
    return VerdictHeaderSchema.safeParse(values).data
  } catch {
    return undefined
  }
}
