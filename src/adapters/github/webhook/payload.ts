import { z } from 'zod'

export const UserSchema = z.object({ login: z.string(), id: z.int(), type: z.string().optional() })
const nullableText = z.string().nullish()
/** GitHub writes some times with an offset; they are compared as text, so all are UTC. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())

const IssueSchema = z.object({
  number: z.int(),
  node_id: z.string(),
  title: z.string(),
  body: nullableText,
  /** Not every event says it. */
  state: z.string().optional(),
  user: UserSchema.nullable(),
  labels: z.array(z.object({ name: z.string() })).optional(),
  updated_at: z.string(),
  closed_at: nullableText,
  pull_request: z.unknown().optional(),
})
export type IssuePayload = z.infer<typeof IssueSchema>

const PullSchema = z.object({
  number: z.int(),
  state: z.string(),
  merged: z.boolean().optional(),
  merge_commit_sha: nullableText,
  closed_at: nullableText,
  updated_at: z.string().optional(),
  /** `repo` is null where a fork is gone. */
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ id: z.int() }).nullish() }),
  base: z.object({ ref: z.string(), repo: z.object({ id: z.int(), default_branch: z.string() }) }),
})
export type PullPayload = z.infer<typeof PullSchema>

const CommentSchema = z.object({
  id: z.int(),
  node_id: z.string(),
  body: z.string(),
  user: UserSchema.nullable(),
  created_at: instant,
  performed_via_github_app: z.object({ id: z.int() }).nullish(),
})

/** What every webhook of a repository has. */
export const EnvelopeSchema = z.object({
  action: z.string().optional(),
  /** GitHub's own schema requires it of all events but `push`. */
  sender: UserSchema.optional(),
  installation: z.object({ id: z.int() }).optional(),
  repository: z
    .object({
      full_name: z.string(),
      default_branch: z.string(),
      pushed_at: z.union([z.string(), z.int()]).nullish(),
    })
    .optional(),
})
export type Envelope = z.infer<typeof EnvelopeSchema>

/** The parts that are read, by event name; anything else in a payload is nobody's business here. */
export const payloads = {
  issues: z.object({ issue: IssueSchema, label: z.object({ name: z.string() }).optional() }),
  issue_comment: z.object({ issue: IssueSchema, comment: CommentSchema }),
  pull_request: z.object({ pull_request: PullSchema, label: z.object({ name: z.string() }).optional() }),
  pull_request_review: z.object({
    pull_request: PullSchema,
    review: z.object({
      id: z.int(),
      state: z.string(),
      body: nullableText,
      commit_id: nullableText,
      node_id: z.string(),
      user: UserSchema.nullish(),
      submitted_at: instant.nullish(),
    }),
  }),
  pull_request_review_comment: z.object({ pull_request: PullSchema, comment: CommentSchema }),
  merge_group: z.object({ merge_group: z.object({ head_sha: z.string(), head_ref: z.string() }) }),
  push: z.object({ ref: z.string(), before: z.string(), after: z.string(), forced: z.boolean(), deleted: z.boolean() }),
  delete: z.object({ ref: z.string(), ref_type: z.string() }),
  check_run: z.object({
    check_run: z.object({
      id: z.int(),
      name: z.string(),
      head_sha: z.string(),
      status: z.string(),
      completed_at: nullableText,
      app: z.object({ id: z.int() }).nullish(),
      check_suite: z.object({ head_branch: nullableText }).nullish(),
    }),
    requested_action: z.object({ identifier: z.string() }).optional(),
  }),
  status: z.object({
    id: z.int(),
    sha: z.string(),
    context: z.string(),
    branches: z.array(z.object({ name: z.string() })),
  }),
  workflow_run: z.object({
    workflow_run: z.object({
      id: z.int(),
      name: nullableText,
      head_branch: nullableText,
      head_sha: z.string(),
      updated_at: z.string(),
    }),
  }),
  installation: z.object({ repositories: z.array(z.object({ full_name: z.string() })).optional() }),
  installation_repositories: z.object({ repositories_added: z.array(z.object({ full_name: z.string() })).optional() }),
} as const
export type WebhookEvent = keyof typeof payloads
