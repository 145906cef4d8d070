import { expect, test } from 'vitest'
import { cancelGate, decideGate, reviveGate } from '../../../src/domain/gate/decide-gate.ts'
import { buildTask } from '../../support/builders.ts'
import {
  actionOf,
  ada,
  approved,
  approvedBy,
  artifactIdOf,
  bo,
  checkOf,
  done,
  gateRules,
  play,
  rejectedBy,
  runStarted,
  runYielded,
  startGate,
  underReview,
  versionPushed,
} from '../../support/gate/play-gate.ts'

/** T1 → T2 → T3, and T4 beside them. */
const plan = () =>
  startGate(
    buildTask({ id: 'T1' }),
    buildTask({ id: 'T2', depends_on: ['T1'] }),
    buildTask({ id: 'T3', depends_on: ['T2'] }),
    buildTask({ id: 'T4' }),
  )
const allDone = () => ['T1', 'T2', 'T3', 'T4'].reduce((state, task) => done(state, task), plan())

test('DONE upstream leaves DONE → dependents back to PENDING, approvals marked stale, ancestors RUNNING; others stay', () => {
  const state = play(allDone(), rejectedBy(bo, 'T1'))

  expect(['T1', 'T2', 'T3', 'T4'].map((id) => actionOf(state, id).state)).toEqual([
    'TO_BE_MODIFY',
    'PENDING',
    'PENDING',
    'DONE',
  ])
  expect(actionOf(state, 'T3')).toMatchObject({ approval_stale: true, approved_artifact_id: artifactIdOf('T3', 'v1') })
  expect(actionOf(state, 'T4').approval_stale).toBe(false)
  expect(state.execution.nodes['G0']?.state).toBe('RUNNING')
})

test('DONE upstream leaves DONE → live runs fenced', () => {
  const running = play(done(plan(), 'T1'), runStarted('T2', 'r2'))

  const state = play(running, { kind: 'retried', task: 'T1', by: ada })

  expect(actionOf(state, 'T2')).toMatchObject({ state: 'PENDING', run: null })
  expect(decideGate(state, runYielded('T2', 'r2'), gateRules)).toMatchObject({ kind: 'refused', silent: true })
})

test('DONE upstream leaves DONE → a review under way downstream is dropped', () => {
  const state = play(underReview(done(plan(), 'T1'), 'T2'), rejectedBy(bo, 'T1'))

  expect(checkOf(state, 'T2')).toMatchObject({ state: 'PENDING', review_id: null, superseded_review: null })
})

test('READY once upstream is DONE again; the version made from older inputs cannot be approved', () => {
  const again = done(play(done(done(plan(), 'T1'), 'T2'), rejectedBy(bo, 'T1')), 'T1', 'w1')

  expect(actionOf(again, 'T2')).toMatchObject({ state: 'READY', approval_stale: true })
  expect(decideGate(again, approvedBy(bo, 'T2', 'v1'), gateRules)).toMatchObject({
    kind: 'refused',
    why: 'what T2 builds on has changed since its version 1 was made',
  })
  expect(actionOf(play(again, runStarted('T2', 'r9')), 'T2').inputs).toEqual({ T1: artifactIdOf('T1', 'w1') })
})

test('any | /stop → CANCELLED after fencing; DONE work and records stay', () => {
  const before = underReview(play(done(plan(), 'T1'), runStarted('T4', 'r4')), 'T2')

  const { execution, effects } = cancelGate(before, gateRules)

  expect(['T1', 'T2', 'T3', 'T4'].map((id) => actionOf({ execution }, id).state)).toEqual([
    'DONE',
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
  ])
  expect(actionOf({ execution }, 'T4').run).toBeNull()
  expect(checkOf({ execution }, 'T2').state).toBe('CANCELLED')
  expect(execution.artifacts).toEqual(before.execution.artifacts)
  expect(effects).toEqual([{ kind: 'close_task_pull_request', task: 'T2', number: 11, why: 'cancelled' }])
  expect(decideGate({ plan: before.plan, execution }, runYielded('T4', 'r4'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('approved again after a stop, what was cancelled starts over', () => {
  const before = approved(done(plan(), 'T1'), 'T2')

  const { execution } = reviveGate({ ...before, execution: cancelGate(before, gateRules).execution }, gateRules)

  expect(['T1', 'T2', 'T3', 'T4'].map((id) => actionOf({ execution }, id).state)).toEqual([
    'DONE',
    'READY',
    'PENDING',
    'READY',
  ])
  expect(actionOf({ execution }, 'T2')).toMatchObject({ merge: 'none', pull_request: null, attempts: 0 })
  expect(execution.nodes['G0']?.state).toBe('RUNNING')
})

test('approved again after a stop, a version that a person had pushed goes to its check', () => {
  const before = play(plan(), versionPushed('T1', 'p1'))

  const { execution, effects } = reviveGate(
    { ...before, execution: cancelGate(before, gateRules).execution },
    gateRules,
  )

  expect(actionOf({ execution }, 'T1').state).toBe('READY_TO_CHECK')
  expect(effects).toEqual([{ kind: 'open_task_pull_request', task: 'T1', artifact_id: artifactIdOf('T1', 'p1') }])
})

test('approved again after a stop, a person’s push of the approved bytes needs no other approval', () => {
  const before = play(approved(plan(), 'T1'), versionPushed('T1', 'p1', ada, 'v1'))

  const { execution } = reviveGate({ ...before, execution: cancelGate(before, gateRules).execution }, gateRules)

  expect(actionOf({ execution }, 'T1')).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending' })
  expect(checkOf({ execution }, 'T1').state).toBe('DONE')
})
