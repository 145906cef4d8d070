import { listNodeStates } from '../gate/list-node-states.ts'
import { limitRecord } from './plan-life/limit-record.ts'
import { copyData } from './draft/copy-data.ts'
import type { EffectAction, OwedEffect } from '../effects/effect.ts'
import { findTestsPassed } from '../loop/plan-tests-verdict.ts'
import { mirroredTasks } from './show/mirrored-tasks.ts'
import { roleAtLeast } from '../configuration/sections/roles.ts'
import { refuseSilently } from '../gate/draft/gate-draft.ts'
import type { Refusal } from '../gate/draft/gate-event.ts'
import { answerUnregistered, findUnregisteredOutsider } from './commands/answer-unregistered.ts'
import { applyWorkEvent } from './apply-work-event.ts'
import { followNeeded } from './follow/follow-needed.ts'
import { followWaits } from './follow/remind.ts'
import { followRoot } from './follow/follow-root.ts'
import { ackOutbox } from './effects/outbox.ts'
import { tellNotices } from './notices/find-notices.ts'
import { projectLoop } from './show/project-loop.ts'
import { registerIssue } from './plan-life/register-issue.ts'
import { schedule } from './schedule.ts'
import { stateLabel } from './show/state-label.ts'
import type { Work } from '../records/work.ts'
import { type DecisionContext, say, type WorkDraft } from './draft/work-draft.ts'
import type { WorkEvent } from './draft/work-event.ts'

export type Decision =
  | { kind: 'accepted'; work: Work; owed: OwedEffect[] }
  /** Nothing is registered, so nothing is saved: the answer is given at once. `to`: one comment for all that they ask. */
  | { kind: 'answered'; effects: EffectAction[]; to: string | null }
  | Refusal

const trailLimit = 100
/** Longer than GitHub redelivers (design 2.7). */
const appliedMs = 7 * 24 * 3_600_000

/**
 * The whole decision on one issue: pure, total, and every accepted event exactly once (I3). A refused result of an
 * effect that is owed still settles that debt, and nothing else.
 */
export function decideWork(work: Work, event: WorkEvent, context: DecisionContext): Decision {
  if (work.record?.applied.some((one) => one.key === event.key))
    return refuseSilently(`${event.key} was applied already`)
  const draft = openDraft(work, event, context)
  if (draft === null) {
    const effects = answerUnregistered(event, context)
    return effects.length === 0
      ? refuseSilently('the issue is not registered')
      : { kind: 'answered', effects, to: findUnregisteredOutsider(event, context) ?? null }
  }
  const refusal = applyWorkEvent(draft, event)
  if (refusal === undefined) return close(work, draft, event)
  const told = !refusal.silent && speaks(event)
  const settles = work.record?.outbox.some((one) => one.op === effectOf(event)) ?? false
  if (!told && !settles) return refusal
  const untouched = told ? draft : openDraft(work, event, context)
  if (untouched === null) return refusal
  if (told) replyRefusal(untouched, event, refusal)
  return close(work, untouched, event)
}

function openDraft(work: Work, event: WorkEvent, context: DecisionContext): WorkDraft | null {
  const record = work.record === null ? registered(event, context) : copyData(work.record)
  if (record === null) return null
  return { ...work, record, at: event.at, context, effects: [], errors: [], statusChanged: false }
}

/** An issue is registered by the label or by `/plan` of somebody who may. */
function registered(event: WorkEvent, context: DecisionContext): WorkDraft['record'] | null {
  if (event.kind !== 'labelled' && event.kind !== 'commands_given') return null
  const { issue, by } = event
  if (issue === null || !roleAtLeast(by.role, context.configuration.roles.plan)) return null
  const asked =
    event.kind === 'labelled' ||
    (event.place.kind === 'issue' && event.commands.some(({ kind }) => kind === 'plan' || kind === 'tune'))
  if (!asked) return null
  return registerIssue(issue, by, event.at, {
    sessionId: context.sessionId,
    defaultBranch: context.defaultBranch.name,
  })
}

function effectOf(event: WorkEvent): string | null {
  return 'op' in event ? event.op : null
}

function close(before: Work, draft: WorkDraft, event: WorkEvent): Decision {
  const { record } = draft
  followRoot(draft)
  schedule(draft)
  noteTestsPassed(draft)
  // Nothing below changes one: of 200,000 they are listed once.
  const nodes = listNodeStates(draft.execution?.nodes)
  const label = stateLabel(draft, nodes)
  if (label !== record.label) {
    record.label = label
    draft.effects.push({ kind: 'set_label', label })
  }
  followNeeded(draft, nodes)
  followWaits(draft)
  if (draft.statusChanged && draft.plan !== null && record.approved !== null) {
    draft.effects.push({ kind: 'show_status', plan_id: draft.plan.id })
  }
  if (
    draft.context.configuration.mirror.sub_issues &&
    record.plan_id !== null &&
    mirrorOf(before) !== mirrorOf(draft)
  ) {
    draft.effects.push({ kind: 'mirror_tasks', plan_id: record.plan_id })
  }
  draft.effects.push(...tellNotices(before, draft, draft.context.notices ?? {}))
  record.trail = record.trail.slice(-trailLimit)
  const horizon = draft.context.timeAfter(event.at, -appliedMs)
  record.applied = [...record.applied.filter((one) => one.at > horizon), { key: event.key, at: event.at }]
  const owed = ackOutbox(draft, effectOf(event))
  // Once it is known what is still owed.
  draft.loop = projectLoop(draft, nodes)
  if (draft.execution !== null) draft.execution = limitRecord(draft.execution, before.execution)
  const { plan, execution, loop, tuning, replaced, acts } = draft
  const filed = replaced === undefined ? {} : { replaced }
  const tuned = tuning === undefined ? {} : { tuning }
  const work = { record, plan, execution, loop, ...tuned, ...filed, ...(acts === undefined ? {} : { acts }) }
  return { kind: 'accepted', work, owed }
}

/** `tests_passed` belongs to the head that the integration branch has now. */
function noteTestsPassed(draft: WorkDraft): void {
  const { execution } = draft
  if (execution === null) return
  const { tests_passed: noted, ...result } = execution.execution_result
  const passed = findTestsPassed(execution)
  if (passed === noted) return
  draft.execution = {
    ...execution,
    execution_result: passed === undefined ? result : { ...result, tests_passed: passed },
  }
}

/** What the sub-issues should say; without an approved plan there are none. */
function mirrorOf({ record, plan, execution }: Work): string {
  return record === null || record.approved === null || plan === null
    ? ''
    : JSON.stringify([plan.id, mirroredTasks(plan, execution)])
}

/** Refusals of what a person did are answered in the thread; those of our own runs are not. */
function speaks(event: WorkEvent): boolean {
  return event.kind === 'labelled' || (event.kind === 'gate' && event.by !== null)
}

/** What a person did that is refused, as the beginning of a sentence. */
function nameOf(event: WorkEvent): string {
  if (event.kind !== 'gate') return 'the label'
  const { gate } = event
  switch (gate.kind) {
    case 'approved_by_person':
      return `your approval of ${gate.task}`
    case 'rejected_by_person':
      return `your request for changes to ${gate.task}`
    case 'review_dismissed':
      return 'the dismissal of that review'
    case 'version_pushed':
      return 'the push'
    case 'pull_request_merged':
      return 'the merge of that pull request'
    case 'pull_request_closed':
      return 'the closing of that pull request'
    case 'retried':
      return `the button's wish for another try of ${gate.task}`
    // What no person does.
    case 'run_started':
    case 'run_yielded':
    case 'run_failed':
    case 'run_handed_over':
    case 'lease_lost':
    case 'run_progressed':
    case 'run_left':
    case 'pull_request_opened':
    case 'review_started':
    case 'review_failed':
    case 'review_reported':
    case 'ci_reported':
    case 'ci_overdue':
    case 'merge_confirmed':
    case 'merge_conflicted':
    case 'validation_failed':
    case 'waived':
    case 'assigned':
    case 'executor_left':
      return gate.kind
  }
}

function replyRefusal(draft: WorkDraft, event: WorkEvent, refusal: Refusal): void {
  const place = event.kind === 'gate' && event.on !== null ? event.on : draft.record.number
  say(draft, { kind: 'refused', name: nameOf(event), why: refusal.why, next: refusal.next }, place)
}
