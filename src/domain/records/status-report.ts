import { z } from 'zod'
import { FinalPullRequestSchema } from './iss-record.ts'
import { HypothesisSchema } from './loop/loop-state.ts'
import { actionStates, checkStates, WaitingForSchema } from './node-state.ts'

/** What an issue is doing as a whole, as it is told to people and scripts. */
export const issuePhases = [
  /** A plan is being made. */
  'planning',
  /** Planning lacks an answer. */
  'asking',
  /** A plan waits for approval. */
  'planned',
  'working',
  /** Nothing moves before a person did something. */
  'waiting',
  'paused',
  'stopped',
  /** All tasks are approved; the final pull request is to be merged by a person. */
  'ready',
  /** The final pull request was merged, or closed without it. */
  'done',
] as const
export type IssuePhase = (typeof issuePhases)[number]

const percent = z.number().min(0).max(100)

const TaskStatusSchema = z.strictObject({
  /** Short id. */
  id: z.string(),
  title: z.string(),
  state: z.enum(actionStates),
  /** State of its CHECK; null while nothing was begun. */
  check: z.enum(checkStates).nullable(),
  approved: z.boolean(),
  /** The verdict stands; the pull request is being merged. */
  merging: z.boolean(),
  /** Approved, but an input changed since. */
  stale: z.boolean(),
  executor: z.string(),
  /** Newest version, who made it, and the newest that was approved. */
  version: z.int().positive().nullable(),
  by: z.string().nullable(),
  approved_version: z.int().positive().nullable(),
  rejected_versions: z.int().nonnegative(),
  /** Versions rejected and runs failed since a person last stepped in. */
  attempts: z.int().nonnegative(),
  pull_request: z.int().positive().nullable(),
  /** Tasks that have to be done before it can begin. */
  after: z.array(z.string()),
  waits_for: WaitingForSchema.nullable(),
  reason: z.string().nullable(),
})
export type TaskStatus = z.infer<typeof TaskStatusSchema>

/** Something that somebody has to do. */
const NeedSchema = z.strictObject({
  /** Null where it is about the whole. */
  task: z.string().nullable(),
  /** Logins; empty where anybody with the role may. */
  who: z.array(z.string()),
  what: z.string(),
  /** How it is done. */
  how: z.string(),
})
export type Need = z.infer<typeof NeedSchema>

export const IssueStatusSchema = z.strictObject({
  id: z.string(),
  number: z.int().positive(),
  title: z.string(),
  repository: z.string(),
  phase: z.enum(issuePhases),
  /** Who paused or stopped it, when and why. */
  since: z.strictObject({ by: z.string(), at: z.string(), why: z.string() }).nullable(),
  plan: z.strictObject({ id: z.string(), hash: z.string() }).nullable(),
  tasks_total: z.int().nonnegative(),
  tasks_approved: z.int().nonnegative(),
  /** Percent; null before the first test ran. */
  progress: z.strictObject({ overall: percent, develop: percent, validate: percent, debug: percent }).nullable(),
  iteration: z.strictObject({ current: z.int().nonnegative(), most: z.int().positive() }).nullable(),
  /** What the newest tests came to; `coverage` in percent, null where none was told. */
  tests: z
    .strictObject({
      passed: z.int().nonnegative(),
      failed: z.int().nonnegative(),
      skipped: z.int().nonnegative(),
      coverage: percent.nullable(),
    })
    .nullable(),
  tasks: z.array(TaskStatusSchema),
  /** The newest debugging. */
  debug: z
    .strictObject({
      task: z.string().nullable(),
      iteration: z.int().nonnegative(),
      at: z.string(),
      /** Chance: the same files passed in another run, and no change is to blame. */
      flaky: z.boolean(),
      failing_tests: z.array(z.string()),
      hypotheses: z.array(
        HypothesisSchema.pick({ id: true, description: true, status: true, verdict_reason: true }).extend({
          place: z.string(),
        }),
      ),
    })
    .nullable(),
  needs: z.array(NeedSchema),
  final_pull_request: FinalPullRequestSchema.nullable(),
  /** Tag of the newest release. */
  released: z.string().nullable(),
})
export type IssueStatus = z.infer<typeof IssueStatusSchema>

/** What `countersign status --json` prints: the state of issues as a commit of the workflow branch has it. */
export const StatusReportSchema = z.strictObject({
  schema_version: z.literal(1),
  /** The ref that was read, such as `refs/remotes/origin/countersign/workflow`. */
  ref: z.string(),
  commit: z.string(),
  committed_at: z.string(),
  issues: z.array(IssueStatusSchema),
  /** Issues with a file that can't be read: which, what is wrong with it, and what to do. */
  unreadable: z.array(
    z.strictObject({
      id: z.string(),
      number: z.int().positive(),
      what: z.string(),
      details: z.string(),
      next: z.string(),
    }),
  ),
})
export type StatusReport = z.infer<typeof StatusReportSchema>
