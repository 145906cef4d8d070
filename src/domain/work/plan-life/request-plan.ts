import { newComment } from '../../plan/outline/read/guidance.ts'
import { recordText } from '../../language/message.ts'
import { roleAtLeast } from '../../configuration/sections/roles.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { hasDefaultMoved } from './final/note-final-conflict.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { SlashCommand } from '../../commands/slash-command.ts'
import { findMisfitTask } from '../draft/note-executors.ts'
import { denial } from '../draft/denial.ts'
import { shortHash } from './issue-text.ts'
import { freeze } from './register-issue.ts'
import { refusePlanless } from '../draft/refuse-planless.ts'
import { keepYes, sayToWhat } from './say-to-what.ts'
import { beginTuning } from '../../tuning/thread/carry-tuning.ts'
import { note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { Actor, IssueFacts, WorkEventOf } from '../draft/work-event.ts'

type Given = WorkEventOf<'commands_given'>

/** `/plan` or the label: freezes the text and asks the planner, unless a plan stands that still fits. */
export function requestPlan(draft: WorkDraft, issue: IssueFacts, by: Actor): Refusal | undefined {
  const { record } = draft
  switch (record.phase) {
    case 'working':
      return refuse(
        recordText('plan `{hash}` is approved and being worked on', { hash: shortHash(record) }),
        findWayOn(draft),
      )
    case 'completed':
      return refuse(recordText('its work is complete'), findWayOn(draft))
    case 'proposed':
      if (issue.sha256 === record.frozen.sha256)
        return refuse(recordText('this text is planned already'), findWayOn(draft))
      break
    case 'registered':
    case 'drafting':
    case 'awaiting_input':
    case 'stopped':
      break
  }
  // What was answered so far is part of what is asked for; a new try keeps it, unless it was asked of something else.
  const guidance = record.phase === 'awaiting_input' && record.tuning === undefined ? record.guidance : null
  const refusal = beginPlanning(draft, issue, by, { guidance, fresh: false, commentId: null })
  if (refusal === undefined) forgetTuning(draft)
  return refusal
}

/** What helps where a plan stands already, by how far it is. */
function findWayOn({ record, plan }: WorkDraft): string {
  const hash = shortHash(record)
  switch (record.phase) {
    case 'working':
      return recordText('`/replan <what to change>` makes another; `/status` shows where it stands')
    case 'completed':
      return record.final_pull_request?.state === 'merged'
        ? recordText('open an issue for what is left')
        : recordText('`/replan <what to change>` makes another plan, or open an issue for what is left')
    case 'proposed': {
      const unfit = findMisfitTask(plan?.notes ?? [])
      return unfit === undefined
        ? recordText('`/approve plan@{hash}` starts it; `/replan <what to change>` makes another plan', { hash })
        : recordText(
            '`/assign {task} …` gives {task} to somebody who can do it, then `/approve plan@{hash}` starts it; `/replan <what to change>` makes another plan',
            { hash, task: unfit },
          )
    }
    case 'stopped':
      return recordText('`/approve plan@{hash}` starts it again; what was approved is kept', { hash })
    case 'registered':
    case 'drafting':
    case 'awaiting_input':
      return recordText('`/status` shows where it stands')
  }
}

/** The issue itself is what is asked for. */
function forgetTuning(draft: WorkDraft): void {
  delete draft.record.tuning
  delete draft.tuning
}

/** `/tune`: asks for a plan that mends a skill; where a plan stands, `/replan` makes another. */
export function requestTuning(
  draft: WorkDraft,
  { path, about }: Extract<SlashCommand, { kind: 'tune' }>,
  event: Given,
): Refusal | undefined {
  const { record } = draft
  if (event.place.kind !== 'issue' || event.issue === null)
    return refuse(
      recordText('a plan is made from an issue, not from a pull request'),
      recordText('comment `/tune` on an issue'),
    )
  if (record.phase === 'proposed' || record.phase === 'working' || record.phase === 'completed') {
    return refuse(
      recordText('plan `{hash}` stands here', { hash: shortHash(record) }),
      record.tuning === undefined
        ? recordText('another skill gets an issue of its own')
        : recordText('`/replan <what to change>` looks at this one again; another skill gets an issue of its own'),
    )
  }
  const how = { guidance: null, fresh: false, commentId: event.comment.id }
  const refusal = beginPlanning(draft, event.issue, event.by, how)
  if (refusal !== undefined) return refusal
  forgetTuning(draft)
  record.comment_ids = [event.comment.id]
  record.tuning = { path, about, before: null, after: null, diagnosed: null, in_vain: 0 }
  draft.tuning = beginTuning(path, about)
  return undefined
}

/** `/replan`: another plan from the text as it is now and from what was said; the old one stands until it is made. */
export function requestReplan(
  draft: WorkDraft,
  command: Extract<SlashCommand, { kind: 'replan' }>,
  event: Given,
): Refusal | undefined {
  const { record } = draft
  if (event.place.kind !== 'issue' || event.issue === null)
    return refuse(
      recordText('a plan is made from an issue, not from a pull request'),
      recordText('comment `/replan` on the issue'),
    )
  if (record.final_pull_request?.state === 'merged')
    return refuse(recordText('its final pull request is merged'), recordText('open an issue for what is left'))
  const isSaid = command.guidance !== '' || command.fresh || event.issue.sha256 !== record.frozen.sha256
  const nothingNew = !isSaid && !hasDefaultMoved(record, draft.context)
  if (nothingNew && (record.phase === 'proposed' || record.phase === 'working' || record.phase === 'completed')) {
    return refuse(
      recordText('neither the issue nor the command says what is to change'),
      recordText('edit the issue, or write what to change behind `/replan`'),
    )
  }
  const said = sayToWhat(command.guidance, record.asked_reading, event.by.login, draft.at)
  return beginPlanning(draft, event.issue, event.by, {
    guidance: joinGuidance(command.fresh ? keepYes(record.guidance) : record.guidance, said),
    fresh: command.fresh,
    commentId: event.comment.id,
  })
}

/** `/answer`: what planning asked for, from the issue's author or somebody with the role. */
export function answerPlanning(draft: WorkDraft, text: string, event: Given): Refusal | 'told' | undefined {
  const { record } = draft
  const needs = draft.context.configuration.roles.answer
  if (event.issue === null || event.place.kind !== 'issue')
    return refuse(
      recordText('planning asks in the issue, not in a pull request'),
      recordText('comment `/answer` on the issue'),
    )
  if (event.by.login !== event.issue.author && !roleAtLeast(event.by.role, needs)) {
    say(draft, denial(event.by, '/answer', needs, draft.context.configuration), event.comment.number)
    return 'told'
  }
  if (record.phase !== 'awaiting_input')
    return (
      refuseWhileMade(record) ??
      (draft.plan === null ? refusePlanless(record) : refuse(recordText('no question is open here'), findWayOn(draft)))
    )
  if (text === '' && event.issue.sha256 === record.frozen.sha256)
    return refuse(
      recordText('it says nothing, and the issue reads as it did'),
      recordText('say what should be so, `/answer It should …`, or edit the issue first'),
    )
  const guidance = joinGuidance(record.guidance, sayToWhat(text, record.asked_reading, event.by.login, draft.at))
  return beginPlanning(draft, event.issue, event.by, { guidance, fresh: false, commentId: event.comment.id })
}

/** What is said later stands apart: its first line goes on with nothing that was said before. */
function joinGuidance(before: string | null, said: string): string | null {
  const all = [before, said].filter((text) => text !== null && text !== '').join(`\n${newComment}`)
  return all === '' ? null : all
}

/** A first plan is drafted at once; another one is made beside the plan that stands. */
function beginPlanning(
  draft: WorkDraft,
  issue: IssueFacts,
  by: Actor,
  how: { guidance: string | null; fresh: boolean; commentId: number | null },
): Refusal | undefined {
  const { record } = draft
  if (!issue.open) return refuse(recordText('the issue is closed'), recordText('reopen it first'))
  const made = refuseWhileMade(record)
  if (made !== undefined) return made
  delete record.asked_reading
  // Said from scratch, nothing that was asked is answered.
  if (how.guidance === null) {
    delete record.asked_questions
    delete record.asked_last
  }
  const planId = `SOL-${record.id}-${record.plan_count + 1}`
  const frozen = freeze(issue, by, draft.at)
  const commentIds =
    how.guidance === null
      ? []
      : [...(how.fresh ? [] : record.comment_ids), ...(how.commentId === null ? [] : [how.commentId])]
  record.current_sha256 = issue.sha256
  note(
    draft,
    draft.plan === null ? recordText('a plan is being made') : recordText('another plan is being made'),
    by.login,
  )
  draft.effects.push({ kind: 'draft_plan', plan_id: planId, guidance: how.guidance })
  if (draft.plan !== null) {
    const { guidance, fresh } = how
    record.replanning = { plan_id: planId, frozen, comment_ids: commentIds, guidance, fresh, by: by.login }
    return undefined
  }
  record.phase = 'drafting'
  record.plan_id = planId
  record.plan_count += 1
  record.frozen = frozen
  record.comment_ids = commentIds
  record.guidance = how.guidance
  record.stopped = null
  return undefined
}

function refuseWhileMade({ phase, replanning }: IssRecord): Refusal | undefined {
  return phase === 'drafting' || replanning !== null
    ? refuse(recordText('a plan is being made already'), recordText('it will appear here'))
    : undefined
}
