import { expect, test } from 'vitest'
import { decideGate } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent } from '../../../../src/domain/gate/draft/gate-event.ts'
import { buildTask, buildValidation } from '../../../support/builders.ts'
import {
  accept,
  actionOf,
  ada,
  approved,
  artifactIdOf,
  bo,
  checkOf,
  done,
  gateRules,
  mergeConflicted,
  play,
  receiptOf,
  rejectedBy,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  startGate,
  underReview,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const chain = () => startGate(buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] }))
const rejectedOnce = () => play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

test('ACTION PENDING | all dependencies DONE → READY; inputs = their approved artifacts, nothing newer', () => {
  const before = chain()
  expect(actionOf(before, 'T2').state).toBe('PENDING')

  const after = done(before)

  expect(actionOf(after, 'T2').state).toBe('READY')
  expect(actionOf(play(after, runStarted('T2', 'r2')), 'T2').inputs).toEqual({ T1: artifactIdOf('T1', 'v1') })
})

test('READY, TO_BE_MODIFY | run starts → RUNNING with a fresh run_id and lease', () => {
  const { execution, effects } = accept(startGate(), runStarted('T1', 'r1'))

  expect(actionOf({ execution })).toMatchObject({
    state: 'RUNNING',
    run: { run_id: 'r1', executor: 'codex', started_at: gateRules.at, lease_until: '2026-11-21T04:20:00Z' },
  })
  expect(effects).toEqual([{ kind: 'run_task', task: 'T1', run_id: 'r1' }])
  expect(actionOf(play(rejectedOnce(), runStarted('T1', 'r2'))).run?.run_id).toBe('r2')
})

test('READY, TO_BE_MODIFY | results of any other run_id are refused', () => {
  const running = play(
    startGate(),
    runStarted('T1', 'r1'),
    { kind: 'run_left', task: 'T1', run_id: 'r1' },
    runStarted('T1', 'r2'),
  )

  const late = decideGate(running, runYielded('T1', 'r1'), gateRules)

  expect(late).toMatchObject({ kind: 'refused', silent: true })
})

test('a run does not start before its inputs are approved', () => {
  expect(decideGate(chain(), runStarted('T2', 'r1'), gateRules).kind).toBe('refused')
})

test('RUNNING | run yields a change → new artifact, active_artifact_id moves; READY_TO_CHECK and CHECK READY', () => {
  const state = play(startGate(), runStarted(), runYielded('T1', 'r1', 'v1', { validation: buildValidation() }))

  expect(actionOf(state)).toMatchObject({
    state: 'READY_TO_CHECK',
    run: null,
    active_artifact_id: artifactIdOf('T1', 'v1'),
    approved_artifact_id: null,
    pull_request: { number: 11, open: true },
  })
  expect(checkOf(state).state).toBe('READY')
  expect(state.execution.artifacts.map((one) => [one.task, one.version])).toEqual([['T1', 1]])
  expect(state.execution.receipts).toEqual([receiptOf('r1')])
})

test('RUNNING | run yields a change, its own tests failed → TO_BE_MODIFY, the version is kept', () => {
  const failing = buildValidation({ passed: false, summary: '2 of 3 tests failed' })

  const state = play(startGate(), runStarted(), runYielded('T1', 'r1', 'v1', { validation: failing }))

  expect(actionOf(state)).toMatchObject({
    state: 'TO_BE_MODIFY',
    attempts: 1,
    active_artifact_id: artifactIdOf('T1', 'v1'),
  })
  expect(actionOf(state).reason).toContain('2 of 3 tests failed')
  expect(checkOf(state).state).toBe('PENDING')
})

test('RUNNING | run fails → TO_BE_MODIFY, attempt counted, reason kept', () => {
  const state = play(startGate(), runStarted(), {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: 'it produced nothing',
    stuck: false,
    receipt: null,
  })

  expect(actionOf(state)).toMatchObject({
    state: 'TO_BE_MODIFY',
    attempts: 1,
    reason: 'it produced nothing',
    run: null,
  })
})

test('RUNNING | the same tree as a rejected version → TO_BE_MODIFY, attempt counted', () => {
  const state = play(rejectedOnce(), runStarted('T1', 'r2'), runYielded('T1', 'r2', 'v2', { bytes: 'v1' }))

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', attempts: 2 })
  expect(state.execution.artifacts).toHaveLength(1)
})

test('RUNNING | run fails, at the limit WAITING_EXTERNAL', () => {
  let state = startGate()
  for (const run of ['r1', 'r2', 'r3']) {
    state = play(state, runStarted('T1', run), {
      kind: 'run_failed',
      task: 'T1',
      run_id: run,
      reason: 'no',
      stuck: false,
      receipt: null,
    })
  }

  expect(actionOf(state)).toMatchObject({ state: 'WAITING_EXTERNAL', attempts: 3, waiting_for: { kind: 'decision' } })
})

test('a run that no other run can better asks a person at once', () => {
  const state = play(startGate(), runStarted(), {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: 'the patch does not apply',
    stuck: true,
    receipt: null,
  })

  expect(actionOf(state)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'decision', what: 'the patch does not apply' },
  })
})

test('RUNNING | lease lost (worker gone) → READY, no attempt counted; third time WAITING_EXTERNAL', () => {
  let state = startGate()
  const states = ['r1', 'r2', 'r3'].map((run) => {
    state = play(state, runStarted('T1', run), { kind: 'lease_lost', task: 'T1', run_id: run })
    return actionOf(state).state
  })

  expect(states).toEqual(['READY', 'READY', 'WAITING_EXTERNAL'])
  expect(actionOf(state).attempts).toBe(0)
})

test('RUNNING | pause → READY after the run left, no attempt counted', () => {
  const state = play(startGate(), runStarted(), { kind: 'run_left', task: 'T1', run_id: 'r1' })

  expect(actionOf(state)).toMatchObject({ state: 'READY', attempts: 0, run: null })
})

test('a run whose executor is a person waits for their push', () => {
  const state = play(startGate(), runStarted(), {
    kind: 'run_handed_over',
    task: 'T1',
    run_id: 'r1',
    who: ['ada'],
    receipt: receiptOf('r1'),
  })

  expect(actionOf(state)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'push', who: ['ada'] },
    run: null,
  })
})

test('a draft is open until something is delivered, and is then marked ready for review', () => {
  const draft = { number: 12, commit_sha: 'c0ffee' }
  const handed = play(startGate(), runStarted(), {
    kind: 'run_handed_over',
    task: 'T1',
    run_id: 'r1',
    who: ['ada'],
    draft,
    receipt: receiptOf('r1'),
  })

  const { execution, effects } = accept(handed, versionPushed('T1', 'v1'))

  expect(actionOf(handed).pull_request).toEqual({ number: 12, open: true, draft: { commit_sha: 'c0ffee' } })
  expect(actionOf({ execution }).pull_request).toEqual({ number: 12, open: true })
  expect(effects.filter(({ kind }) => kind.endsWith('_pull_request'))).toEqual([
    { kind: 'ready_task_pull_request', task: 'T1', number: 12 },
  ])
})

test('whom a task was given to may not push any more: it is to be given to somebody, unless they pushed', () => {
  const left: GateEvent = {
    kind: 'executor_left',
    task: 'T1',
    executor: '@bo',
    reason: '`@bo` has no access',
    ask: ['ada'],
  }
  const waits = play(
    startGate(),
    { kind: 'assigned', task: 'T1', executor: '@bo', by: { login: 'ada', id: 1 } },
    runStarted(),
    { kind: 'run_handed_over', task: 'T1', run_id: 'r1', who: ['bo'], receipt: receiptOf('r1') },
  )

  const state = play(waits, left)

  expect(actionOf(state)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    attempts: 0,
    waiting_for: { kind: 'assignment', who: ['ada'], what: '`@bo` has no access' },
  })
  expect(decideGate(play(waits, versionPushed('T1', 'v1')), left, gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('a person who is asked for another version is told what became of the one before', () => {
  const state = play(
    underReview(startGate()),
    reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }),
    runStarted('T1', 'r2'),
    { kind: 'run_handed_over', task: 'T1', run_id: 'r2', who: ['ada'], receipt: receiptOf('r2') },
  )

  expect(actionOf(state).waiting_for?.what).toBe(
    `version 1 of T1 was rejected (AC-1); push a mended one to \`${actionOf(state).branch}\``,
  )
})

test('a person whose version undid approved work is told which, not only under what name', () => {
  const merged = done(startGate(buildTask({ id: 'T1.1' }), buildTask({ id: 'T1.2' })), 'T1.2')
  const [undone] = merged.execution.artifacts
  const pushed = versionPushed('T1.1', 'mine', ada)
  if (undone === undefined || pushed.kind !== 'version_pushed') throw new Error('unreachable')
  const row = { path: 'src/x.ts', task: 'T1.2', version: 1, artifact_id: undone.artifact_id, by_plan: false }
  const artifact = { ...pushed.artifact, undoes: [{ ...row, how: 'lost' as const }] }
  const state = play(
    merged,
    { ...pushed, artifact },
    reviewStarted('T1.1', 'c'),
    reviewReported('T1.1', 'c', { 'AC-1': 'pass' }, [{ criterion: 'UNDOES-T1.2', for: 'person' }]),
    rejectedBy(bo, 'T1.1', 'mine'),
    runStarted('T1.1', 'r2'),
    { kind: 'run_handed_over', task: 'T1.1', run_id: 'r2', who: ['ada'], receipt: receiptOf('r2') },
  )

  expect(actionOf(state, 'T1.1').waiting_for?.what).toContain(
    'was rejected (UNDOES-T1.2 “This version may undo approved work of T1.2: `src/x.ts`',
  )
})

test('redone after a conflict, bytes that come out the same keep the approval', () => {
  const conflicted = play(approved(startGate()), mergeConflicted(), runStarted('T1', 'r2'))

  const { execution, effects } = accept(conflicted, runYielded('T1', 'r2', 'v2', { bytes: 'v1' }))

  expect(actionOf({ execution })).toMatchObject({
    state: 'READY_TO_CHECK',
    merge: 'pending',
    active_artifact_id: artifactIdOf('T1', 'v2'),
    approved_artifact_id: artifactIdOf('T1', 'v1'),
  })
  expect(effects).toEqual([{ kind: 'merge_task', task: 'T1', artifact_id: artifactIdOf('T1', 'v2') }])
})

test('redone after a conflict, the same bytes do not pass when their own tests fail on the new base', () => {
  const conflicted = play(approved(startGate()), mergeConflicted(), runStarted('T1', 'r2'))

  const state = play(
    conflicted,
    runYielded('T1', 'r2', 'v2', { bytes: 'v1', validation: buildValidation({ passed: false, summary: 'boom' }) }),
  )

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', merge: 'none' })
})

test('RUNNING | nobody is there to run it → WAITING_EXTERNAL for an assignment, no attempt counted', () => {
  const running = play(startGate(buildTask({ executor: 'codex' })), runStarted('T1', 'r1'))
  const failed = {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: 'no codex',
    stuck: true,
    receipt: null,
  } as const

  const waiting = play(running, { ...failed, unassigned: true })
  const given = play(waiting, { kind: 'assigned', task: 'T1', executor: 'shell', by: { login: 'ada', id: 1 } })

  expect(actionOf(waiting)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    attempts: 0,
    waiting_for: { kind: 'assignment', what: 'no codex' },
  })
  expect(actionOf(given)).toMatchObject({ state: 'READY', executor: 'shell', waiting_for: null })
})

test('RUNNING | its executor did not start → READY for the next of `run.fallback`, no attempt counted', () => {
  const running = play(startGate(buildTask({ executor: 'codex' })), runStarted('T1', 'r1'))
  const absent = {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: '`codex` broke off: it ended with exit code 127',
    stuck: false,
    absent: true,
    receipt: null,
  } as const
  const rules = { ...gateRules, fallback: ['codex', 'claude', 'human'] }

  const { execution, trail } = accept(running, absent, rules)
  const next = play({ plan: running.plan, execution }, runStarted('T1', 'r2'))
  const last = accept(next, { ...absent, run_id: 'r2' }, { ...gateRules, fallback: ['codex', 'claude'] })

  expect(actionOf({ execution })).toMatchObject({ state: 'READY', executor: 'claude', attempts: 0 })
  expect(trail).toEqual([
    'T1: a try failed: `codex` broke off: it ended with exit code 127',
    'T1: given to claude, as codex could not begin',
  ])
  expect(actionOf(last)).toMatchObject({
    state: 'TO_BE_MODIFY',
    executor: 'claude',
    attempts: 1,
  })
})
