import { z } from 'zod'
import { waitKinds } from '../effects/wait-kinds.ts'
import { RunProgressSchema } from './run-progress.ts'
import { SameFailureSchema } from './same-failure.ts'
import { CarriedFromSchema, EarlierWorkSchema, WaiverSchema } from './artifact.ts'
import { CriterionResultSchema } from './review.ts'

export const actionStates = [
  'PENDING',
  'READY',
  'RUNNING',
  'READY_TO_CHECK',
  'TO_BE_MODIFY',
  'WAITING_EXTERNAL',
  'DONE',
  'CANCELLED',
] as const
export const checkStates = ['PENDING', 'READY', 'RUNNING', 'WAITING_EXTERNAL', 'DONE', 'CANCELLED'] as const
export const goalStates = ['PENDING', 'RUNNING', 'DONE', 'CANCELLED'] as const

/** Who or what a node waits for, in words a person can act on. */
export const WaitingForSchema = z.strictObject({
  kind: z.enum(waitKinds),
  /** Logins without `@`; empty when anybody with the role may. */
  who: z.array(z.string()),
  what: z.string(),
  /** The last push to its branch that no version came of, since it waits. */
  refused: z.strictObject({ by: z.string(), faults: z.array(z.string()) }).optional(),
})
export type WaitingFor = z.infer<typeof WaitingForSchema>

/** Why an approved version could not be merged: paths changed on both sides, and the tasks that changed them there; as far as known. */
export const ConflictSchema = z.strictObject({
  paths: z.array(z.string()),
  tasks: z.array(z.string()),
  /** Its pull request says so. */
  told: z.boolean(),
})
export type Conflict = z.infer<typeof ConflictSchema>
export type ConflictFacts = Omit<Conflict, 'told'>

/** `draft`: nothing was delivered in it yet; the commit of ours that it begins with, null where there is none. */
const PullRequestSchema = z.strictObject({
  number: z.int().positive(),
  open: z.boolean(),
  draft: z.strictObject({ commit_sha: z.string().nullable() }).optional(),
})

export const ActionNodeSchema = z.strictObject({
  kind: z.literal('ACTION'),
  id: z.string(),
  task_id: z.uuid(),
  state: z.enum(actionStates),
  /** Versions rejected and runs failed since a person last stepped in. */
  attempts: z.int().nonnegative(),
  lost_leases: z.int().nonnegative(),
  /** Its newest failure, and how often it came in a row; absent before the first, and in older records. */
  same_failure: SameFailureSchema.optional(),
  waiting_for: WaitingForSchema.nullable(),
  /** Why it stands where it stands, one sentence. */
  reason: z.string().nullable(),
  active_artifact_id: z.uuid().nullable(),
  approved_artifact_id: z.uuid().nullable(),
  /** An input changed after the approval. */
  approval_stale: z.boolean(),
  merge: z.enum(['none', 'pending', 'merged']),
  run: z
    .strictObject({
      run_id: z.string(),
      executor: z.string(),
      started_at: z.string(),
      lease_until: z.string(),
      /** The last that it told; absent before, and for who tells nothing. */
      progress: RunProgressSchema.optional(),
    })
    .nullable(),
  /** Approved artifacts of its dependencies when its newest run started. */
  inputs: z.record(z.string(), z.uuid()),
  executor: z.string(),
  waivers: z.array(WaiverSchema),
  branch: z.string(),
  /** A version that a person merged and nobody has approved yet: the integration branch after and before it. */
  hand_merge: z.strictObject({ artifact_id: z.uuid(), sha: z.string(), before: z.string() }).nullable().default(null),
  /** Its approved version is still to be brought together with what was merged since. */
  conflict: ConflictSchema.nullable().default(null),
  pull_request: PullRequestSchema.nullable(),
  /** Approved work of an earlier plan that its first run takes over. */
  carry: CarriedFromSchema.nullable().default(null),
  /** What was to be taken over, and is done anew; absent where nothing was, and in older records. */
  earlier: EarlierWorkSchema.optional(),
})
export type ActionNode = z.infer<typeof ActionNodeSchema>

export const CheckNodeSchema = z.strictObject({
  kind: z.literal('CHECK'),
  id: z.string(),
  task_id: z.uuid(),
  /** Short id of the ACTION it reviews. */
  target: z.string(),
  state: z.enum(checkStates),
  /** Failures of the reviewer itself on this version. */
  attempts: z.int().nonnegative(),
  waiting_for: WaitingForSchema.nullable(),
  reason: z.string().nullable(),
  /** Set while a review runs, and kept as the last one afterwards. */
  review_id: z.uuid().nullable(),
  reviewed_artifact_id: z.uuid().nullable(),
  /** Results of a review that has no verdict yet. */
  partial: z.array(CriterionResultSchema),
  /** A review that was still under way when a newer version came; its verdict is recorded, the state stays. */
  superseded_review: z.strictObject({ review_id: z.uuid(), artifact_id: z.uuid() }).nullable(),
  /** Until when CI is waited for. */
  deadline: z.string().nullable(),
  /** CI reported on the version while the review was under way, which may have looked before. */
  ci_news: z.boolean().default(false),
})
export type CheckNode = z.infer<typeof CheckNodeSchema>

export const GoalNodeSchema = z.strictObject({
  kind: z.literal('GOAL'),
  id: z.string(),
  task_id: z.uuid(),
  state: z.enum(goalStates),
})
export type GoalNode = z.infer<typeof GoalNodeSchema>

export const NodeStateSchema = z.discriminatedUnion('kind', [ActionNodeSchema, CheckNodeSchema, GoalNodeSchema])
export type NodeState = z.infer<typeof NodeStateSchema>
