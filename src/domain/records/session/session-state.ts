import { z } from 'zod'

/** State of one issue in a session (spec 001 §3). */
export const IssueStateSchema = z.strictObject({
  id: z.string().regex(/^ISS-\d+$/),
  title: z.string(),
  status: z.enum(['registered', 'planning', 'planned', 'executing', 'completed', 'failed']),
  solution_id: z.string().nullable(),
  planned_at: z.string().nullable(),
  executed_at: z.string().nullable(),
  error: z.string().nullable(),
})
export type IssueState = z.infer<typeof IssueStateSchema>

export const QueueItemSchema = z.strictObject({
  item_id: z.string().regex(/^S-[1-9]\d*$/),
  issue_id: z.string(),
  solution_id: z.string(),
  status: z.enum(['pending', 'executing', 'completed', 'failed']),
})
export type QueueItem = z.infer<typeof QueueItemSchema>

/** `state.json` of a session, exactly spec 001 §1, with `schema_version` (design 2.7). */
export const SessionStateSchema = z.strictObject({
  schema_version: z.literal(1),
  status: z.enum(['pending', 'running', 'completed']),
  phase: z.enum(['init', 'listing', 'planning', 'executing', 'complete']),
  work_dir: z.string().min(1),
  issues: z.record(z.string(), IssueStateSchema),
  queue: z.array(QueueItemSchema),
  completed_actions: z.array(z.string()),
  context: z.strictObject({
    total_issues: z.int().nonnegative(),
    completed_count: z.int().nonnegative(),
    failed_count: z.int().nonnegative(),
  }),
  errors: z.array(z.strictObject({ action: z.string(), message: z.string(), timestamp: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SessionState = z.infer<typeof SessionStateSchema>

/** `.workflow/sessions.json`: the sessions that aren't complete, oldest first, so that nobody has to list the others. */
export const SessionIndexSchema = z.strictObject({
  schema_version: z.literal(1),
  open: z.array(z.string().regex(/^codex-issue-\d{8}T\d{6}Z$/)),
})

/** `state-history.json`: the newest 200 (spec 001 §5). */
export const SessionHistorySchema = z.array(
  z.strictObject({
    timestamp: z.string(),
    phase: z.string(),
    completed_actions: z.int(),
    issues_count: z.int(),
  }),
)
export type SessionHistory = z.infer<typeof SessionHistorySchema>
