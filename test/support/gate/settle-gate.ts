import { judgedCriteria } from '../../../src/domain/plan/assemble/delivery.ts'
import { decideGate, type GateState } from '../../../src/domain/gate/decide-gate.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import type { GateEvent, Person } from '../../../src/domain/gate/draft/gate-event.ts'
import { testSha, testUuid } from '../builders.ts'
import { actionOf, checkOf, gateRules, receiptOf, versionOf } from './play-gate.ts'

/** Somebody who pushed nothing, so that they may judge all. */
const judge: Person = { login: 'cy', id: 3 }

/** `helpful`: runs, reviews and merges succeed and a person answers. `conflicting`: every merge conflicts, and nobody answers. */
type World = 'helpful' | 'conflicting'

/** Plays a world until nothing is left to do in it. */
export function settleGateByWorld(
  start: GateState,
  world: World = 'helpful',
  limit = 1_000,
): { state: GateState; steps: number } {
  let state = start
  for (let steps = 0; steps < limit; steps += 1) {
    const event = nextEvent(state, world, steps)
    if (event === undefined) return { state, steps }
    const decision = decideGate(state, event, gateRules)
    if (decision.kind === 'refused') throw new Error(`${event.task} ${event.kind}: ${decision.why}`)
    state = { plan: state.plan, execution: decision.execution }
  }
  return { state, steps: limit }
}

function nextEvent(state: GateState, world: World, step: number): GateEvent | undefined {
  for (const { id } of state.plan.tasks) {
    const event = nextOf(state, world, id, `helped ${step}`)
    if (event !== undefined) return event
  }
  return undefined
}

function nextOf(state: GateState, world: World, task: string, name: string): GateEvent | undefined {
  const action = actionOf(state, task)
  switch (action.state) {
    case 'PENDING':
    case 'DONE':
    case 'CANCELLED':
      return undefined
    case 'READY':
    case 'TO_BE_MODIFY':
      return { kind: 'run_started', task, run_id: name, lease_until: gateRules.at }
    case 'RUNNING': {
      const runId = action.run?.run_id ?? ''
      const artifact = versionOf(task, name)
      return {
        kind: 'run_yielded',
        task,
        run_id: runId,
        artifact,
        pull_request: 900,
        validation: null,
        receipt: receiptOf(runId),
      }
    }
    case 'WAITING_EXTERNAL':
      return world === 'helpful' ? { kind: 'retried', task, by: judge } : undefined
    case 'READY_TO_CHECK':
      return action.merge === 'pending' ? nextOfMerge(action, world, name) : nextOfCheck(state, world, task, name)
  }
}

function nextOfMerge({ id: task, active_artifact_id: active }: ActionNode, world: World, name: string): GateEvent {
  const artifact_id = active ?? ''
  return world === 'helpful'
    ? { kind: 'merge_confirmed', task, artifact_id, merge_sha: testSha(name) }
    : { kind: 'merge_conflicted', task, artifact_id, reason: 'T9 touched the same file', conflict: null }
}

function nextOfCheck(state: GateState, world: World, task: string, name: string): GateEvent | undefined {
  const check = checkOf(state, task)
  const newId = testUuid(name)
  switch (check.state) {
    case 'READY':
      return { kind: 'review_started', task, review_id: newId }
    case 'RUNNING':
      return {
        kind: 'review_reported',
        task,
        review_id: check.review_id ?? '',
        validation: null,
        ...passAll(state, task),
        reviewer: 'rules',
        deadline: gateRules.at,
      }
    case 'WAITING_EXTERNAL':
      if (world === 'conflicting') return undefined
      if (check.waiting_for?.kind !== 'judgement') return { kind: 'retried', task, by: judge }
      return { kind: 'approved_by_person', task, by: judge, head_sha: headOf(state, task), review_id: newId, why: '' }
    case 'PENDING':
    case 'DONE':
    case 'CANCELLED':
      return undefined
  }
}

function headOf(state: GateState, task: string): string {
  const active = actionOf(state, task).active_artifact_id
  return state.execution.artifacts.find((one) => one.artifact_id === active)?.commit_sha ?? ''
}

function passAll(state: GateState, task: string) {
  const found = state.plan.tasks.find((one) => one.id === task)
  const criteria = found === undefined ? [] : judgedCriteria(found)
  const manual = criteria.filter((one) => one.check_method === 'manual_review')
  return {
    results: criteria.map((one) => ({
      id: one.id,
      result: manual.includes(one) ? ('none' as const) : ('pass' as const),
      evidence: 'looked at it',
    })),
    waiting: manual.map((one) => ({ criterion: one.id, for: 'person' as const })),
  }
}
