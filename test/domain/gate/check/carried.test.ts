import { expect, test } from 'vitest'
import { carryOver, collectCarryable } from '../../../../src/domain/work/plan-life/carry-over.ts'
import type { GateState } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent, NewArtifact } from '../../../../src/domain/gate/draft/gate-event.ts'
import { startExecution } from '../../../../src/domain/gate/start-execution.ts'
import { buildPlan } from '../../../support/builders.ts'
import { testUuid } from '../../../support/builders.ts'
import {
  accept,
  ada,
  approvedBy,
  artifactIdOf,
  bo,
  checkOf,
  forPerson,
  gateRules,
  judgedTask,
  mergeConfirmed,
  play,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  versionOf,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const first = buildPlan({ tasks: [judgedTask] })
const second = buildPlan({ id: 'SOL-ISS-007-2', tasks: [judgedTask] })
const machinesPass = reviewReported('T1', 'c1', { 'AC-1': 'pass' }, forPerson)

/** The event of a run that takes over what a plan was waiting to, as version `v1` again; `judges` may judge it today. */
function carriedBy(state: GateState, by?: NewArtifact['by'], judges?: string[]): GateEvent {
  const node = state.execution.nodes['T1']
  const carry = node?.kind === 'ACTION' ? node.carry : null
  const event = runYielded()
  if (event.kind !== 'run_yielded' || carry === null) throw new Error('nothing is carried over')
  const { task_id, artifact_id } = carry
  const artifact = { ...versionOf('T1', 'v2', 'v1', by), carried_from: { task_id, artifact_id } }
  return { ...event, artifact, judges: judges ?? ['Bo'] }
}

/** T1 approved by bo and merged, and the plan after it, which takes it over. */
function takenOver(state: GateState = { plan: first, execution: startExecution(first) }, by?: NewArtifact['by']) {
  const yielded = state.plan === first ? runYielded() : carriedBy(state, by)
  const made = play(state, runStarted(), yielded, reviewStarted())
  const version = state.plan === first ? 'v1' : 'v2'
  const looked = accept(made, machinesPass)
  const judged = { plan: state.plan, execution: looked.execution }
  const done = checkOf(judged).state === 'DONE' ? judged : play(judged, approvedBy(bo, 'T1', version))
  const merged = play(done, mergeConfirmed('T1', version))
  const carried = carryOver(second, collectCarryable(merged.plan, merged.execution))
  return { merged, next: { plan: second, execution: startExecution(second, carried) } }
}

test('what a person found to hold of the same bytes stands where the same person would be asked', () => {
  const { next } = takenOver()
  const state = play(next, runStarted(), carriedBy(next), reviewStarted())

  const { execution } = accept(state, machinesPass)

  const evidence = `judged by @bo: under plan ${first.hash.slice(0, 7)}, of the same bytes`
  expect(execution.reviews).toMatchObject([
    {
      verdict: 'APPROVED',
      plan_hash: second.hash,
      reviewer: 'rules, @bo',
      criteria: [{ id: 'AC-1' }, { id: 'AC-2', result: 'pass', judge: 'bo', evidence }],
    },
  ])
  expect(takenOver(next).next.execution.nodes['T1']).toMatchObject({ carry: { judged: [{ id: 'AC-2', evidence }] } })
})

test.each([
  ['somebody else would be asked', { ...gateRules, reviewers: ['ada'] }, undefined, ['bo']],
  ['they made it, and may not approve their own any more', gateRules, { kind: 'person' as const, ...bo }, ['bo']],
  ['they have lost the role for it', gateRules, undefined, []],
  ['they have lost the role for it, and nobody is named', { ...gateRules, reviewers: [] }, undefined, ['ada']],
])('it is asked for anew where %s', (_why, rules, by, judges) => {
  const { next } = takenOver()
  const state = [runStarted(), carriedBy(next, by, judges), reviewStarted()].reduce(
    (now: GateState, event) => ({ plan: now.plan, execution: accept(now, event, rules).execution }),
    next,
  )

  const { execution } = accept(state, machinesPass, rules)

  expect(execution.reviews).toEqual([])
  expect(checkOf({ execution })).toMatchObject({ state: 'WAITING_EXTERNAL', waiting_for: { kind: 'judgement' } })
})

test.each([
  ['they made it, and may approve their own', { ...gateRules, allowSelf: true }, { kind: 'person' as const, ...bo }],
  ['nobody is named who judges', { ...gateRules, reviewers: [] }, undefined],
])('it stands where %s', (_why, rules, by) => {
  const { next } = takenOver()
  const carried = accept(play(next, runStarted()), carriedBy(next, by), rules).execution
  const looking = accept({ plan: second, execution: carried }, reviewStarted(), rules).execution

  const { execution } = accept({ plan: second, execution: looking }, machinesPass, rules)

  expect(execution.reviews).toMatchObject([{ verdict: 'APPROVED', reviewer: 'rules, @bo' }])
})

test('what is a machine’s to check is not kept, whoever was found to have judged it', () => {
  const { next } = takenOver()
  const node = next.execution.nodes['T1']
  const own = { id: 'AC-1', result: 'pass' as const, judge: 'bo', evidence: 'judged by @bo' }
  if (node?.kind === 'ACTION' && node.carry !== null) node.carry.judged?.push(own)

  const state = play(next, runStarted(), carriedBy(next))

  expect(checkOf(state)).toMatchObject({ reviewed_artifact_id: artifactIdOf('T1', 'v2'), partial: [{ id: 'AC-2' }] })
})

test('machines look anew: what fails now is rejected, and of the version after it nothing is known', () => {
  const { next } = takenOver()
  const state = play(next, runStarted(), carriedBy(next), reviewStarted())
  const rejected = play(state, reviewReported('T1', 'c1', { 'AC-1': 'fail' }, forPerson))

  const redone = play(rejected, runStarted('T1', 'r2'), runYielded('T1', 'r2', 'v3'), reviewStarted('T1', 'c2'))

  expect(rejected.execution.reviews).toMatchObject([{ verdict: 'REJECTED' }])
  expect(checkOf(redone)).toMatchObject({ state: 'RUNNING', partial: [] })
})

/** T1 failed AC-1, which ada let go; bo approved the rest, and the plan after it takes it over. */
function takenOverWaived() {
  const start: GateState = { plan: first, execution: startExecution(first) }
  const why = { by: ada, why: 'too strict', review_id: testUuid('w') }
  const under = play(start, runStarted(), runYielded(), reviewStarted())
  const waived = play(under, { kind: 'waived', task: 'T1', criterion: 'AC-1', ...why })
  const failed = play(waived, reviewReported('T1', 'c1', { 'AC-1': 'fail' }, forPerson))
  const done = play(failed, approvedBy(bo, 'T1', 'v1'), mergeConfirmed('T1', 'v1'))
  const carried = carryOver(second, collectCarryable(done.plan, done.execution))
  return { plan: second, execution: startExecution(second, carried) }
}

test.each([
  ['may waive today, it is waived of the same bytes too', ['ada'], 'APPROVED', 'waived'],
  ['may waive no longer, machines decide', [], 'REJECTED', 'fail'],
])('where who let a criterion go %s', (_who, waivers, verdict, result) => {
  const next = takenOverWaived()
  const yielded = { ...carriedBy(next), waivers } as GateEvent

  const state = play(next, runStarted(), yielded, reviewStarted())
  const { execution } = accept(state, reviewReported('T1', 'c1', { 'AC-1': 'fail' }, forPerson))

  expect(execution.reviews).toMatchObject([
    { verdict, criteria: expect.arrayContaining([expect.objectContaining({ id: 'AC-1', result })]) as unknown },
  ])
})

test('what was let go names the plan it was let go under, once', () => {
  const next = takenOverWaived()
  const node = next.execution.nodes['T1']
  const why = `too strict; under plan ${first.hash.slice(0, 7)}, of the same bytes`

  expect(node).toMatchObject({ carry: { waived: [{ criterion: 'AC-1', by: 'ada', why }] } })
})

test('what was let go of a carried version counts for no other version', () => {
  const next = takenOverWaived()
  const carried = play(next, runStarted(), { ...carriedBy(next), waivers: ['ada'] } as GateEvent)
  expect(carried.execution.nodes['T1']).toMatchObject({ waivers: [{ criterion: 'AC-1', carried: true }] })

  const pushed = play(carried, versionPushed('T1', 'v3'))

  expect(pushed.execution.nodes['T1']).toMatchObject({ waivers: [] })
})
