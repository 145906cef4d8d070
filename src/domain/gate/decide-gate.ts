import type { EffectAction } from '../effects/effect.ts'
import type { ExecutionRecord } from '../records/execution-record.ts'
import type { ActionNode } from '../records/node-state.ts'
import type { Plan } from '../plan/plan.ts'
import { cancelAll, reviveCancelled } from './draft/cancel.ts'
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
import { gateTable, type GateRow } from './gate-table.ts'
import { settle } from './draft/settle.ts'
import { recordText } from '../language/message.ts'

export interface GateState {
  plan: Plan
  execution: ExecutionRecord
}

export type GateDecision =
  | { kind: 'accepted'; execution: ExecutionRecord; effects: EffectAction[]; trail: string[] }
  | Refusal

type Accepted = Exclude<GateDecision, Refusal>

/**
 * What an event comes to by the gate's table (spec 003 §4). What is not in the table is refused with a reason and leaves
 * the state as it was.
 */
export function decideGate(state: GateState, event: GateEvent, rules: GateRules): GateDecision {
  const draft = openGateDraft(state.plan, state.execution, rules)
  const refusal = applyEvent(draft, event)
  if (refusal !== undefined) return refusal
  return settled(draft)
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
    return refuse(
      recordText('there is no task {task}', { task: event.task }),
      recordText('this plan has {tasks}', { tasks: tasks.join(', ') }),
    )
  }
  if (action.state === 'CANCELLED') return refuseCancelled(action, event)
  if (isUsed(draft, action, event)) return refuseSilently(`${event.kind} came before under the same id`)
  return rowOf(event).does(draft, action, event)
}

/** A run or review that begins, or a verdict that is given, has an id of its own (I11, spec 003 §3.2). */
function isUsed(draft: GateDraft, action: ActionNode, event: GateEvent): boolean {
  const { begins } = gateTable[event.kind]
  if (begins === 'run') return 'run_id' in event && draft.rows.receiptByRun.of(event.run_id).length > 0
  if (begins === null || !('review_id' in event)) return false
  return (
    getCheck(draft, action).superseded_review?.review_id === event.review_id ||
    draft.rows.reviewById.of(event.review_id).length > 0
  )
}

/** Nothing moves a cancelled task (I4); only who asked for something hears of it. */
function refuseCancelled(action: ActionNode, event: GateEvent): Refusal {
  const why = recordText('{task} was cancelled', { task: action.id })
  const asked = event.kind === 'retried' || event.kind === 'waived' || event.kind === 'assigned'
  return asked ? refuse(why, recordText('`/approve` starts the plan again')) : refuseSilently(why)
}

/** The row of an event: both are of one kind, which the compiler can't see. */
function rowOf(event: GateEvent): GateRow<GateEvent['kind']> {
  return gateTable[event.kind] as GateRow<GateEvent['kind']>
}
