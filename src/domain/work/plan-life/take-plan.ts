import type { ModelUse } from '../../models/model-use.ts'
import { recordText } from '../../language/message.ts'
import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { hasDefaultMoved } from './final/note-final-conflict.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { compareAssignees, comparePlans } from '../../plan/difference/plan-difference.ts'
import type { IssueReading } from '../../plan/plan-answer.ts'
import type { PlanRound } from '../../plan/plan-round.ts'
import type { Plan } from '../../plan/plan.ts'
import { findVainAnswer, keepAsked } from './ask-again.ts'
import type { Reply, ReplyOf } from '../../effects/reply.ts'
import { propose, supersede, whyReplanned } from './propose-plan.ts'
import { noteStillSaid } from './note-still-said.ts'
import { hasYes } from './say-to-what.ts'
import { keepDiagnosis } from '../draft/keep-diagnosis.ts'
import { keepAct, note, say, type WorkDraft } from '../draft/work-draft.ts'
import { sumUses, useOfRounds } from '../../records/receipts/spent-on-models.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

/** A plan was drafted: what breaks a rule or scores too low is explained and not offered (spec 003 §5). */
export function takePlan(draft: WorkDraft, event: WorkEventOf<'plan_drafted'>): Refusal | undefined {
  const { faults } = event
  const plan = noteStillSaid(event.plan, draft.record)
  if (!isAwaited(draft.record, event.op)) return refuseSilently(`${plan.id} is not being drafted`)
  addPlanningUse(draft.record, plan.rounds, event.lost_use)
  keepDiagnosis(draft, event.tuning, false)
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
        why: saySame(findNewNotes(draft, plan)),
        next: adviseAssign(draft, plan),
      })
      return undefined
    }
    keepDiagnosis(draft, event.tuning, true)
    supersede(draft, plan, whyReplanned(draft.record, draft.record.replanning), event.assignees)
  } else {
    propose(draft, plan, event.assignees)
  }
  return undefined
}

export function askForInput(draft: WorkDraft, event: WorkEventOf<'plan_needs_input'>): Refusal | undefined {
  if (!isAwaited(draft.record, event.op)) return refuseSilently('that plan is not being drafted')
  const { lacks, reading, questions = [], rounds } = event
  addPlanningUse(draft.record, rounds, event.lost_use)
  keepDiagnosis(draft, event.tuning, false)
  const before = draft.record.asked_questions ?? []
  const since = findChange(draft.record, reading)
  const asked: ReplyOf<'needs_input'> = {
    kind: 'needs_input',
    lacks,
    ...(reading === undefined ? {} : { reading }),
    ...(questions.length === 0 ? {} : { questions: { first: before.length + 1, all: questions } }),
    ...(since === undefined ? {} : { since }),
  }
  const vain = findVainAnswer(draft.record, asked)
  keepAsked(draft.record, asked)
  turnBack(draft, vain ?? asked, rounds)
  if (vain === undefined && questions.length > 0) draft.record.asked_questions = [...before, ...questions]
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
  addPlanningUse(draft.record, event.rounds ?? [], event.lost_use)
  keepDiagnosis(draft, event.tuning, false)
  turnBack(draft, { kind: 'declined', why: event.why }, event.rounds)
  return undefined
}

/** Nobody wants work fenced, or a plan to read again, for one that asks for the very same of the same text. */
function isSameWork({ record, plan: standing, context }: WorkDraft, plan: Plan): boolean {
  const { replanning } = record
  if (standing === null || replanning === null || replanning.fresh) return false
  // On the default branch as it is now it is other work, where that is why it was asked for.
  const isBare = replanning.guidance === record.guidance && replanning.frozen.sha256 === record.frozen.sha256
  if (record.final_pull_request?.conflict !== undefined || (isBare && hasDefaultMoved(record, context))) return false
  const begun = record.phase === 'working' || record.phase === 'completed'
  const current = record.phase === 'proposed' && replanning.frozen.sha256 === record.frozen.sha256
  return (begun || current) && comparePlans(standing, plan).length === 0
}

function saySame(notes: readonly string[]): string {
  return notes.length === 0
    ? recordText('the plan would be the same')
    : recordText('the plan would be the same. {notes}', { notes: notes.join('. ') })
}

/** Who does a task is changed without another plan. */
function adviseAssign({ plan: standing }: WorkDraft, plan: Plan): string {
  const [change] = standing === null ? [] : compareAssignees(standing, plan).filter((one) => one.what === 'done by')
  const executor = plan.tasks.find((task) => task.id === change?.task)?.executor
  return change === undefined
    ? recordText('the one that stands goes on')
    : recordText('the one that stands goes on; `/assign {task} {who}` gives the task to another', {
        task: change.task ?? '',
        who: executor ?? '',
      })
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

/** Each planning tells its own rounds, once, and what was lost before it. */
export function addPlanningUse(record: IssRecord, rounds: readonly PlanRound[], lost: ModelUse | null = null): void {
  const use = sumUses([record.planning_use ?? null, useOfRounds(rounds), lost])
  if (use !== null) record.planning_use = use
}

/** No plan came of it. One that stands goes on standing; else planning waits for `/answer` or an edited issue. */
function turnBack(draft: WorkDraft, reply: Reply, rounds: PlanRound[] = []): void {
  const { record } = draft
  record.rounds = rounds
  say(draft, reply)
  if (record.replanning !== null) {
    record.replanning = null
    note(draft, recordText('no other plan was made; the one that stands goes on'))
    return
  }
  record.phase = 'awaiting_input'
  // Nobody saw a plan of this number: the first that somebody sees is the first.
  record.plan_count -= 1
  const question = describeQuestion(reply)
  if (question !== undefined) {
    note(draft, question)
    return
  }
  const text =
    reply.kind === 'declined' ? recordText('nothing to plan') : recordText('the issue does not say enough to plan')
  keepAct(draft, { kind: 'failed', action: 'action-plan', message: text, at: draft.at })
  note(draft, text)
}

/** What was asked; undefined where planning came to nothing. A question is no failure: an answer goes on from it. */
function describeQuestion(reply: Reply): string | undefined {
  if (reply.kind === 'not_taken') return recordText('no plan came of the answer')
  if (reply.kind !== 'needs_input') return undefined
  if (reply.questions !== undefined) return recordText('asked what only people can decide')
  return reply.reading === undefined ? undefined : recordText('asked whether the issue was read right')
}
