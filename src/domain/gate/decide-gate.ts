import type { EffectAction } from '../effect.ts'
import type { ExecutionRecord } from '../execution-record.ts'
import type { ActionNode } from '../node-state.ts'
import type { Plan } from '../plan.ts'
import { failReview, overdueCi, reportCi, reportReview, startReview } from './check-events.ts'
import { findAction, type GateDraft, refuse, refuseSilently } from './gate-draft.ts'
import type { GateEvent, GateRules, Refusal } from './gate-event.ts'
import { closeByHand, confirmMerge, conflictMerge, mergeByHand, pushVersion } from './merge-events.ts'
import {
  approveByPerson,
  assignTask,
  cancelAll,
  dismissReview,
  rejectByPerson,
  retryTask,
  waiveCriterion,
} from './person-events.ts'
import { failRun, handOverRun, leaveRun, loseLease, startRun, yieldRun } from './run-events.ts'
import { settle } from './settle.ts'

export interface GateState {
  plan: Plan
  execution: ExecutionRecord
}

export type GateDecision =
  | { kind: 'accepted'; execution: ExecutionRecord; effects: EffectAction[]; trail: string[] }
  | Refusal

/**
 * The gate's transition table (design 2 "The gate", spec 003 §4) as one pure function. What is not in the table is
 * refused with a reason and leaves the state as it was.
 */
export function decideGate(state: GateState, event: GateEvent, rules: GateRules): GateDecision {
  const draft = openDraft(state, rules)
  const action = findAction(draft, event.task)
  if (action === undefined) {
    const tasks = state.plan.tasks.map((task) => task.id)
    return refuse(`there is no task ${event.task}`, `this plan has ${tasks.slice(0, 20).join(', ')}`)
  }
  const refusal = applyEvent(draft, action, event)
  if (refusal) return refusal
  settle(draft)
  return { kind: 'accepted', execution: draft.execution, effects: draft.effects, trail: draft.trail }
}

/** Cancels all that is not DONE (design 2, row "/stop, re-plan, issue closed or transferred"). */
export function cancelGate(state: GateState, rules: GateRules): Exclude<GateDecision, Refusal> {
  const draft = openDraft(state, rules)
  cancelAll(draft)
  return { kind: 'accepted', execution: draft.execution, effects: draft.effects, trail: draft.trail }
}

function openDraft(state: GateState, rules: GateRules): GateDraft {
  return { plan: state.plan, execution: structuredClone(state.execution), effects: [], rules, trail: [] }
}

function applyEvent(draft: GateDraft, action: ActionNode, event: GateEvent): Refusal | undefined {
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
      return openPullRequest(action, event.artifact_id, event.number)
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
    case 'retried':
      return retryTask(draft, action, event)
    case 'waived':
      return waiveCriterion(draft, action, event)
    case 'assigned':
      return assignTask(draft, action, event)
  }
}

function openPullRequest(action: ActionNode, artifactId: string, number: number): Refusal | undefined {
  if (action.active_artifact_id !== artifactId && action.pull_request?.open) {
    return refuseSilently(`${action.id} has moved on`)
  }
  action.pull_request = { number, open: true }
  return undefined
}
