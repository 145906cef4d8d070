import { expect, test } from 'vitest'
import { unknownPerson } from '../../../../src/domain/records/artifact.ts'
import { cancelGate, decideGate, type GateState } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent } from '../../../../src/domain/gate/draft/gate-event.ts'
import { buildTask, buildValidation, testSha, testUuid } from '../../../support/builders.ts'
import {
  accept,
  actionOf,
  ada,
  approved,
  approvedBy,
  artifactIdOf,
  bo,
  checkOf,
  done,
  forPerson,
  gateRules,
  judgedTask,
  mergeConfirmed,
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
  versionOf,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const chain = () => startGate(buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] }))
const split = () => startGate(buildTask({ id: 'T1.1' }), buildTask({ id: 'T1.2' }))
const mergedByHand = (name: string, task = 'T1') => ({
  kind: 'pull_request_merged' as const,
  task,
  artifact: versionOf(task, name, name, { kind: 'person', ...bo }),
  merge_sha: testSha(`merge by hand ${name}`),
  merge: { sha: testSha(`merge by hand ${name}`), before: testSha('integration') },
  by: ada,
  may_waive: true,
  faults: [] as string[],
  review_id: testUuid(`review:hand ${name}`),
})
const takenBack = (name: string) => ({
  kind: 'take_back_merge' as const,
  task: 'T1',
  sha: testSha(`merge by hand ${name}`),
  before: testSha('integration'),
})

test('ACTION merge pending | merge_confirmed → DONE; dependents look again', () => {
  const state = play(approved(chain()), mergeConfirmed())

  expect(actionOf(state)).toMatchObject({ state: 'DONE', merge: 'merged', pull_request: { number: 11, open: false } })
  expect(state.execution.execution_result.commit_hash).toBe(testSha('merge T1 v1'))
  expect(actionOf(state, 'T2').state).toBe('READY')
})

test('GOAL | a leaf starts → RUNNING; all leaves DONE → DONE, upward', () => {
  const before = split()
  const goals = (state: typeof before) => ['T1', 'G0'].map((id) => state.execution.nodes[id]?.state)
  expect(goals(before)).toEqual(['PENDING', 'PENDING'])

  const one = done(before, 'T1.1')
  expect(goals(one)).toEqual(['RUNNING', 'RUNNING'])

  expect(goals(done(one, 'T1.2'))).toEqual(['DONE', 'DONE'])
})

test('a confirmation of another version than the pending one is refused in silence', () => {
  expect(decideGate(approved(startGate()), mergeConfirmed('T1', 'v9'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
  expect(decideGate(underReview(startGate()), mergeConfirmed(), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('ACTION merge pending | head moved → new version, READY_TO_CHECK, CHECK READY', () => {
  const state = play(approved(startGate()), versionPushed('T1', 'p1'))

  expect(actionOf(state)).toMatchObject({
    state: 'READY_TO_CHECK',
    merge: 'none',
    active_artifact_id: artifactIdOf('T1', 'p1'),
  })
  expect(checkOf(state).state).toBe('READY')
  expect(decideGate(state, mergeConfirmed(), gateRules).kind).toBe('refused')
})

test('ACTION merge pending | conflict → TO_BE_MODIFY on the new base, no attempt counted, approval kept', () => {
  const state = play(approved(startGate()), mergeConflicted())

  expect(actionOf(state)).toMatchObject({
    state: 'TO_BE_MODIFY',
    merge: 'none',
    attempts: 0,
    approved_artifact_id: artifactIdOf('T1', 'v1'),
    approval_stale: false,
    reason: 'T9 touched the same file',
  })
})

const handedOver = (run: string) => ({
  kind: 'run_handed_over' as const,
  task: 'T1',
  run_id: run,
  who: [],
  conflict: { paths: ['package.json'], tasks: ['T4'] },
  receipt: receiptOf(run),
})

/** What ada pushed is approved, and could not be merged; the next run has begun. */
const conflicted = (by = ada) =>
  play(
    startGate(),
    versionPushed('T1', 'p1', by),
    { kind: 'pull_request_opened', task: 'T1', artifact_id: artifactIdOf('T1', 'p1'), number: 11 },
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', { 'AC-1': 'pass' }),
    mergeConflicted('T1', 'p1'),
    runStarted('T1', 'r1'),
  )

test('RUNNING | git can not bring it together → WAITING_EXTERNAL: its author is asked, on its pull request once', () => {
  const { execution, effects } = accept(conflicted(), handedOver('r1'))

  const what = 'T1 is approved, but conflicts with T4 in `package.json`'
  expect(actionOf({ execution })).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'conflict', who: ['ada'], what },
  })
  expect(effects).toEqual([
    {
      kind: 'say',
      number: 11,
      reply: {
        kind: 'conflict',
        who: ['ada'],
        what,
        branch: 'countersign/ISS-007/1/T1',
        keep: { tasks: ['T4'], judges: ['bo'] },
      },
    },
  ])
  const again = play({ ...conflicted(), execution }, { kind: 'retried', task: 'T1', by: bo }, runStarted('T1', 'r2'))
  expect(accept(again, handedOver('r2')).effects).toEqual([])
})

test('a conflict that is given to somebody else is told them, and forgotten where an agent does the work anew', () => {
  const waits = { ...conflicted(), execution: accept(conflicted(), handedOver('r1')).execution }
  const given = (executor: string) =>
    play(waits, { kind: 'assigned', task: 'T1', executor, by: bo }, runStarted('T1', 'r2'))

  const { effects } = accept(given('@bo'), { ...handedOver('r2'), who: ['bo'] })

  expect(effects).toMatchObject([{ kind: 'say', number: 11, reply: { kind: 'conflict', who: ['bo'] } }])
  expect(actionOf(given('@bo')).conflict).toMatchObject({ paths: ['package.json'], told: false })
  expect(actionOf(given('shell')).conflict).toBeNull()
})

test.each([
  ['it is not known', [], [], 'T1 is approved, but conflicts with what was merged before it'],
  [
    'it is much',
    ['a', 'b', 'c', 'd', 'e'],
    ['T2', 'T3'],
    'T1 is approved, but conflicts with T2 and T3 in `a`, `b`, `c` and 2 more',
  ],
])('what conflicts with what is named, where %s', (_what, paths, tasks, what) => {
  const { execution } = accept(conflicted(), { ...handedOver('r1'), conflict: { paths, tasks } })

  expect(actionOf({ execution }).waiting_for?.what).toBe(what)
})

test('a conflict of a version of nobody knows whom is anybody’s to mend', () => {
  const { execution } = accept(conflicted(unknownPerson), handedOver('r1'))

  expect(actionOf({ execution }).waiting_for).toMatchObject({ kind: 'conflict', who: [] })
})

test('where its pull request is closed nothing is said there of a conflict, nor of what git merged', () => {
  const state = structuredClone(conflicted())
  Object.assign(actionOf(state), { pull_request: { number: 11, open: false } })
  const merged = versionOf('T1', 'm2', 'both', { kind: 'person', ...ada })
  const yielded = { ...runYielded('T1', 'r1', 'm2'), artifact: merged, pull_request: null } as GateEvent

  for (const event of [handedOver('r1'), yielded])
    expect(accept(state, event).effects.filter(({ kind }) => kind === 'say')).toEqual([])
})

test('what git merged is a version of whoever made the approved one, judged anew, and its pull request says so', () => {
  const merged = versionOf('T1', 'm2', 'both', { kind: 'person', ...ada })
  const yielded = { ...runYielded('T1', 'r1', 'm2'), artifact: merged } as GateEvent

  const { execution, effects } = accept(conflicted(), yielded)

  expect(actionOf({ execution })).toMatchObject({ state: 'READY_TO_CHECK', merge: 'none', conflict: null })
  expect(checkOf({ execution }).state).toBe('READY')
  expect(effects).toMatchObject([{ kind: 'say', number: 11, reply: { kind: 'brought_together', version: 2 } }])
  expect(decideGate({ ...conflicted(), execution }, approvedBy(ada, 'T1', 'm2'), gateRules)).toMatchObject({
    why: expect.stringContaining('nobody approves their own work'),
  })
})

test('a patch that no longer applies over what was merged since is a conflict for people', () => {
  const redone = play(approved(startGate()), mergeConflicted(), runStarted('T1', 'r2'))
  const failed = { kind: 'run_failed' as const, task: 'T1', run_id: 'r2', reason: 'hunk 1', stuck: true, receipt: null }

  expect(actionOf(play(redone, failed))).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'conflict', who: [], what: 'T1 is approved, but conflicts with T9 in `src/shared.ts`' },
  })
})

test('ACTION merge pending | conflict again on the same base → an attempt; at the limit a person decides, and /retry begins anew', () => {
  const redo = (state: GateState, version: string) =>
    play(
      state,
      runStarted('T1', version),
      runYielded('T1', version, version, { bytes: 'v1' }),
      mergeConflicted('T1', version),
    )
  const once = play(approved(startGate()), mergeConflicted())

  const twice = redo(once, 'v2')
  expect(actionOf(twice)).toMatchObject({ state: 'TO_BE_MODIFY', attempts: 1 })

  const last = redo(redo(twice, 'v3'), 'v4')
  expect(actionOf(last)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    attempts: gateRules.maxAttempts,
    merge: 'none',
    waiting_for: { kind: 'decision', what: '3 attempts did not pass; the last: T9 touched the same file' },
  })
  expect(actionOf(play(last, { kind: 'retried', task: 'T1', by: ada }))).toMatchObject({ state: 'READY', attempts: 0 })
})

test('ACTION merge pending | conflict, and the same bytes undo approved work of another task → CHECK, a person is asked', () => {
  const tasks = split()
  const conflicted = play(approved(done(tasks, 'T1.2'), 'T1.1'), mergeConflicted('T1.1'))
  const undone = conflicted.execution.artifacts.find(({ task }) => task === 'T1.2')
  const pushed = versionPushed('T1.1', 'ours', ada, 'v1')
  if (undone === undefined || pushed.kind !== 'version_pushed') throw new Error('unreachable')
  const { task, version, artifact_id } = undone
  const row = { path: 'src/x.ts', task, version, artifact_id, how: 'lost' as const, lines: ['- x = 1'], by_plan: false }

  const state = play(
    conflicted,
    { ...pushed, artifact: { ...pushed.artifact, undoes: [row] } },
    reviewStarted('T1.1', 'again'),
    reviewReported('T1.1', 'again', { 'AC-1': 'pass' }, [{ criterion: 'UNDOES-T1.2', for: 'person' }]),
  )

  expect(actionOf(state, 'T1.1')).toMatchObject({ state: 'READY_TO_CHECK', merge: 'none' })
  expect(checkOf(state, 'T1.1').waiting_for).toMatchObject({
    kind: 'judgement',
    what: 'judge whether T1.1 may undo approved work of T1.2 (UNDOES-T1.2): `src/x.ts` (nothing of version 1 is left: `- x = 1`)',
  })

  const judged = play(state, approvedBy(bo, 'T1.1', 'ours'))

  expect(actionOf(judged, 'T1.1').merge).toBe('pending')
  expect(judged.execution.reviews.at(-1)?.criteria.at(-1)).toMatchObject({ id: 'UNDOES-T1.2', judge: 'bo' })
})

test('any but DONE | a person pushes → running run fenced, new artifact, executor = that person', () => {
  const running = play(startGate(), runStarted('T1', 'r1'))

  const { execution, effects } = accept(running, versionPushed('T1', 'p1', ada))

  expect(actionOf({ execution })).toMatchObject({ state: 'READY_TO_CHECK', run: null, attempts: 0 })
  expect(execution.artifacts).toMatchObject([{ version: 1, by: { kind: 'person', login: 'ada' } }])
  expect(effects).toEqual([{ kind: 'open_task_pull_request', task: 'T1', artifact_id: artifactIdOf('T1', 'p1') }])
  expect(decideGate({ plan: running.plan, execution }, runYielded('T1', 'r1'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('a commit that is a version already is refused in silence', () => {
  const pushed = play(startGate(), versionPushed('T1', 'p1'))

  expect(decideGate(pushed, versionPushed('T1', 'p1'), gateRules)).toMatchObject({ kind: 'refused', silent: true })
})

test('PENDING | a person pushes → the version is kept and checked once the inputs are approved', () => {
  const early = play(chain(), versionPushed('T2', 'p1', ada))
  expect(actionOf(early, 'T2')).toMatchObject({ state: 'PENDING', active_artifact_id: artifactIdOf('T2', 'p1') })
  expect(checkOf(early, 'T2').state).toBe('PENDING')

  const state = done(early, 'T1')

  expect(actionOf(state, 'T2')).toMatchObject({ state: 'READY_TO_CHECK', inputs: { T1: artifactIdOf('T1', 'v1') } })
  expect(checkOf(state, 'T2').state).toBe('READY')
})

test('PENDING | a version pushed early cannot be judged before its inputs are approved', () => {
  const early = play(chain(), versionPushed('T2', 'p1', ada))
  const head_sha = versionOf('T2', 'p1').commit_sha

  for (const kind of ['approved_by_person', 'rejected_by_person'] as const) {
    const decision = decideGate(
      early,
      { kind, task: 'T2', head_sha, by: bo, review_id: testUuid('r'), why: '' },
      gateRules,
    )
    expect(decision).toMatchObject({ kind: 'refused', why: 'T2 waits for T1', silent: false })
  }
})

test('DONE | push to its branch → READY_TO_CHECK, new pull request', () => {
  const { execution, effects } = accept(done(chain()), versionPushed('T1', 'p1'))

  expect(actionOf({ execution })).toMatchObject({ state: 'READY_TO_CHECK', merge: 'none', pull_request: null })
  expect(actionOf({ execution }, 'T2').state).toBe('PENDING')
  expect(effects).toEqual([{ kind: 'open_task_pull_request', task: 'T1', artifact_id: artifactIdOf('T1', 'p1') }])
})

test('a merge is owed only once there is a pull request to merge', () => {
  const pushed = play(startGate(), versionPushed('T1', 'p1'), {
    kind: 'review_started',
    task: 'T1',
    review_id: testUuid('review:c1'),
  })
  const passed = accept(pushed, reviewReported('T1', 'c1', { 'AC-1': 'pass' }))
  expect(passed.effects.map((effect) => effect.kind)).toEqual(['post_verdict'])

  const opened = accept(
    { plan: pushed.plan, execution: passed.execution },
    { kind: 'pull_request_opened', task: 'T1', artifact_id: artifactIdOf('T1', 'p1'), number: 12 },
  )

  expect(opened.effects).toEqual([{ kind: 'merge_task', task: 'T1', artifact_id: artifactIdOf('T1', 'p1') }])
})

test('a pull request that takes the place of a closed one asks whoever is to judge there, too', () => {
  const waits = reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, forPerson)
  const state = play(underReview(startGate(judgedTask)), waits)
  const opened = { kind: 'pull_request_opened' as const, task: 'T1', artifact_id: artifactIdOf('T1', 'v1'), number: 12 }
  const node = actionOf(state)
  const closed = { ...node, pull_request: { number: 11, open: false } }
  const lost = { ...state, execution: { ...state.execution, nodes: { ...state.execution.nodes, T1: closed } } }

  const { effects } = accept(lost, opened)

  expect(effects).toEqual([
    { kind: 'ask_reviewers', task: 'T1', review_id: testUuid('review:c-v1'), who: gateRules.reviewers },
  ])
})

test.each([
  ['nobody is asked yet', { waiting_for: null }],
  ['it waits for CI', { waiting_for: { kind: 'ci' as const, who: [], what: 'build' } }],
  ['another version was asked about', { reviewed_artifact_id: artifactIdOf('T1', 'v0') }],
])('it asks nobody where %s', (_why, changes) => {
  const waits = reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, forPerson)
  const state = play(underReview(startGate(judgedTask)), waits)
  const nodes = {
    T1: { ...actionOf(state), pull_request: { number: 11, open: false } },
    C1: { ...checkOf(state), ...changes },
  }
  const lost = { ...state, execution: { ...state.execution, nodes: { ...state.execution.nodes, ...nodes } } }
  const opened = { kind: 'pull_request_opened' as const, task: 'T1', artifact_id: artifactIdOf('T1', 'v1'), number: 12 }

  expect(accept(lost, opened).effects).toEqual([])
})

test('a review of a commit that is no version says what judges the version', () => {
  const state = underReview(startGate())
  const event = { ...approvedBy(bo), head_sha: 'f'.repeat(40) } as ReturnType<typeof approvedBy>

  expect(decideGate(state, event, gateRules)).toMatchObject({
    kind: 'refused',
    why: 'that review is on fffffff, which was not taken as a version of T1',
  })
})

test('merged by hand by who may waive: the head is a version, approved with what was not checked as their waivers', () => {
  const rejected = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

  const { execution, effects, trail } = accept(rejected, mergedByHand('h1'))

  expect(actionOf({ execution })).toMatchObject({
    state: 'DONE',
    merge: 'merged',
    hand_merge: null,
    active_artifact_id: artifactIdOf('T1', 'h1'),
    approved_artifact_id: artifactIdOf('T1', 'h1'),
    waivers: [{ criterion: 'AC-1', by: 'ada', why: 'merged by hand' }],
  })
  expect(execution.reviews.at(-1)).toMatchObject({
    verdict: 'APPROVED',
    reviewer: '@ada',
    version: 2,
    why: [
      expect.stringMatching(/^@ada merged the pull request by hand.* Not checked: AC-1 “src\/task-1\.ts exists”\.$/),
      'AC-1 “src/task-1.ts exists” was waived.',
    ],
  })
  expect(effects.map((effect) => effect.kind)).toEqual(['post_verdict'])
  expect(trail).toContain('T1: version 2 approved by @ada, who merged it by hand')
})

test('a merge by hand that undoes approved work of another task says so', () => {
  const state = underReview(done(split(), 'T1.2'), 'T1.1')
  const undone = state.execution.artifacts.find(({ task }) => task === 'T1.2')
  if (undone === undefined) throw new Error('unreachable')
  const { task, version, artifact_id } = undone
  const row = { path: 'src/x.ts', task, version, artifact_id, how: 'lost' as const, by_plan: false }
  const merge = mergedByHand('h1', 'T1.1')

  const { execution } = accept(state, { ...merge, artifact: { ...merge.artifact, undoes: [row] } })

  expect(execution.reviews.at(-1)?.why[0]).toContain('Approved work of T1.2 may be undone by it.')
})

const strange = mergedByHand('h1')
test.each([
  ['who may not waive', { ...strange, may_waive: false }, 'allowed to waive criteria, and @ada is not'],
  [
    'who pushed it',
    { ...strange, by: bo },
    'own work here: anybody else with the `write` role can; where there is nobody, `review',
  ],
  [
    'whom of nobody knows what they pushed',
    { ...strange, artifact: { ...strange.artifact, by: { kind: 'person' as const, ...unknownPerson } } },
    "GitHub doesn't say who pushed",
  ],
])('merged by hand by somebody %s: an open CHECK on what is merged', (_who, merge, why) => {
  const { execution, effects } = accept(underReview(startGate()), merge)

  expect(actionOf({ execution })).toMatchObject({
    state: 'READY_TO_CHECK',
    merge: 'merged',
    approved_artifact_id: null,
    hand_merge: { artifact_id: artifactIdOf('T1', 'h1') },
    reason: expect.stringContaining(why),
    waivers: [],
  })
  expect(checkOf({ execution })).toMatchObject({ state: 'READY' })
  expect(execution.reviews).toEqual([])
  expect(effects).toEqual([])
})

/** Somebody who may not waive merged T1, and its CHECK has begun. */
const openMerge = () => play(underReview(startGate()), { ...strange, may_waive: false }, reviewStarted('T1', 'c2'))

test('what is merged by hand and passes its CHECK is DONE without another merge', () => {
  const { execution, effects } = accept(openMerge(), reviewReported('T1', 'c2', { 'AC-1': 'pass' }))

  expect(effects.map(({ kind }) => kind)).toEqual(['post_verdict', 'merge_task'])
  expect(actionOf(play({ ...openMerge(), execution }, mergeConfirmed('T1', 'h1')))).toMatchObject({
    state: 'DONE',
    hand_merge: null,
  })
})

test('what is merged by hand and rejected is taken out of the integration branch again', () => {
  const byMachine = accept(openMerge(), reviewReported('T1', 'c2', { 'AC-1': 'fail' }))
  const byPerson = accept(openMerge(), rejectedBy(bo, 'T1', 'h1'))
  const byStop = cancelGate(openMerge(), gateRules)

  for (const { execution, effects } of [byMachine, byPerson, byStop]) {
    expect(effects).toContainEqual(takenBack('h1'))
    expect(actionOf({ execution }).hand_merge).toBeNull()
  }
})

test('what is merged by hand and approved is taken out again where that approval falls before its merge is confirmed', () => {
  const pending = play(openMerge(), reviewReported('T1', 'c2', { 'AC-1': 'pass' }))
  const dismissal = { kind: 'review_dismissed' as const, reviewer: null, head_sha: versionOf('T1', 'h1').commit_sha }
  const dismissed = accept(pending, { ...dismissal, task: 'T1', by: bo })
  const rejected = accept(pending, rejectedBy(bo, 'T1', 'h1'))
  const stopped = cancelGate(pending, gateRules)

  for (const { execution, effects } of [dismissed, rejected, stopped]) {
    expect(effects).toContainEqual(takenBack('h1'))
    expect(actionOf({ execution }).hand_merge).toBeNull()
  }
})

test('an older version merged by hand below an approved one goes with it where that approval falls', () => {
  const pushed = play(underReview(startGate()), versionPushed('T1', 'p2', ada))
  const pending = play(
    pushed,
    approvedBy(bo, 'T1', 'p2'),
    reviewStarted('T1', 'c3'),
    reviewReported('T1', 'c3', { 'AC-1': 'pass' }),
  )
  expect(actionOf(pending).merge).toBe('pending')
  const merged = play(pending, { ...mergedByHand('v1'), artifact: versionOf('T1', 'v1'), may_waive: false })
  expect(actionOf(merged)).toMatchObject({ merge: 'pending', hand_merge: { artifact_id: artifactIdOf('T1', 'v1') } })

  expect(accept(merged, rejectedBy(bo, 'T1', 'p2')).effects).toContainEqual(takenBack('v1'))
  expect(actionOf(play(merged, mergeConfirmed('T1', 'p2')))).toMatchObject({ state: 'DONE', hand_merge: null })
})

test('two versions merged by hand, one right after the other, are taken out together', () => {
  const second = mergedByHand('h2')
  const twice = play(openMerge(), {
    ...second,
    may_waive: false,
    merge: { ...second.merge, before: testSha('merge by hand h1') },
  })

  expect(accept(twice, rejectedBy(ada, 'T1', 'h2')).effects).toContainEqual(takenBack('h2'))
})

test('what was taken out and is approved after all gets a pull request of its own: the old one counts as merged', () => {
  const rejected = play(openMerge(), reviewReported('T1', 'c2', { 'AC-1': 'fail' }))
  const waived = { kind: 'waived' as const, task: 'T1', criterion: 'AC-1', by: ada, why: '', review_id: testUuid('w') }

  const { execution, effects } = accept(rejected, waived)

  expect(effects.map(({ kind }) => kind)).toEqual(['post_verdict', 'open_task_pull_request'])
  const opened = { kind: 'pull_request_opened' as const, task: 'T1', artifact_id: artifactIdOf('T1', 'h1'), number: 12 }
  const { effects: owed } = accept({ ...rejected, execution }, opened)
  expect(owed.map(({ kind }) => kind)).toEqual(['merge_task'])
})

test('what was approved again and never left the integration branch is merged once, below what came on top of it', () => {
  const twice = play(done(done(split(), 'T1.1'), 'T1.2'), rejectedBy(bo, 'T1.1', 'v1'), approvedBy(ada, 'T1.1', 'v1'))

  const artifact_id = artifactIdOf('T1.1', 'v1')
  const { execution } = accept(twice, { kind: 'merge_confirmed', task: 'T1.1', artifact_id, merge_sha: null })

  expect(actionOf({ execution }, 'T1.1').state).toBe('DONE')
  expect(execution.merges.map(({ task }) => task)).toEqual(['T1.1', 'T1.2'])
})

test('what a machine found wanting is not approved by merging it, and taken out at once', () => {
  const rejected = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))
  const untested = play(
    startGate(),
    runStarted('T1', 'r1'),
    runYielded('T1', 'r1', 'v1', { validation: buildValidation({ passed: false }) }),
  )

  for (const before of [rejected, untested]) {
    const { execution, effects } = accept(before, { ...mergedByHand('v1'), artifact: versionOf('T1', 'v1') })

    expect(actionOf({ execution })).toMatchObject({ state: 'TO_BE_MODIFY', merge: 'none', waivers: [] })
    expect(execution.reviews).toEqual(before.execution.reviews)
    expect(effects).toEqual([takenBack('v1')])
  }
})

test('a head with what no task may write is no version, whoever merges it', () => {
  const before = underReview(startGate())

  const { execution, effects } = accept(before, { ...strange, faults: ['.github/workflows/x.yml: denied'] })

  expect(execution.artifacts).toEqual(before.execution.artifacts)
  expect(actionOf({ execution })).toMatchObject({
    state: 'READY_TO_CHECK',
    pull_request: { open: false },
    reason: '@ada merged what no version may hold: .github/workflows/x.yml: denied',
  })
  expect(effects).toEqual([takenBack('h1')])
})

test('who merges what is approved already does what the bot was about to do', () => {
  const before = approved(startGate())

  const { execution } = accept(before, { ...mergedByHand('v1'), may_waive: false })

  expect(actionOf({ execution })).toMatchObject({ state: 'DONE', approved_artifact_id: artifactIdOf('T1', 'v1') })
  expect(execution.reviews).toEqual(before.execution.reviews)
})

test('approved bytes that are merged by hand in another commit keep their approval, whoever merges them', () => {
  const merge = mergedByHand('h1')
  const same = { ...merge.artifact, files: versionOf('T1', 'v1').files }

  const state = play(approved(startGate()), { ...merge, artifact: same, may_waive: false })

  expect(actionOf(state)).toMatchObject({ state: 'DONE', merge: 'merged', hand_merge: null })
  expect(checkOf(state).state).toBe('DONE')
  expect(state.execution.reviews).toHaveLength(1)
})

test('what is approved, conflicts and waits for a person is DONE once somebody merges it by hand', () => {
  const failed = { kind: 'run_failed' as const, task: 'T1', run_id: 'again', reason: 'no', stuck: true, receipt: null }
  const stuck = play(approved(startGate()), mergeConflicted(), runStarted('T1', 'again'), failed)

  const state = play(stuck, { ...mergedByHand('v1'), may_waive: false })

  expect(actionOf(state)).toMatchObject({ state: 'DONE', waiting_for: null })
})

test('closed by somebody whose review would not count: opened again, nothing is rejected', () => {
  const before = underReview(startGate())
  const review_id = testUuid('closed')
  const closed = { kind: 'pull_request_closed' as const, task: 'T1', number: 11, by: bo, may_review: false, review_id }

  const { execution, effects } = accept(before, closed)

  expect(effects).toEqual([{ kind: 'reopen_task_pull_request', task: 'T1', number: 11 }])
  expect(execution).toEqual(before.execution)
})

test('merged by hand before its inputs are approved: recorded, DONE only after a check of its own', () => {
  const early = play(chain(), mergedByHand('h1', 'T2'))
  expect(actionOf(early, 'T2')).toMatchObject({ state: 'PENDING', merge: 'merged' })

  const { execution, effects } = accept(approved(early, 'T1'), mergeConfirmed('T1'))

  expect(actionOf({ execution }, 'T2').state).toBe('READY_TO_CHECK')
  expect(effects).toEqual([])
})

test("closing a task's pull request unmerged is a rejection", () => {
  const closed = {
    kind: 'pull_request_closed' as const,
    task: 'T1',
    number: 11,
    by: bo,
    may_review: true,
    review_id: testUuid('closed'),
  }

  const state = play(approved(startGate()), closed)

  expect(actionOf(state)).toMatchObject({
    state: 'TO_BE_MODIFY',
    merge: 'none',
    approval_stale: true,
    pull_request: { open: false },
  })
  expect(state.execution.reviews.at(-1)).toMatchObject({ verdict: 'REJECTED', reviewer: '@bo' })
  expect(decideGate(state, { ...closed, review_id: testUuid('again') }, gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('closing the pull request of a version that was rejected already counts it once', () => {
  const rejected = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

  const state = play(rejected, {
    kind: 'pull_request_closed',
    task: 'T1',
    number: 11,
    by: bo,
    may_review: true,
    review_id: testUuid('closed'),
  })

  expect(actionOf(state)).toMatchObject({ attempts: 1, pull_request: { open: false } })
  expect(state.execution.reviews).toHaveLength(1)
})
