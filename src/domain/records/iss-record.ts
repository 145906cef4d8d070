import { z } from 'zod'
import { CarriedFromSchema } from './artifact.ts'
import { ModelUseSchema } from '../models/model-use.ts'
import { OwedEffectSchema } from '../effects/effect.ts'
import { FinalConflictSchema } from '../effects/final-conflict.ts'
import { PlanChangeSchema } from '../plan/difference/plan-difference.ts'
import { PlanningQuestionSchema } from '../plan/asks/planning-question.ts'
import { PlanRoundSchema } from '../plan/plan-round.ts'
import { TuningRecordSchema } from '../tuning/state/tuning-record.ts'

export const phases = [
  'registered',
  'drafting',
  'awaiting_input',
  'proposed',
  'working',
  'completed',
  'stopped',
] as const

export const TrailEntrySchema = z.strictObject({
  at: z.string(),
  /** One line of plain text, ours; names and titles of others are neutralised by the view. */
  text: z.string(),
  by: z.string().nullable(),
  /** In records of earlier versions; nothing was ever linked. */
  link: z.null().optional(),
})
export type TrailEntry = z.infer<typeof TrailEntrySchema>

const FrozenSchema = z.strictObject({
  title: z.string(),
  body: z.string(),
  sha256: z.string(),
  author: z.string(),
  labels: z.array(z.string()),
  /** Hidden characters and comments that were taken out. */
  removed: z.int().nonnegative(),
  at: z.string(),
  by: z.string(),
})

/** Approved work of the plan before, by what was approved: a task that asks for the same takes it over (design 2.3). */
export const CarryableSchema = z.strictObject({
  plan_id: z.string(),
  /** Short id in that plan. */
  task: z.string(),
  /** sha256 of what was approved of the task, see `taskFingerprint`. */
  fingerprint: z.string(),
  depends_on: z.array(z.string()),
  from: CarriedFromSchema,
  /** The default branch has changed the same lines: it is only at hand for whoever does it anew. */
  conflicts: z.literal(true).optional(),
})
export type Carryable = z.infer<typeof CarryableSchema>

/**
 * Why work is paused: `asked` by `/pause`; the plan's `tests` failed; a `branch` was lost; the `integration` branch holds
 * what nobody approved; an `effect` was given up; a pull request to be merged is a `draft`; a `limit` on models is reached;
 * a `rule` of the repository forbids what comes next.
 */
export const pauseCauses = ['asked', 'tests', 'branch', 'integration', 'effect', 'draft', 'limit', 'rule'] as const
export type PauseCause = (typeof pauseCauses)[number]

const PauseReasonSchema = z.strictObject({
  by: z.string(),
  at: z.string(),
  why: z.string(),
  /** Absent in records from before it was kept: only `/resume` lifts those. */
  cause: z.enum(pauseCauses).optional(),
  /** The one that is a draft. */
  pull_request: z.int().positive().optional(),
  /** Of a limit on a day: when it goes on by itself. */
  until: z.iso.datetime({ offset: true }).optional(),
  /** Of a branch: it stands again as it was recorded. */
  mended: z.literal(true).optional(),
  /** Of a rule: a digest of the rules as they were, by which it is known that they changed. */
  rules: z.string().optional(),
})

/** The first reason, and those that came on top of it while it stood. */
const PauseSchema = PauseReasonSchema.extend({ more: z.array(PauseReasonSchema).optional() })
export type Pause = z.infer<typeof PauseSchema>

/** One step from plan to plan, in words; `to_hash` is the plan it came to. */
const PlanRevisionSchema = z.strictObject({
  at: z.string(),
  by: z.string(),
  why: z.string(),
  from_hash: z.string(),
  to_hash: z.string(),
  changes: z.array(PlanChangeSchema),
})

/** `conflict`: as last seen; absent where there is none. */
export const FinalPullRequestSchema = z.strictObject({
  number: z.int(),
  state: z.enum(['open', 'draft', 'merged', 'closed']),
  conflict: FinalConflictSchema.optional(),
})

/** Somebody is waited for by name. */
const NamedWaitSchema = z.strictObject({
  /** What for, and whom: asked for something else they are asked anew. */
  of: z.string(),
  since: z.string(),
  /** When they are reminded, ISO 8601; null once they were, and where nobody is. */
  remind_at: z.string().nullable(),
  /** When others are asked for a judgement, too; null once they were, absent where nobody is to be. */
  escalate_at: z.string().nullable().optional(),
})
export type NamedWait = z.infer<typeof NamedWaitSchema>

/** `.workflow/issues/ISS-007.json`: the issue as frozen, where its parts are, what was applied and what is owed (design 2.7). */
export const IssRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  id: z.string().regex(/^ISS-\d+$/),
  number: z.int().positive(),
  node_id: z.string(),
  /** `owner/name` as it was when the issue was registered; ids of tasks come from it. */
  repository: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  /** GitHub's id of it, which renames and transfers leave as it is; null until the record is next written. */
  repository_id: z.int().positive().nullable().default(null),
  phase: z.enum(phases),
  /** Text as it was at the trigger; planning reads nothing else. */
  frozen: FrozenSchema,
  /** sha256 of the issue's newest text; differs from `frozen.sha256` once it was edited. */
  current_sha256: z.string(),
  /** Comments whose text was used. */
  comment_ids: z.array(z.int()),
  session_id: z.string(),
  plan_id: z.string().nullable(),
  /** How many plans were begun; the number at the end of the newest `plan_id`. */
  plan_count: z.int().nonnegative(),
  plan_hash: z.string().nullable(),
  /** What people said to planning so far, since the issue was last planned from scratch. */
  guidance: z.string().nullable().default(null),
  /** The reading of the issue that is asked about (its `id`): what a bare "yes" is said to. */
  asked_reading: z.string().optional(),
  /** The reading that was asked about last, and its words: should a yes to it find the issue changed, it is said how. */
  asked_words: z.strictObject({ id: z.string(), words: z.array(z.string()) }).optional(),
  /** What was asked last, by its hash, with how much of `guidance` was said before: an answer may lead to the very same. */
  asked_last: z.strictObject({ question: z.string(), heard: z.int().nonnegative() }).optional(),
  /** What planning asked, since the issue was last planned from scratch: answers in `guidance` count by it. */
  asked_questions: z.array(PlanningQuestionSchema).optional(),
  /** Rounds of the newest planning that came to no plan; a plan keeps its own. */
  rounds: z.array(PlanRoundSchema).default([]),
  /** What planning has had of models since the issue was registered, questions and plans that were replaced too; absent: nothing. */
  planning_use: ModelUseSchema.optional(),
  /** Its plans mend a skill (`/tune`); absent: they do what the issue spells out. */
  tuning: TuningRecordSchema.optional(),
  /** Another plan is being made while this one stands: it takes its place only once it is made. */
  replanning: z
    .strictObject({
      plan_id: z.string(),
      frozen: FrozenSchema,
      comment_ids: z.array(z.int()),
      guidance: z.string().nullable(),
      fresh: z.boolean(),
      by: z.string(),
    })
    .nullable()
    .default(null),
  carryable: z.array(CarryableSchema).default([]),
  /** Newest last, at most 10. */
  revisions: z.array(PlanRevisionSchema).default([]),
  /** Sub-issues that mirror tasks, by short id (configuration `mirror`). */
  /** Who was assigned to the issue and to pull requests since they are needed, by number. */
  assigned: z.record(z.string(), z.array(z.string())).default({}),
  /** Tasks that wait for somebody by name, by short id; absent: none. */
  waits: z.record(z.string(), NamedWaitSchema).optional(),
  mirrored: z.record(z.string(), z.strictObject({ number: z.int(), id: z.int() })).default({}),
  approved: z.strictObject({ by: z.string(), at: z.string(), hash: z.string() }).nullable(),
  loop_id: z.string().nullable(),
  /** Loops that were begun for this issue so far: what their ids count. */
  loop_count: z.int().nonnegative().default(0),
  /** Which plan each loop worked off; newest last, at most 50. */
  loops: z.array(z.strictObject({ loop_id: z.string(), plan_id: z.string() })).default([]),
  base_branch: z.string().nullable(),
  /** Default branch head the integration branch starts from. */
  base_sha: z.string().nullable(),
  default_branch: z.string(),
  paused: PauseSchema.nullable(),
  stopped: z.strictObject({ by: z.string(), at: z.string(), why: z.string() }).nullable(),
  final_pull_request: FinalPullRequestSchema.nullable(),
  /** Comments that are edited in place: REST id and node id. */
  plan_comment: z.strictObject({ plan_id: z.string(), id: z.int(), node_id: z.string() }).nullable(),
  status_comment: z.strictObject({ plan_id: z.string(), id: z.int(), node_id: z.string() }).nullable(),
  label: z.string().nullable(),
  /** Who may do nothing here and was answered, by user id; newest last, at most 200. */
  outsiders: z.array(z.string()).default([]),
  /** What is said once and was, by what it was about (`hint:USER`, `review:USER`, `branch:NAME`, `final:PLAN`); newest last, at most 200. */
  told: z.array(z.string()).default([]),
  exports: z.array(z.strictObject({ tag: z.string(), url: z.string(), manifest_sha256: z.string(), at: z.string() })),
  /** Events by content (`comment:ID`, `review:ID`, `head:SHA`, `op:OP`), kept seven days (I3). */
  applied: z.array(z.strictObject({ key: z.string(), at: z.string() })),
  outbox: z.array(OwedEffectSchema),
  next_op: z.int().positive(),
  /** Newest last, at most 100. */
  trail: z.array(TrailEntrySchema),
})
export type IssRecord = z.infer<typeof IssRecordSchema>

/** `ISS-007` of issue number 7. */
export function issId(number: number): string {
  return `ISS-${String(number).padStart(3, '0')}`
}

/** 7 of `ISS-007`. */
export function issueNumberOf(id: string): number {
  return Number(id.slice('ISS-'.length))
}

/** `countersign/ISS-007/1/base` or `…/T1`; 1 is the number at the end of the plan id. */
export function workBranch(planId: string, leaf: string): string {
  const match = /^SOL-(ISS-\d+)-(\d+)$/.exec(planId)
  if (match === null) throw new Error(`not a plan id: ${planId}`)
  return `countersign/${match[1]}/${match[2]}/${leaf}`
}

export const workflowBranch = 'countersign/workflow'
