import { z } from 'zod'
import { NoticeSchema, noticeTargets } from './notice.ts'
import { ReplySchema } from './reply.ts'

const task = z.string()

/** What is recorded of the branches: each task's newest version, and every commit that the integration branch was at. */
const ReplacedBranchesSchema = z.strictObject({
  heads: z.record(z.string(), z.string()),
  integration: z.array(z.string()),
})

/** What the state owes the world. Carried out at least once, visible at most once under its operation id (I1). */
export const EffectActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('react'),
    target: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('issue'), node_id: z.string() }),
      z.strictObject({ kind: z.literal('comment'), node_id: z.string() }),
    ]),
    content: z.enum(['EYES', 'THUMBS_UP', 'CONFUSED', 'ROCKET']),
  }),
  /** One comment each, edited in place; the text is made from the state as it is when carried out. */
  z.strictObject({ kind: z.literal('show_plan'), plan_id: z.string() }),
  z.strictObject({ kind: z.literal('show_status'), plan_id: z.string() }),
  /** `number`: the issue's, or a task pull request's. */
  z.strictObject({ kind: z.literal('say'), number: z.int().positive(), reply: ReplySchema }),
  /** Folds a comment of ours away as outdated; its text stays. */
  z.strictObject({ kind: z.literal('fold_comment'), node_id: z.string() }),
  /** Of an issue or pull request, as far as GitHub lets them be assigned. */
  z.strictObject({
    kind: z.literal('set_assignees'),
    number: z.int().positive(),
    add: z.array(z.string()),
    remove: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('set_label'), label: z.string().nullable() }),
  z.strictObject({ kind: z.literal('draft_plan'), plan_id: z.string(), guidance: z.string().nullable() }),
  /** Sub-issues and dependencies brought in step with the tasks. */
  z.strictObject({ kind: z.literal('mirror_tasks'), plan_id: z.string() }),
  /** Records held against branches, files and pull requests; with `fix`, mended where it needs no judgement. */
  z.strictObject({ kind: z.literal('examine'), number: z.int().positive(), fix: z.boolean(), by: z.string() }),
  z.strictObject({ kind: z.literal('open_base'), branch: z.string() }),
  z.strictObject({ kind: z.literal('run_task'), task, run_id: z.string() }),
  /** The plan's tests on the integration branch, and if they fail, what is to blame. */
  z.strictObject({ kind: z.literal('validate_plan'), plan_id: z.string(), commit_sha: z.string() }),
  /** The second diagnosis of a tuned skill, on the integration branch. */
  z.strictObject({ kind: z.literal('diagnose_skill'), plan_id: z.string(), commit_sha: z.string() }),
  /** Opens the pull request of a version that a person pushed. */
  z.strictObject({ kind: z.literal('open_task_pull_request'), task, artifact_id: z.string() }),
  /** Of a draft that a person got with the task: something was delivered. */
  z.strictObject({ kind: z.literal('ready_task_pull_request'), task, number: z.int() }),
  z.strictObject({ kind: z.literal('review_version'), task, review_id: z.string(), artifact_id: z.string() }),
  /** Check run with what is known so far, and review requested from the people it waits for. */
  z.strictObject({ kind: z.literal('ask_reviewers'), task, review_id: z.string(), who: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('post_verdict'), task, review_id: z.string() }),
  /** Check run of a version whose own tests failed, which gets no verdict. */
  z.strictObject({ kind: z.literal('post_failed_tests'), task, validation_id: z.string() }),
  z.strictObject({ kind: z.literal('merge_task'), task, artifact_id: z.string() }),
  /** Puts the integration branch back to where it was before a merge by hand that approved nothing. */
  z.strictObject({ kind: z.literal('take_back_merge'), task, sha: z.string(), before: z.string() }),
  /** Closed by somebody whose word is no rejection. */
  z.strictObject({ kind: z.literal('reopen_task_pull_request'), task, number: z.int() }),
  z.strictObject({ kind: z.literal('close_task_pull_request'), task, number: z.int(), why: z.string() }),
  z.strictObject({ kind: z.literal('open_final'), plan_id: z.string() }),
  z.strictObject({ kind: z.literal('set_final_draft'), number: z.int(), draft: z.boolean() }),
  z.strictObject({ kind: z.literal('close_final'), number: z.int(), why: z.string() }),
  /** Branches of a plan that is merged; or of one that was `replaced`, whose record has gone to the history. */
  z.strictObject({
    kind: z.literal('delete_branches'),
    plan_id: z.string(),
    replaced: ReplacedBranchesSchema.optional(),
  }),
  /** One message to one place outside of GitHub, by whichever server is told to. */
  z.strictObject({ kind: z.literal('tell'), to: z.enum(noticeTargets), notice: NoticeSchema }),
  z.strictObject({
    kind: z.literal('export'),
    plan_id: z.string(),
    include_candidates: z.boolean(),
    /** Absent in effects from before it could be chosen: with them. */
    include_supporting: z.boolean().optional(),
    partial: z.boolean(),
    /** How the release is called; absent where it is called as by default. */
    templates: z.strictObject({ tag: z.string(), name: z.string() }).optional(),
    by: z.string(),
  }),
])
export type EffectAction = z.infer<typeof EffectActionSchema>
export type EffectKind = EffectAction['kind']
export type ActionOf<K extends EffectKind> = Extract<EffectAction, { kind: K }>

/** An effect that is owed: stands in the outbox from the commit that decided it until the commit that knows its result. */
export const OwedEffectSchema = z.strictObject({
  /** Unique in the repository: `ISS-007/12`. */
  op: z.string(),
  since: z.string(),
  /** W3C `traceparent` of the decision that owes it, where the server exports traces (decision 137). */
  traceparent: z.string().max(100).optional(),
  action: EffectActionSchema,
})
export type OwedEffect = z.infer<typeof OwedEffectSchema>
