import { expect, test } from 'vitest'
import { unknownPerson } from '../../../../src/domain/records/artifact.ts'
import { cancelGate, decideGate, reviveGate } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent } from '../../../../src/domain/gate/draft/gate-event.ts'
import { buildCriterion, buildTask, testUuid, buildValidation } from '../../../support/builders.ts'
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
  manual,
  mergeConfirmed,
  play,
  receiptOf,
  rejectedBy,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  shaOf,
  startGate,
  underReview,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const judged = () => startGate(judgedTask)
const waitsForPerson = () => play(underReview(judged()), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, forPerson))
const failedByMachine = () =>
  play(underReview(judged()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail', 'AC-2': 'pass' }))
const stuck = () =>
  play(startGate(), runStarted(), {
    kind: 'run_failed',
    task: 'T1',
    run_id: 'r1',
    reason: 'no',
    stuck: true,
    receipt: null,
  })
const waived = (criterion: string) => ({
  kind: 'waived' as const,
  task: 'T1',
  criterion,
  by: ada,
  why: 'known',
  review_id: testUuid('waived'),
})

test('APPROVE settles the manual_review criteria', () => {
  const state = play(waitsForPerson(), approvedBy(bo))

  expect(actionOf(state)).toMatchObject({ merge: 'pending', approved_artifact_id: artifactIdOf('T1', 'v1') })
  expect(state.execution.reviews[0]).toMatchObject({
    review_id: testUuid('review:c-v1'),
    reviewer: '@bo',
    criteria: [
      { id: 'AC-1', result: 'pass' },
      { id: 'AC-2', result: 'pass', judge: 'bo' },
    ],
  })
})

test('a blocker that a machine found wanting rejects at once, before anybody is asked to judge the rest', () => {
  const { execution, effects } = accept(
    underReview(judged()),
    reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }, forPerson),
  )

  expect(actionOf({ execution }).state).toBe('TO_BE_MODIFY')
  expect(execution.reviews).toMatchObject([
    { verdict: 'REJECTED', criteria: [{ result: 'fail' }, { id: 'AC-2', result: 'none' }] },
  ])
  expect(effects.map(({ kind }) => kind)).toEqual(['post_verdict'])
})

test('once what it was rejected for is waived, its CHECK goes on with what nobody had judged', () => {
  const rejected = play(underReview(judged()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }, forPerson))

  const state = play(rejected, runStarted('T1', 'r2'), waived('AC-1'))

  expect(actionOf(state)).toMatchObject({ state: 'READY_TO_CHECK', run: null })
  const asked = play(state, reviewStarted('T1', 'c2'), reviewReported('T1', 'c2', { 'AC-1': 'fail' }, forPerson))
  expect(checkOf(asked).waiting_for).toMatchObject({ kind: 'judgement', what: expect.stringContaining('AC-2') })
})

test('who pushed a version and may not approve it is told of the setting for repositories of one person', () => {
  const pushed = play(startGate(), versionPushed('T1', 'p1', ada))

  expect(decideGate(pushed, approvedBy(ada, 'T1', 'p1'), gateRules)).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('nobody approves their own work'),
    next: expect.stringContaining('`review.allow_self: true` in `.github/countersign.yml`'),
  })
})

test('who may not approve their own version is told who is asked instead, and the role that takes', () => {
  const pushed = play(startGate(), versionPushed('T1', 'p1', ada))
  const rules = { ...gateRules, reviewers: ['ada', 'bo', 'cy'], reviewRole: 'maintain' as const }

  expect(decideGate(pushed, approvedBy(ada, 'T1', 'p1'), rules)).toMatchObject({
    next: expect.stringMatching(/^@bo or @cy can, or anybody else with the `maintain` role; where there is nobody, /),
  })
  expect(decideGate(pushed, approvedBy(ada, 'T1', 'p1'), { ...rules, reviewers: ['ada'] })).toMatchObject({
    next: expect.stringMatching(/^anybody else with the `maintain` role can; where there is nobody, /),
  })
})

test('who pushed a version that a machine found wanting is told of that, and not who else may approve it', () => {
  const rejected = play(
    startGate(),
    versionPushed('T1', 'p1', ada),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', { 'AC-1': 'fail' }),
  )

  expect(decideGate(rejected, approvedBy(ada, 'T1', 'p1'), gateRules)).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('AC-1 “src/task-1.ts exists” of T1 failed its automatic check'),
    next: 'push a better version, or have a maintainer let it go with `/waive T1 AC-1 <why>`',
  })
})

test('the record names the review on GitHub, also one that was kept until the machine had looked', () => {
  const told = { id: 71, pull_request: 11 }
  const state = play(
    underReview(judged()),
    { ...approvedBy(bo), on_github: told } as GateEvent,
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, forPerson),
    { ...rejectedBy(ada), on_github: { ...told, id: 72 } } as GateEvent,
  )

  const [approval, rejection] = state.execution.reviews
  const given = { ...told, user_id: bo.id, state: 'APPROVED' }
  expect(approval?.criteria).toMatchObject([{ id: 'AC-1' }, { id: 'AC-2', judge: 'bo', github_review: given }])
  expect(approval).not.toHaveProperty('github_review')
  expect(rejection?.github_review).toEqual({ ...told, id: 72, user_id: ada.id, state: 'CHANGES_REQUESTED' })
})

test('a verdict by comment names no review on GitHub', () => {
  expect(play(waitsForPerson(), approvedBy(bo)).execution.reviews[0]).not.toHaveProperty('github_review')
})

test('APPROVE does not lift a failed machine blocker: that takes a waiver', () => {
  expect(decideGate(failedByMachine(), approvedBy(bo), gateRules)).toMatchObject({
    kind: 'refused',
    silent: false,
    why: 'AC-1 “`src/auth.ts` exists” of T1 failed its automatic check, and an approval does not change that',
    next: 'push a better version, or have a maintainer let it go with `/waive T1 AC-1 <why>`',
  })

  const state = play(failedByMachine(), waived('AC-1'))
  expect(actionOf(state)).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending' })
})

test('a review on an older commit does not count', () => {
  const newer = play(waitsForPerson(), versionPushed('T1', 'p1', ada))

  expect(decideGate(newer, approvedBy(bo, 'T1', 'v1'), gateRules)).toMatchObject({ kind: 'refused', silent: false })
})

test("approving one's own pushed version is off by default", () => {
  const pushed = play(
    judged(),
    versionPushed('T1', 'p1', ada),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', { 'AC-1': 'pass' }, forPerson),
  )

  expect(decideGate(pushed, approvedBy(ada, 'T1', 'p1'), gateRules)).toMatchObject({ kind: 'refused', silent: false })
  expect(accept(pushed, approvedBy(ada, 'T1', 'p1'), { ...gateRules, allowSelf: true }).kind).toBe('accepted')
  expect(actionOf(play(pushed, approvedBy(bo, 'T1', 'p1'))).merge).toBe('pending')
})

test('a version of nobody knows whom may be the own one of whoever approves it', () => {
  const pushed = play(
    judged(),
    versionPushed('T1', 'p1', unknownPerson),
    reviewStarted('T1', 'c1'),
    reviewReported('T1', 'c1', { 'AC-1': 'pass' }, forPerson),
  )

  const refused = decideGate(pushed, approvedBy(bo, 'T1', 'p1'), gateRules)

  expect(refused).toMatchObject({ kind: 'refused', why: expect.stringContaining("GitHub doesn't say who pushed") })
  expect(accept(pushed, approvedBy(bo, 'T1', 'p1'), { ...gateRules, allowSelf: true }).kind).toBe('accepted')
})

test('a second approval of the same version is refused in silence', () => {
  const state = play(waitsForPerson(), approvedBy(bo))

  expect(decideGate(state, approvedBy(ada, 'T1', 'v1', 'other'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('REQUEST_CHANGES rejects, with what was said as the first ground', () => {
  const state = play(waitsForPerson(), rejectedBy(bo))

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', attempts: 1 })
  expect(checkOf(state).state).toBe('DONE')
  expect(state.execution.reviews[0]).toMatchObject({
    verdict: 'REJECTED',
    reviewer: '@bo',
    why: ['the message is wrong', 'AC-2 “`src/auth.ts` exists” does not hold.'],
  })
})

test('DONE | /reject → TO_BE_MODIFY, the approval is stale', () => {
  const state = play(done(startGate()), rejectedBy(bo))

  expect(actionOf(state)).toMatchObject({
    state: 'TO_BE_MODIFY',
    merge: 'none',
    approval_stale: true,
    approved_artifact_id: artifactIdOf('T1', 'v1'),
  })
})

test('a later verdict on the active version opens a new review_id', () => {
  const rejected = play(waitsForPerson(), rejectedBy(bo, 'T1', 'v1', 'first'))

  const state = play(rejected, approvedBy(ada, 'T1', 'v1', 'second'))

  expect(state.execution.reviews.map((review) => [review.review_id, review.verdict])).toEqual([
    [testUuid('review:first'), 'REJECTED'],
    [testUuid('review:second'), 'APPROVED'],
  ])
  expect(actionOf(state)).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending' })
})

test('a version whose tests failed in its run cannot be approved past them', () => {
  const untested = play(
    judged(),
    runStarted(),
    runYielded('T1', 'r1', 'v1', { validation: buildValidation({ passed: false, summary: 'boom' }) }),
  )

  const decision = decideGate(untested, approvedBy(bo), gateRules)

  expect(decision).toMatchObject({
    kind: 'refused',
    silent: false,
    why: 'the tests of version 1 of T1 failed, and an approval does not change that',
  })
})

/** Bo dismisses a review; null is the App's own. */
function dismissed(reviewer: string | null = null, version = 'v1'): GateEvent {
  return { kind: 'review_dismissed', task: 'T1', by: bo, reviewer, head_sha: shaOf('T1', version) }
}

test('DONE | review dismissed → TO_BE_MODIFY', () => {
  const state = play(done(startGate()), dismissed())

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', approval_stale: true })
})

test('merge pending | review dismissed → TO_BE_MODIFY, a late confirmation does not count', () => {
  const state = play(approved(startGate()), dismissed())

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', merge: 'none' })
})

test.each([
  ['somebody else gave, who did not approve it', dismissed('eve')],
  ['was given for another version', dismissed(null, 'v0')],
])('dismissing a review that %s changes nothing', (_which, event) => {
  expect(decideGate(done(startGate()), event, gateRules)).toMatchObject({ kind: 'refused', silent: true })
})

test('an approval of a person ends with the review that gave it', () => {
  const byPerson = play(waitsForPerson(), approvedBy(bo))

  expect(actionOf(play(byPerson, dismissed('bo')))).toMatchObject({ state: 'TO_BE_MODIFY', merge: 'none' })
})

test.each([['bo'], [null]])('so does one that a machine completed, whichever of both is dismissed: %s', (reviewer) => {
  const task = judgedTask
  const together = play(underReview(startGate(task)), approvedBy(bo), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }))
  expect(actionOf(together).merge).toBe('pending')

  expect(actionOf(play(together, dismissed(reviewer)))).toMatchObject({ state: 'TO_BE_MODIFY', merge: 'none' })
})

test('WAITING_EXTERNAL | /retry → READY, attempts 0', () => {
  const state = play(stuck(), { kind: 'retried', task: 'T1', by: ada })

  expect(actionOf(state)).toMatchObject({ state: 'READY', attempts: 0, waiting_for: null })
})

test('CHECK WAITING_EXTERNAL | /retry → READY, what people said is kept', () => {
  const three = buildCriterion({ id: 'AC-3', check_method: 'ci_check', checks: ['build'] })
  const before = startGate(buildTask({ acceptance_criteria: [buildCriterion(), manual, three] }))
  const asked = play(
    underReview(before),
    approvedBy(bo),
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, [{ criterion: 'AC-3', for: 'ci' }]),
  )
  const overdue = play(asked, { kind: 'ci_overdue', task: 'T1', review_id: testUuid('review:c-v1') })

  const state = play(overdue, { kind: 'retried', task: 'T1', by: ada })

  expect(checkOf(state)).toMatchObject({ state: 'READY', partial: [{ id: 'AC-2', judge: 'bo' }] })
})

test('DONE | /retry → TO_BE_MODIFY', () => {
  const state = play(done(startGate()), { kind: 'retried', task: 'T1', by: ada })

  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', approval_stale: true, pull_request: { open: false } })
})

test('/retry of a task that waits for nothing is refused with a hint', () => {
  const decision = decideGate(underReview(startGate()), { kind: 'retried', task: 'T1', by: ada }, gateRules)

  expect(decision).toMatchObject({ kind: 'refused', silent: false, next: '`/status` shows what each task waits for' })
})

test('WAITING_EXTERNAL | /waive → criterion counts as waived by that person, review concluded anew', () => {
  const state = play(waitsForPerson(), waived('AC-2'))

  expect(actionOf(state)).toMatchObject({ merge: 'pending', waivers: [{ criterion: 'AC-2', by: 'ada', why: 'known' }] })
  expect(state.execution.reviews[0]?.criteria).toContainEqual({
    id: 'AC-2',
    result: 'waived',
    evidence: 'waived by @ada: known',
  })
})

test('/waive of what a dismissed approval did not rest on brings that approval not back', () => {
  const taken = play(approved(startGate()), dismissed())

  expect(actionOf(play(taken, waived('AC-1'))).state).toBe('TO_BE_MODIFY')
})

test('/waive of an unknown criterion names those that there are', () => {
  expect(decideGate(waitsForPerson(), waived('AC-7'), gateRules)).toMatchObject({
    kind: 'refused',
    next: 'it has AC-1 “`src/auth.ts` exists”, AC-2 “`src/auth.ts` exists”',
  })
})

test('WAITING_EXTERNAL | /assign → READY with that executor', () => {
  const handed = play(startGate(), runStarted(), {
    kind: 'run_handed_over',
    task: 'T1',
    run_id: 'r1',
    who: [],
    receipt: receiptOf('r1'),
  })

  const state = play(handed, { kind: 'assigned', task: 'T1', executor: 'patch', by: ada })

  expect(actionOf(state)).toMatchObject({ state: 'READY', executor: 'patch', waiting_for: null })
})

test('WAITING_EXTERNAL | push → as for a push', () => {
  const state = play(stuck(), versionPushed('T1', 'p1'))

  expect(actionOf(state)).toMatchObject({ state: 'READY_TO_CHECK', attempts: 0, waiting_for: null })
})

test('what names no task of the plan is refused with the tasks there are', () => {
  expect(decideGate(startGate(), { kind: 'retried', task: 'T9', by: ada }, gateRules)).toMatchObject({
    kind: 'refused',
    why: 'there is no task T9',
    next: 'this plan has T1',
  })
})

test('a version that passes after a stop has lost its pull request: another one is opened for it', () => {
  const state = failedByMachine()
  const cancelled = { plan: state.plan, execution: cancelGate(state, gateRules).execution }
  const revived = { plan: state.plan, execution: reviveGate(cancelled, gateRules).execution }

  const { execution, effects } = accept(revived, waived('AC-1'))

  expect(actionOf({ execution })).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending', pull_request: null })
  expect(effects.map((effect) => effect.kind)).toEqual(['post_verdict', 'open_task_pull_request'])
})

test('a merged version that passes once more after a stop is confirmed by the pull request it came with', () => {
  const passed = play(waitsForPerson(), approvedBy(bo))
  const merged = play(passed, mergeConfirmed(), { kind: 'retried', task: 'T1', by: ada })
  const cancelled = { plan: merged.plan, execution: cancelGate(merged, gateRules).execution }
  const revived = { plan: merged.plan, execution: reviveGate(cancelled, gateRules).execution }
  const rejected = play(revived, rejectedBy(bo))

  const { execution, effects } = accept(rejected, waived('AC-2'))

  expect(execution.nodes['T1']).toMatchObject({ merge: 'pending', pull_request: { open: false } })
  expect(effects).toContainEqual({ kind: 'merge_task', task: 'T1', artifact_id: artifactIdOf('T1', 'v1') })
})

test('a minor criterion for a person is asked about where it decides, and named where it is left out', () => {
  const minor = { ...manual, severity: 'minor' as const }
  const of = (...blockers: string[]) =>
    underReview(startGate(buildTask({ acceptance_criteria: [...blockers.map((id) => buildCriterion({ id })), minor] })))

  const asked = accept(of('AC-1'), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, forPerson))
  const leftOut = accept(
    of('AC-1', 'AC-3'),
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-3': 'pass' }, forPerson),
  )

  expect(checkOf(asked)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: {
      kind: 'judgement',
      what: expect.stringMatching(/of T1; it is minor, but without it the version scores less than 0\.8$/),
    },
  })
  expect(leftOut.execution.reviews).toMatchObject([
    {
      verdict: 'APPROVED',
      score: 1,
      why: [
        'AC-2 “`src/auth.ts` exists” was not judged, and is left out of the score.',
        'AC-1 “`src/auth.ts` exists”, AC-3 “`src/auth.ts` exists” held.',
      ],
    },
  ])
})

test('what nobody had judged when a person rejected as a whole is named, and was not left out of any score', () => {
  const state = play(underReview(startGate()), rejectedBy(bo))

  expect(state.execution.reviews.at(-1)?.why).toEqual([
    'the message is wrong',
    'AC-1 “src/task-1.ts exists” was not judged.',
  ])
})

test('grounds speak of several criteria in the plural', () => {
  const task = buildTask({
    acceptance_criteria: ['AC-1', 'AC-2'].map((id) => buildCriterion({ id, statement: 'It holds' })),
  })

  const state = play(underReview(startGate(task)), rejectedBy(bo))

  expect(state.execution.reviews.at(-1)?.why).toContain('AC-1 “It holds”, AC-2 “It holds” were not judged.')
})

test('a version that a person rejects as a whole says what they said, to change too, and scores nothing', () => {
  const state = play(done(startGate()), rejectedBy(bo))

  expect(state.execution.reviews.at(-1)).toMatchObject({
    verdict: 'REJECTED',
    score: 0,
    why: ['the message is wrong'],
    to_change: ['the message is wrong'],
  })
})

const AC3 = { ...manual, id: 'AC-3' }
const twoForPerson = () =>
  play(
    underReview(startGate(buildTask({ acceptance_criteria: [buildCriterion(), manual, AC3] }))),
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, [...forPerson, { criterion: 'AC-3', for: 'person' }]),
  )
const resultsOf = (state: ReturnType<typeof play>) =>
  (state.execution.reviews.at(-1)?.criteria ?? []).map(({ id, result }) => `${id} ${result}`)

test.each([
  ['named in the command', { why: 'no header', criteria: ['AC-2'] }],
  ['named in the text', { why: 'AC-2: there is no header' }],
  ['named beside one that is called good', { why: 'AC-2: no header. AC-3 is fine' }],
  ['the others being called good', { why: 'I miss a header, but AC-3 is fine' }],
])('a rejection judges the criterion that it is about and leaves the others open: %s', (_how, said) => {
  const state = play(twoForPerson(), { ...rejectedBy(bo), ...said })

  expect(resultsOf(state)).toEqual(['AC-1 pass', 'AC-2 fail', 'AC-3 none'])
  expect(state.execution.reviews.at(-1)).toMatchObject({
    verdict: 'REJECTED',
    to_change: [expect.stringContaining('AC-2')],
  })
})

test('a rejection that names what a machine found to hold says nothing of what people judge', () => {
  const state = play(twoForPerson(), { ...rejectedBy(bo), why: 'AC-1: not this file' } as GateEvent)

  expect(resultsOf(state)).toEqual(['AC-1 pass', 'AC-2 none', 'AC-3 none'])
  expect(state.execution.reviews.at(-1)).toMatchObject({ verdict: 'REJECTED', to_change: ['AC-1: not this file'] })
})

test.each([
  ['named in the command', { why: '', criteria: ['AC-3'] }],
  ['named in the text of a review', { why: 'AC-3 holds' }],
])('an approval of one criterion keeps the review waiting for the other: %s', (_how, said) => {
  const { execution, effects } = accept(twoForPerson(), { ...approvedBy(bo), ...said })

  expect(checkOf({ execution })).toMatchObject({
    state: 'WAITING_EXTERNAL',
    review_id: testUuid('review:c-v1'),
    waiting_for: { kind: 'judgement', what: expect.stringMatching(/AC-2(?!.*AC-3)/) },
  })
  expect(effects.map(({ kind }) => kind)).toEqual(['ask_reviewers'])
  const done = accept({ ...twoForPerson(), execution }, {
    ...approvedBy(ada),
    why: '',
    criteria: ['AC-2'],
  } as GateEvent)
  expect(resultsOf({ ...twoForPerson(), execution: done.execution })).toEqual(['AC-1 pass', 'AC-2 pass', 'AC-3 pass'])
  expect(actionOf(done).merge).toBe('pending')
})

test.each([
  ['a criterion that there is not', ['AC-9'], 'T1 has no criterion AC-9'],
  ['a criterion that a machine checks', ['AC-1'], 'AC-1 “`src/auth.ts` exists” of T1 is checked automatically'],
])('an approval that names %s is refused', (_what, criteria, why) => {
  expect(decideGate(twoForPerson(), { ...approvedBy(bo), criteria } as GateEvent, gateRules)).toMatchObject({
    kind: 'refused',
    silent: false,
    why: expect.stringContaining(why),
  })
})

test('an approval of one criterion does not lift what somebody found wanting; one of the whole version does', () => {
  const rejected = play(twoForPerson(), { ...rejectedBy(bo), criteria: ['AC-2'] } as GateEvent)

  expect(decideGate(rejected, { ...approvedBy(ada), criteria: ['AC-3'] } as GateEvent, gateRules)).toMatchObject({
    kind: 'refused',
    why: 'that version of T1 is rejected: AC-2 “`src/auth.ts` exists” does not hold, says @bo',
    next: '`/approve T1` approves all of it',
  })
  expect(actionOf(play(rejected, approvedBy(ada))).merge).toBe('pending')
})
