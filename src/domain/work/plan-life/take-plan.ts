import type { AssigneeFacts } from '../../plan/assignee.ts'
import { carryOver, collectCarryable } from './carry-over.ts'
import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { compareAssignees, comparePlans } from '../../plan/difference/plan-difference.ts'
import type { IssueReading } from '../../plan/plan-answer.ts'
import type { PlanRound } from '../../plan/plan-round.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Reply } from '../../effects/reply.ts'
import type { LoopState } from '../../records/loop/loop-state.ts'
import { settleFallbacks } from '../draft/settle-fallbacks.ts'
import { noteExecutors } from '../draft/note-executors.ts'
import { noteTests } from '../draft/note-tests.ts'
import { projectLoop } from '../show/project-loop.ts'
import { hasYes, withoutRecord } from './say-to-what.ts'
import { replyClosed } from './reply-closed.ts'
import { applyCancel, keepAct, note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

const revisionLimit = 10
const changeLimit = 40

/** A plan was drafted: what breaks a rule or scores too low is explained and not offered (spec 003 §5). */
export function takePlan(draft: WorkDraft, event: WorkEventOf<'plan_drafted'>): Refusal | undefined {
  const { plan, faults } = event
  if (!isAwaited(draft.record, event.op)) return refuseSilently(`${plan.id} is not being drafted`)
  const { min_score: minScore } = draft.context.configuration.plan
  if (faults.length > 0) {
    const told = faults.map(({ code, nodes, message }) => ({ code, nodes, message }))
    turnBack(draft, { kind: 'plan_faults', faults: told, guidance: '' }, plan.rounds)
  } else if (plan.score !== null && plan.score < minScore) {
    turnBack(draft, { kind: 'plan_weak', score: plan.score, min_score: minScore, parts: plan.score_parts }, plan.rounds)
  } else if (draft.record.replanning !== null) {
    if (isSameWork(draft, plan)) {
      turnBack(draft, {
        kind: 'refused',
        name: '/replan',
        why: ['the plan would be the same', ...findNewNotes(draft, plan)].join('. '),
        next: `the one that stands goes on${adviseAssign(draft, plan)}`,
      })
      return undefined
    }
    supersede(draft, plan, whyReplanned(draft.record, draft.record.replanning), event.assignees)
  } else {
    propose(draft, plan, event.assignees)
  }
  return undefined
}

export function askForInput(draft: WorkDraft, event: WorkEventOf<'plan_needs_input'>): Refusal | undefined {
  if (!isAwaited(draft.record, event.op)) return refuseSilently('that plan is not being drafted')
  const { lacks, reading, questions = [], rounds } = event
  const before = draft.record.asked_questions ?? []
  const since = findChange(draft.record, reading)
  turnBack(
    draft,
    {
      kind: 'needs_input',
      lacks,
      ...(reading === undefined ? {} : { reading }),
      ...(questions.length === 0 ? {} : { questions: { first: before.length + 1, all: questions } }),
      ...(since === undefined ? {} : { since }),
    },
    rounds,
  )
  if (questions.length > 0) draft.record.asked_questions = [...before, ...questions]
  if (reading?.certain !== true) return undefined
  draft.record.asked_reading = reading.id
  draft.record.asked_words = { id: reading.id, words: wordsOf(reading) }
  return undefined
}

/** What differs from the words that a yes was said to; undefined where none was said to the question before this one. */
function findChange(
  { guidance, replanning, asked_words: asked }: IssRecord,
  reading: IssueReading | undefined,
): { gone: string[]; added: string[] } | undefined {
  const said = replanning === null ? guidance : replanning.guidance
  if (asked === undefined || reading?.id === asked.id || !hasYes(said ?? '', asked.id)) return undefined
  const now = reading === undefined ? [] : wordsOf(reading)
  return {
    gone: asked.words.filter((one) => !now.includes(one)),
    added: now.filter((one) => !asked.words.includes(one)),
  }
}

function wordsOf({ title, criteria, paths }: IssueReading): string[] {
  const words = [title, ...criteria.map(({ text }) => text), ...paths.map((path) => `\`${path}\``)]
  return [...new Set(words.map((one) => (one.length > 300 ? `${one.slice(0, 299)}…` : one)))].slice(0, 25)
}

/** The planner says no: the issue asks for an answer, not for a change. */
export function declinePlan(draft: WorkDraft, event: WorkEventOf<'plan_declined'>): Refusal | undefined {
  if (!isAwaited(draft.record, event.op)) return refuseSilently('that plan is not being drafted')
  turnBack(draft, { kind: 'declined', why: event.why }, event.rounds)
  return undefined
}

/** Nobody wants work fenced, or a plan to read again, for one that asks for the very same of the same text. */
function isSameWork({ record, plan: standing }: WorkDraft, plan: Plan): boolean {
  const { replanning } = record
  if (standing === null || replanning === null || replanning.fresh) return false
  const begun = record.phase === 'working' || record.phase === 'completed'
  const current = record.phase === 'proposed' && replanning.frozen.sha256 === record.frozen.sha256
  return (begun || current) && comparePlans(standing, plan).length === 0
}

/** Who does a task is changed without another plan. */
function adviseAssign({ plan: standing }: WorkDraft, plan: Plan): string {
  const [change] = standing === null ? [] : compareAssignees(standing, plan).filter((one) => one.what === 'done by')
  const executor = plan.tasks.find((task) => task.id === change?.task)?.executor
  return change === undefined ? '' : `; \`/assign ${change.task} ${executor}\` gives the task to another`
}

/** What planning says that the plan in force doesn't, such as words it can't follow. */
function findNewNotes({ plan: standing }: WorkDraft, { notes }: Plan): string[] {
  const known = new Set(standing?.notes)
  return notes.filter((one) => !known.has(one)).slice(0, 5)
}

/** Only the planning that is owed is heard: an id is given again where the one before came to nothing. */
function isAwaited({ outbox }: IssRecord, op: string): boolean {
  return outbox.some((one) => one.op === op && one.action.kind === 'draft_plan')
}

/** No plan came of it. One that stands goes on standing; else planning waits for `/answer` or an edited issue. */
function turnBack(draft: WorkDraft, reply: Reply, rounds: PlanRound[] = []): void {
  const { record } = draft
  record.rounds = rounds
  say(draft, reply)
  if (record.replanning !== null) {
    record.replanning = null
    note(draft, 'no other plan was made; the one that stands goes on')
    return
  }
  record.phase = 'awaiting_input'
  const text = describeTurn(reply)
  keepAct(draft, { kind: 'failed', action: 'action-plan', message: text, at: draft.at })
  note(draft, text)
}

function describeTurn(reply: Reply): string {
  if (reply.kind === 'declined') return 'nothing to plan'
  if (reply.kind === 'needs_input' && reply.questions !== undefined) return 'asked what only people can decide'
  const isAsked = reply.kind === 'needs_input' && reply.reading !== undefined
  return isAsked ? 'asked whether the issue was read right' : 'the issue does not say enough to plan'
}

function propose(draft: WorkDraft, plan: Plan, assignees: AssigneeFacts | undefined): void {
  const { record } = draft
  record.rounds = []
  record.phase = 'proposed'
  record.plan_hash = plan.hash
  const plain = noteTests(plan, draft.context.configuration)
  draft.plan = { ...noteExecutors(settleFallbacks(plain, draft.context), draft.context, assignees), is_bound: false }
  note(draft, `plan \`${plan.hash.slice(0, 7)}\` proposed`)
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
}

/**
 * Another plan takes the place of the one that stands: its runs are fenced, its pull requests closed with a word, its
 * comments folded away, its files moved to the history; approved work that still fits is noted to be carried over.
 */
export function supersede(draft: WorkDraft, plan: Plan, why: string, assignees?: AssigneeFacts): void {
  const { record, plan: old, execution } = draft
  const { replanning } = record
  if (old === null || replanning === null) throw new Error('there is no plan to supersede')
  const hash = plan.hash.slice(0, 7)
  closeWork(draft, `replaced by plan \`${hash}\``)
  fileAway(draft, old, `replaced by plan \`${hash}\``)
  const carryable = replanning.fresh ? [] : collectCarryable(old, execution, record.carryable)
  keepRevision(draft, old, plan, replanning.by, why)
  Object.assign(record, {
    frozen: replanning.frozen,
    comment_ids: replanning.comment_ids,
    guidance: replanning.guidance,
    replanning: null,
    carryable: carryOver(plan, carryable),
    plan_id: plan.id,
    plan_count: record.plan_count + 1,
    approved: null,
    loop_id: null,
    base_branch: null,
    base_sha: null,
    paused: null,
    stopped: null,
    final_pull_request: null,
    plan_comment: null,
    status_comment: null,
  } satisfies Partial<IssRecord>)
  draft.execution = null
  draft.loop = null
  propose(draft, plan, assignees)
}

/** What was made under the old plan goes into the history as it is left, its loop ended (spec 002 §3: `failed` is final). */
function fileAway(draft: WorkDraft, plan: Plan, why: string): void {
  const loop = projectLoop(draft)
  const ended = loop === null || loop.status === 'completed' ? loop : endLoop(loop, why)
  const replaced = { plan: { ...plan, is_bound: false }, execution: draft.execution, loop: ended }
  draft.replaced = [...(draft.replaced ?? []), replaced]
}

function endLoop({ skill_state: skill, ...loop }: LoopState, why: string): LoopState {
  const ended: LoopState = { ...loop, status: 'failed', failure_reason: why }
  return skill === undefined ? ended : { ...ended, skill_state: { ...skill, current_action: null } }
}

function closeWork(draft: WorkDraft, why: string): void {
  const { record } = draft
  replyClosed(draft, why)
  applyCancel(draft, why)
  const final = record.final_pull_request
  if (final?.state === 'open' || final?.state === 'draft') {
    say(draft, { kind: 'superseded', why, issue: record.number }, final.number)
    draft.effects.push({ kind: 'close_final', number: final.number, why })
  }
  for (const comment of [record.plan_comment, record.status_comment]) {
    if (comment !== null) draft.effects.push({ kind: 'fold_comment', node_id: comment.node_id })
  }
  deleteReplaced(draft)
}

/** Once their pull requests are closed: versions and verdicts keep the bytes (decision 0054). */
function deleteReplaced({ record, execution, effects, context }: WorkDraft): void {
  if (record.plan_id === null || record.base_branch === null || execution === null) return
  if (!context.configuration.branches.delete_merged) return
  const commitOf = new Map(execution.artifacts.map((one) => [one.artifact_id, one.commit_sha]))
  const heads = Object.values(execution.nodes).flatMap((node): [string, string][] => {
    const commit = node.kind === 'ACTION' ? commitOf.get(node.active_artifact_id ?? '') : undefined
    return commit === undefined ? [] : [[node.id, commit]]
  })
  const stood = [
    record.base_sha,
    ...execution.merges.map((one) => one.merge_sha),
    execution.execution_result.commit_hash,
  ]
  const integration = [...new Set(stood)].filter((sha) => sha !== null)
  const replaced = { heads: Object.fromEntries(heads), integration }
  effects.push({ kind: 'delete_branches', plan_id: record.plan_id, replaced })
}

/** What was said this time; `replanning` has all that was said so far. */
function whyReplanned(record: IssRecord, { guidance, frozen }: NonNullable<IssRecord['replanning']>): string {
  const said = withoutRecord((guidance ?? '').slice(record.guidance?.length ?? 0).trim())
  if (said !== '') return said
  const why = frozen.sha256 === record.frozen.sha256 ? 'without further words' : 'the issue was edited'
  // `/plan` reads the issue alone: whoever said something in the thread should know that it is out.
  return guidance === null && record.guidance !== null ? `${why}; what was said in the thread is not in it` : why
}

/** What changed from plan to plan stays readable, so that an approval of the older hash can be answered. */
export function keepRevision(draft: WorkDraft, from: Plan, to: Plan, by: string, why: string): void {
  const changes = [...comparePlans(from, to), ...compareAssignees(from, to)].slice(0, changeLimit)
  const revision = { at: draft.at, by, why: why.slice(0, 300), from_hash: from.hash, to_hash: to.hash, changes }
  draft.record.revisions = [...draft.record.revisions, revision].slice(-revisionLimit)
}
