import { fc, test } from '../../support/property.ts'
import { expect } from 'vitest'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { decideGate, type GateState } from '../../../src/domain/gate/decide-gate.ts'
import type { GateEvent } from '../../../src/domain/gate/draft/gate-event.ts'
import { startExecution } from '../../../src/domain/gate/start-execution.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { eventOf, type Move, movesArbitrary, planArbitrary } from '../../support/gate/gate-arbitraries.ts'
import { gateRules } from '../../support/gate/play-gate.ts'

function take(state: GateState, event: GateEvent): GateState {
  const decision = decideGate(state, event, gateRules)
  return decision.kind === 'accepted' ? { plan: state.plan, execution: decision.execution } : state
}

function walk(plan: Plan, moves: readonly Move[]): GateState {
  const start: GateState = { plan, execution: startExecution(plan) }
  return moves.reduce((state, move, index) => take(state, eventOf(move, state, index, [])), start)
}

/** Everything below a task in the order of dependencies, itself included. */
function reach(plan: Plan, id: string): Set<string> {
  const found = new Set([id])
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const task of plan.tasks) if (task.depends_on.some((one) => found.has(one))) found.add(task.id)
  }
  return found
}

function unrelated(plan: Plan, a: string, b: string): boolean {
  const below = reach(plan, b)
  return ![...reach(plan, a)].some((id) => below.has(id))
}

/** Lists are in the order of what happened, and the newest merge names itself; all else must agree. */
function settled({ nodes, artifacts, reviews, receipts }: ExecutionRecord): unknown {
  const sorted = <T>(rows: readonly T[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  return { nodes, artifacts: sorted(artifacts), reviews: sorted(reviews), receipts: sorted(receipts) }
}

test.prop([planArbitrary, movesArbitrary])(
  'what happens to tasks that have nothing to do with each other may be delivered in any order',
  (plan, moves) => {
    const [first, second] = moves.slice(-2)
    fc.pre(first !== undefined && second !== undefined && moves.length > 2)
    const state = walk(plan, moves.slice(0, -2))
    const one = eventOf(first, state, 900, [])
    const other = eventOf(second, state, 901, [])
    fc.pre(unrelated(plan, one.task, other.task))

    const there = take(take(state, one), other)
    const back = take(take(state, other), one)

    expect(settled(there.execution)).toEqual(settled(back.execution))
  },
)
