import { z } from 'zod'
import { DoctorExaminationSchema } from './doctor-finding.ts'
import { FinalConflictSchema } from './final-conflict.ts'
import { IntegrationDifferenceSchema } from './integration-difference.ts'
import { IssueReadingSchema } from '../plan/plan-answer.ts'
import { PlanChangeSchema } from '../plan/difference/plan-difference.ts'
import { PlanningQuestionSchema } from '../plan/asks/planning-question.ts'
import { ScorePartSchema } from '../plan/score-part.ts'
import { waitKinds } from './wait-kinds.ts'

const line = z.string()

/** One thing that the bot has to say, as data; `views/replies/reply.ts` makes the text. */
const AnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('help') }),
  /** Somebody spoke to the bot: the command that it seems to be, as it is written. */
  z.strictObject({ kind: z.literal('mentioned'), usage: line.nullable() }),
  /** A word that may be meant as a command; `own`: it is one of ours, behind other words. */
  z.strictObject({ kind: z.literal('hinted'), said: line, usage: line, own: z.boolean() }),
  z.strictObject({ kind: z.literal('unknown_command'), name: line, suggestion: line.nullable() }),
  z.strictObject({ kind: z.literal('bad_arguments'), name: line, problem: line, usage: line }),
  /** `who`: whom the configuration names, of those who may. */
  z.strictObject({
    kind: z.literal('no_permission'),
    login: line,
    name: line,
    has: line,
    needs: line,
    who: z.array(line).optional(),
  }),
  /** A review on GitHub by somebody whose reviews don't count. */
  z.strictObject({
    kind: z.literal('review_uncounted'),
    login: line,
    verdict: z.enum(['approval', 'request for changes']),
    task: line,
    has: line,
    needs: line,
  }),
  z.strictObject({ kind: z.literal('not_on_pull_request'), number: z.int() }),
  /** What came of a command, in a sentence. */
  z.strictObject({ kind: z.literal('carried_out'), what: line }),
  /** The command makes no sense in this state: what it was, why, what to do instead. */
  z.strictObject({ kind: z.literal('refused'), name: line, why: line, next: line }),
  /** `diff`: of the issue's text; `changes`: from the plan that was meant to the newest. */
  z.strictObject({
    kind: z.literal('stale_plan'),
    asked: line.nullable(),
    newest: line.nullable(),
    diff: line,
    changes: z.array(PlanChangeSchema).default([]),
  }),
  z.strictObject({
    kind: z.literal('plan_faults'),
    faults: z.array(z.strictObject({ code: line, nodes: z.array(z.string()), message: line })),
    guidance: line,
  }),
  /** The issue can't be planned as it stands: what is lacking and how to say it, or how it was read. */
  z.strictObject({
    kind: z.literal('needs_input'),
    lacks: z.array(z.string()),
    reading: IssueReadingSchema.optional(),
    /** What only people can decide; `first` is the number of the first of them. */
    questions: z.strictObject({ first: z.int().positive(), all: z.array(PlanningQuestionSchema) }).optional(),
    /** A yes was said, and since then the issue reads otherwise. */
    since: z.strictObject({ gone: z.array(line), added: z.array(line) }).optional(),
  }),
  /** An answer that led to what was asked before it, which stands above. `reading`: it can be said yes to. */
  z.strictObject({
    kind: z.literal('not_taken'),
    said: line,
    reading: z.boolean(),
    questions: z.strictObject({ first: z.int().positive(), all: z.array(PlanningQuestionSchema) }).optional(),
  }),
  /** The plan breaks no rule and still doesn't say enough to be offered. */
  z.strictObject({
    kind: z.literal('plan_weak'),
    score: z.number(),
    min_score: z.number(),
    parts: z.array(ScorePartSchema),
  }),
  z.strictObject({ kind: z.literal('declined'), why: line }),
  /** On a pull request of a plan that another one replaced. */
  z.strictObject({ kind: z.literal('superseded'), why: line, issue: z.int().positive() }),
  /** `mending`: what `/doctor fix` did, a sentence each; null where it was only asked what is wrong. */
  z.strictObject({
    kind: z.literal('examined'),
    examination: DoctorExaminationSchema,
    mending: z.strictObject({ mended: z.array(z.string()), left: z.array(z.string()) }).nullable(),
  }),
  /** The issues as they stand when it is said. */
  z.strictObject({ kind: z.literal('list') }),
  /** The configuration as it holds when it is said. */
  z.strictObject({ kind: z.literal('configuration') }),
  z.strictObject({ kind: z.literal('issue_edited'), approved: z.boolean(), plan_hash: line }),
  z.strictObject({ kind: z.literal('config_faults'), path: line, faults: z.array(z.string()), holds: line }),
  z.strictObject({ kind: z.literal('on_hold'), why: line, commit: line.nullable() }),
  /** A push that nobody looks at: the plan is `stopped`, or another one has replaced it. */
  z.strictObject({ kind: z.literal('push_unheard'), login: line, branch: line, stopped: z.boolean() }),
  z.strictObject({
    kind: z.literal('branch_lost'),
    branch: line,
    by: line.nullable(),
    what: z.enum(['deleted', 'force-pushed']),
  }),
  /** `more`: differences beyond those. */
  z.strictObject({
    kind: z.literal('integration_differs'),
    branch: line,
    commit: line,
    by: line.nullable(),
    differences: z.array(IntegrationDifferenceSchema),
    more: z.int().nonnegative(),
  }),
  z.strictObject({
    kind: z.literal('exported'),
    tag: line,
    url: line,
    manifest_sha256: line,
    files: z.int(),
    partial: z.boolean(),
    missing: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('export_failed'), why: line }),
  z.strictObject({ kind: z.literal('status') }),
  /** On a task's pull request: what is approved conflicts with what was merged since. `branch`: the task's. */
  z.strictObject({
    kind: z.literal('conflict'),
    who: z.array(z.string()),
    what: line,
    branch: line,
    /** Tasks whose work conflicts with it, and who is asked where some of that goes; absent in older ones. */
    keep: z.strictObject({ tasks: z.array(line), judges: z.array(line) }).optional(),
  }),
  /** On the final pull request: git can't merge it into `branch`. */
  z.strictObject({
    kind: z.literal('final_conflicts'),
    who: z.array(z.string()),
    branch: line,
    conflict: FinalConflictSchema,
  }),
  /** On a task's pull request: git merged both without a conflict, as that version. */
  z.strictObject({
    kind: z.literal('brought_together'),
    task: line,
    version: z.int().positive(),
    paths: z.array(z.string()),
    tasks: z.array(z.string()),
  }),
  /** Of a task whose approved work was to be taken over from the plan before: why it is not, and where it is. */
  z.strictObject({
    kind: z.literal('done_anew'),
    task: line,
    earlier: z.strictObject({
      changed: z.array(z.strictObject({ path: line, commit: line.nullable() })),
      tasks: z.array(line),
      from: z.strictObject({
        task_id: line,
        artifact_id: line,
        base_sha: line.optional(),
        commit_sha: line,
        version: z.int().positive().optional(),
        pull_request: z.int().positive().optional(),
      }),
    }),
  }),
  /** Of a task that waits for them by name, once. `branch`: the task's. */
  z.strictObject({
    kind: z.literal('reminder'),
    task: line,
    who: z.array(z.string()),
    wait: z.enum(waitKinds),
    what: line,
    branch: line,
    since: line,
  }),
  /** Of a version that nobody judged for too long: `to` is asked beside `who`, once. */
  z.strictObject({
    kind: z.literal('escalated'),
    task: line,
    to: line,
    who: z.array(z.string()),
    what: line,
    since: line,
  }),
  /** Whom a task was given to may not push any more. `ask`: who gives it to another. */
  z.strictObject({ kind: z.literal('executor_left'), task: line, reason: line, ask: z.array(z.string()) }),
  /** Of a plan that was approved: what of the repository will stop it. */
  z.strictObject({ kind: z.literal('foreseen'), what: z.array(line) }),
  z.strictObject({ kind: z.literal('work_failed'), what: line, why: line, next: line }),
])
export type Answer = z.infer<typeof AnswerSchema>

/** Everything the bot says in a comment of its own. */
export const ReplySchema = z.discriminatedUnion('kind', [
  ...AnswerSchema.options,
  /** What one comment of somebody's is answered with: never more than one comment. */
  z.strictObject({ kind: z.literal('several'), answers: z.array(AnswerSchema) }),
])
export type Reply = z.infer<typeof ReplySchema>
export type ReplyOf<K extends Reply['kind']> = Extract<Reply, { kind: K }>

/** Replies to one comment as one, each said once. */
export function joinReplies(replies: readonly Reply[]): Reply | undefined {
  const all = new Map(replies.flatMap(answersOf).map((answer) => [JSON.stringify(answer), answer]))
  const [first, ...more] = all.values()
  return first === undefined || more.length === 0 ? first : { kind: 'several', answers: [first, ...more] }
}

export function answersOf(reply: Reply): Answer[] {
  return reply.kind === 'several' ? reply.answers : [reply]
}
