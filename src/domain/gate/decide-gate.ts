import type { EffectAction } from '../effects/effect.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { ActionNode } from '../records/node-state.ts'
import type { Plan } from '../plan/plan.ts'
import { cancelAll, reviveCancelled } from './draft/cancel.ts'
import { failReview, overdueCi, reportCi, reportReview, startReview } from './check/check-events.ts'
import {
  continueGateDraft,
  findAction,
  type GateDraft,
  getCheck,
  openGateDraft,
  refuse,
  refuseSilently,
} from './draft/gate-draft.ts'
import type { GateEvent, GateEventOf, GateRules, Refusal } from './draft/gate-event.ts'
import { closeByHand } from './merge/close-by-hand.ts'
import { mergeByHand } from './merge/merge-by-hand.ts'
import { confirmMerge, conflictMerge, openPullRequest, pushVersion } from './merge/merge-events.ts'
import { approveByPerson, rejectByPerson, waiveCriterion } from './check/judge-version.ts'
import { assignTask, dismissReview, failByPlan, retryTask } from './check/person-events.ts'
import { failRun, handOverRun, leaveRun, loseLease, startRun, yieldRun } from './runs/run-events.ts'
import { settle } from './draft/settle.ts'

export interface GateState {
  plan: Plan
  execution: ExecutionRecord
}

export type GateDecision =
  | { kind: 'accepted'; execution: ExecutionRecord; effects: EffectAction[]; trail: string[] }
  | Refusal

type Accepted = Exclude<GateDecision, Refusal>

/**
 * The gate's transition table (spec 003 §4) as one pure function. What is not in the table is
 * refused with a reason and leaves the state as it was.
 */
export function decideGate(state: GateState, event: GateEvent, rules: GateRules): GateDecision {
  const draft = openGateDraft(state.plan, state.execution, rules)
  return applyEvent(draft, event) ?? settled(draft)
}

/**
 * Several starts of runs and reviews on one copy of the state; those that the table refuses are left out. `own`: the
 * state came out of the same decision, and is changed in place; the copy is the costliest part on a large plan.
 */
export function decideStarts(
  { plan, execution }: GateState,
  events: readonly GateEventOf<'run_started' | 'review_started'>[],
  rules: GateRules,
  own = false,
): Accepted {
  const draft = own ? continueGateDraft(plan, execution, rules) : openGateDraft(plan, execution, rules)
  for (const event of events) applyEvent(draft, event)
  return settled(draft)
}

/** Cancels all that is not DONE (spec 003 §4). */
export function cancelGate(state: GateState, rules: GateRules): Accepted {
  const draft = openGateDraft(state.plan, state.execution, rules)
  cancelAll(draft)
  return accepted(draft)
}

/** After a stop the same plan was approved again: what was cancelled starts over, what was DONE stays. */
export function reviveGate(state: GateState, rules: GateRules): Accepted {
  const draft = openGateDraft(state.plan, state.execution, rules)
  reviveCancelled(draft)
  return settled(draft)
}

function settled(draft: GateDraft): Accepted {
  settle(draft)
  return accepted(draft)
}

function accepted({ execution, effects, trail }: GateDraft): Accepted {
  return { kind: 'accepted', execution, effects, trail }
}

function applyEvent(draft: GateDraft, event: GateEvent): Refusal | undefined {
  const action = findAction(draft, event.task)
  if (action === undefined) {
    const tasks = draft.plan.tasks.slice(0, 20).map((task) => task.id)
    return refuse(`there is no task ${event.task}`, `this plan has ${tasks.join(', ')}`)
  }
  if (action.state === 'CANCELLED') return refuseCancelled(action, event)
  if (isUsed(draft, action, event)) return refuseSilently(`${event.kind} came before under the same id`)
  return applyToTask(draft, action, event)
}

/** A run or review that begins, or a verdict that is given, has an id of its own (I11, spec 003 §3.2). */
function isUsed(draft: GateDraft, action: ActionNode, event: GateEvent): boolean {
  switch (event.kind) {
    case 'run_started':
      return draft.rows.receiptByRun.of(event.run_id).length > 0
    case 'review_started':
    case 'approved_by_person':
    case 'rejected_by_person':
    case 'pull_request_merged':
    case 'pull_request_closed':
    case 'waived':
      return (
        getCheck(draft, action).superseded_review?.review_id === event.review_id ||
        draft.rows.reviewById.of(event.review_id).length > 0
      )
    case 'run_yielded':
    case 'run_failed':
    case 'run_handed_over':
    case 'lease_lost':
    case 'run_left':
    case 'version_pushed':
    case 'pull_request_opened':
    case 'review_failed':
    case 'review_reported':
    case 'ci_reported':
    case 'ci_overdue':
    case 'review_dismissed':
    case 'merge_confirmed':
    case 'merge_conflicted':
    case 'validation_failed':
    case 'retried':
    case 'assigned':
      return false
  }
}

/** Nothing moves a cancelled task (I4); only who asked for something hears of it. */
function refuseCancelled(action: ActionNode, event: GateEvent): Refusal {
  const why = `${action.id} was cancelled`
  const asked = event.kind === 'retried' || event.kind === 'waived' || event.kind === 'assigned'
  return asked ? refuse(why, '`/approve` starts the plan again') : refuseSilently(why)
}

function applyToTask(draft: GateDraft, action: ActionNode, event: GateEvent): Refusal | undefined {
  switch (event.kind) {
    case 'run_started':
      return startRun(draft, action, event)
    case 'run_yielded':
      return yieldRun(draft, action, event)
    case 'run_failed':
      return failRun(draft, action, event)
    case 'run_handed_over':
      return handOverRun(draft, action, event)
    case 'lease_lost':
      return loseLease(draft, action, event)
    case 'run_left':
      return leaveRun(draft, action, event)
    case 'version_pushed':
      return pushVersion(draft, action, event)
    case 'pull_request_opened':
      return openPullRequest(draft, action, event)
    case 'review_started':
      return startReview(draft, action, event)
    case 'review_failed':
      return failReview(draft, action, event)
    case 'review_reported':
      return reportReview(draft, action, event)
    case 'ci_reported':
      return reportCi(draft, action, event)
    case 'ci_overdue':
      return overdueCi(draft, action, event)
    case 'approved_by_person':
      return approveByPerson(draft, action, event)
    case 'rejected_by_person':
      return rejectByPerson(draft, action, event)
    case 'review_dismissed':
      return dismissReview(draft, action, event)
    case 'merge_confirmed':
      return confirmMerge(draft, action, event)
    case 'merge_conflicted':
      return conflictMerge(draft, action, event)
    case 'pull_request_merged':
      return mergeByHand(draft, action, event)
    case 'pull_request_closed':
      return closeByHand(draft, action, event)
    case 'validation_failed':
      return failByPlan(draft, action, event)
    case 'retried':
      return retryTask(draft, action, event)
    case 'waived':
      return waiveCriterion(draft, action, event)
    case 'assigned':
      return assignTask(draft, action, event)
  }
}
