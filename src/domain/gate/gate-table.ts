import type { ActionNode, CheckNode } from '../records/node-state.ts'
import { overdueCi, reportCi } from './check/ci-events.ts'
import { failReview, reportReview, startReview } from './check/review-events.ts'
import { approveByPerson, rejectByPerson, waiveCriterion } from './check/judge-version.ts'
import { assignTask, dismissReview, failByPlan, retryTask } from './check/person-events.ts'
import type { GateDraft } from './draft/gate-draft.ts'
import type { GateEvent, GateEventOf, Refusal } from './draft/gate-event.ts'
import { closeByHand } from './merge/close-by-hand.ts'
import { mergeByHand } from './merge/merge-by-hand.ts'
import { confirmMerge, conflictMerge, openPullRequest, pushVersion } from './merge/merge-events.ts'
import { failRun, loseExecutor } from './runs/fail-run.ts'
import { recordLeftRun, loseLease } from './runs/leave-run.ts'
import { noteProgress } from './runs/note-progress.ts'
import { handOverRun } from './runs/hand-over-run.ts'
import { startRun } from './runs/start-run.ts'
import { yieldRun } from './runs/yield-run.ts'

type Step<State extends string> = `${State} → ${State}`
export type ActionStep = Step<ActionNode['state']>
export type CheckStep = Step<CheckNode['state']>

/** What an event may do. Staying in a state is always allowed. */
export interface GateRow<K extends GateEvent['kind']> {
  does: (draft: GateDraft, action: ActionNode, event: GateEventOf<K>) => Refusal | undefined
  /** What has an id of its own from it on: one that was there before is refused in silence (I11, spec 003 §3.2). */
  begins: 'run' | 'review' | null
  /** Steps of the task that it is about, */
  action: readonly ActionStep[]
  /** and of its CHECK. */
  check: readonly CheckStep[]
}

const anyCheck = ['PENDING', 'READY', 'RUNNING', 'WAITING_EXTERNAL', 'DONE'] as const
const beforeDone = ['READY', 'RUNNING', 'READY_TO_CHECK', 'TO_BE_MODIFY', 'WAITING_EXTERNAL'] as const
const orDone = [...beforeDone, 'DONE'] as const

/**
 * Spec 003 §4 (I4): by event, which state may follow which. What `does` it decides which of them follows; a decision that
 * takes another step is a fault, and nothing is written.
 */
export const gateTable: { [K in GateEvent['kind']]: GateRow<K> } = {
  run_started: { does: startRun, begins: 'run', action: to(['READY', 'TO_BE_MODIFY'], 'RUNNING'), check: [] },
  run_yielded: {
    does: yieldRun,
    begins: null,
    action: ['RUNNING → READY_TO_CHECK', 'RUNNING → TO_BE_MODIFY', 'RUNNING → WAITING_EXTERNAL'],
    check: [...to(anyCheck, 'READY'), ...to(anyCheck, 'DONE')],
  },
  run_failed: {
    does: failRun,
    begins: null,
    action: ['RUNNING → TO_BE_MODIFY', 'RUNNING → WAITING_EXTERNAL', 'RUNNING → READY'],
    check: [],
  },
  run_progressed: { does: noteProgress, begins: null, action: [], check: [] },
  run_handed_over: { does: handOverRun, begins: null, action: ['RUNNING → WAITING_EXTERNAL'], check: [] },
  lease_lost: { does: loseLease, begins: null, action: ['RUNNING → READY', 'RUNNING → WAITING_EXTERNAL'], check: [] },
  run_left: { does: recordLeftRun, begins: null, action: ['RUNNING → READY'], check: [] },
  version_pushed: {
    does: pushVersion,
    begins: null,
    action: to(orDone, 'READY_TO_CHECK'),
    check: [...to(anyCheck, 'READY'), ...to(anyCheck, 'DONE')],
  },
  pull_request_opened: { does: openPullRequest, begins: null, action: [], check: [] },
  review_started: { does: startReview, begins: 'review', action: [], check: ['READY → RUNNING'] },
  review_failed: {
    does: failReview,
    begins: null,
    action: [],
    check: ['RUNNING → READY', 'RUNNING → WAITING_EXTERNAL'],
  },
  review_reported: {
    does: reportReview,
    begins: null,
    action: ['READY_TO_CHECK → TO_BE_MODIFY', 'READY_TO_CHECK → WAITING_EXTERNAL'],
    check: ['RUNNING → WAITING_EXTERNAL', 'RUNNING → PENDING', ...to(['READY', 'RUNNING', 'WAITING_EXTERNAL'], 'DONE')],
  },
  ci_reported: { does: reportCi, begins: null, action: [], check: ['WAITING_EXTERNAL → RUNNING'] },
  ci_overdue: { does: overdueCi, begins: null, action: [], check: ['RUNNING → WAITING_EXTERNAL'] },
  approved_by_person: {
    does: approveByPerson,
    begins: 'review',
    action: [...to(beforeDone, 'READY_TO_CHECK'), 'READY_TO_CHECK → TO_BE_MODIFY', 'READY_TO_CHECK → WAITING_EXTERNAL'],
    check: [...to(anyCheck, 'DONE'), 'WAITING_EXTERNAL → READY'],
  },
  rejected_by_person: {
    does: rejectByPerson,
    begins: 'review',
    action: [...to(orDone, 'TO_BE_MODIFY'), ...to(orDone, 'WAITING_EXTERNAL')],
    check: to(anyCheck, 'DONE'),
  },
  review_dismissed: {
    does: dismissReview,
    begins: null,
    action: to(['DONE', 'READY_TO_CHECK'], 'TO_BE_MODIFY'),
    check: [],
  },
  merge_confirmed: { does: confirmMerge, begins: null, action: ['READY_TO_CHECK → DONE'], check: [] },
  merge_conflicted: {
    does: conflictMerge,
    begins: null,
    action: ['READY_TO_CHECK → TO_BE_MODIFY', 'READY_TO_CHECK → WAITING_EXTERNAL'],
    check: [],
  },
  pull_request_merged: {
    does: mergeByHand,
    begins: 'review',
    action: [...to(beforeDone, 'DONE'), ...to(beforeDone, 'READY_TO_CHECK')],
    check: [...to(anyCheck, 'DONE'), ...to(anyCheck, 'READY')],
  },
  pull_request_closed: {
    does: closeByHand,
    begins: 'review',
    action: [...to(beforeDone, 'TO_BE_MODIFY'), ...to(beforeDone, 'WAITING_EXTERNAL')],
    check: to(anyCheck, 'DONE'),
  },
  validation_failed: {
    does: failByPlan,
    begins: null,
    action: ['DONE → TO_BE_MODIFY', 'DONE → WAITING_EXTERNAL'],
    check: [],
  },
  retried: {
    does: retryTask,
    begins: null,
    action: ['WAITING_EXTERNAL → READY', 'DONE → TO_BE_MODIFY'],
    check: ['WAITING_EXTERNAL → READY'],
  },
  waived: {
    does: waiveCriterion,
    begins: 'review',
    action: to(beforeDone, 'READY_TO_CHECK'),
    check: [...to(anyCheck, 'DONE'), ...to(['PENDING', 'WAITING_EXTERNAL', 'DONE'], 'READY')],
  },
  assigned: { does: assignTask, begins: null, action: to(['WAITING_EXTERNAL', 'RUNNING'], 'READY'), check: [] },
  executor_left: { does: loseExecutor, begins: null, action: ['WAITING_EXTERNAL → READY'], check: [] },
}

/**
 * What any event may do to other tasks and their CHECKs: an input falls away, or the last missing one is there.
 * @public the page of the gate and its properties read it
 */
export const otherSteps: { action: readonly ActionStep[]; check: readonly CheckStep[] } = {
  action: [...to(orDone, 'PENDING'), 'PENDING → READY', 'PENDING → READY_TO_CHECK'],
  check: [...to(anyCheck, 'PENDING'), ...to(anyCheck, 'READY')],
}

function to<From extends string, Next extends string>(from: readonly From[], next: Next): `${From} → ${Next}`[] {
  return from.map((state) => `${state} → ${next}` as const)
}
