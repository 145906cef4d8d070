import { expect, test } from 'vitest'
import { unknownPerson } from '../../../../src/domain/records/artifact.ts'
import { decideGate } from '../../../../src/domain/gate/decide-gate.ts'
import type { GateEvent, GateRules } from '../../../../src/domain/gate/draft/gate-event.ts'
import { useOfTask } from '../../../../src/domain/records/receipts/spent-on-models.ts'
import {
  buildAgentReceipt,
  buildCriterion,
  buildModelUse,
  buildReceipt,
  buildTask,
  testSha,
  testUuid,
} from '../../../support/builders.ts'
import {
  accept,
  actionOf,
  ada,
  approvedBy,
  artifactIdOf,
  bo,
  checkOf,
  forPerson,
  gateRules,
  judgedTask,
  manual,
  mergeConfirmed,
  mergeConflicted,
  play,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  shaOf,
  startGate,
  underReview,
  versionPushed,
  rejectedBy,
} from '../../../support/gate/play-gate.ts'

const ci = buildCriterion({ id: 'AC-3', check_method: 'ci_check', checks: ['build'] })
const judged = () => startGate(judgedTask)
const withCi = () => startGate(buildTask({ acceptance_criteria: [buildCriterion(), ci] }))
const waitsForPerson = () =>
  play(underReview(judged()), reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-2': 'none' }, forPerson))
const waitsForCi = () =>
  play(
    underReview(withCi()),
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-3': 'none' }, [{ criterion: 'AC-3', for: 'ci' }]),
  )

test('CHECK READY | review starts → RUNNING, locks reviewed_artifact_id; later versions do not move it', () => {
  const before = play(startGate(), runStarted(), runYielded())

  const { execution, effects } = accept(before, reviewStarted('T1', 'c1'))

  const locked = { state: 'RUNNING', review_id: testUuid('review:c1'), reviewed_artifact_id: artifactIdOf('T1', 'v1') }
  expect(checkOf({ execution })).toMatchObject(locked)
  expect(effects).toEqual([
    { kind: 'review_version', task: 'T1', review_id: locked.review_id, artifact_id: artifactIdOf('T1', 'v1') },
  ])
  const pushed = play({ plan: before.plan, execution }, versionPushed('T1', 'p1'))
  expect(checkOf(pushed).superseded_review).toEqual({
    review_id: testUuid('review:c1'),
    artifact_id: artifactIdOf('T1', 'v1'),
  })
})

test('CHECK READY | a CHECK never waits for its ACTION to be DONE', () => {
  const state = play(startGate(), runStarted(), runYielded(), reviewStarted())

  expect(actionOf(state).state).toBe('READY_TO_CHECK')
  expect(checkOf(state).state).toBe('RUNNING')
})

test('CHECK RUNNING | reviewer fails or times out → READY, at the limit WAITING_EXTERNAL', () => {
  let state = play(startGate(), runStarted(), runYielded())
  const states = ['c1', 'c2', 'c3'].map((review) => {
    state = play(state, reviewStarted('T1', review), {
      kind: 'review_failed',
      task: 'T1',
      review_id: testUuid(`review:${review}`),
      reason: 'timed out',
    })
    return checkOf(state).state
  })

  expect(states).toEqual(['READY', 'READY', 'WAITING_EXTERNAL'])
  expect(checkOf(state).waiting_for?.what).toContain('timed out')
  expect(actionOf(state).attempts).toBe(0)
})

test('CHECK RUNNING | results for some, others wait for a person → WAITING_EXTERNAL, who is asked', () => {
  const reported = reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-2': 'none' }, [
    { criterion: 'AC-2', for: 'person' },
  ])

  const { execution, effects } = accept(underReview(judged()), reported)

  expect(checkOf({ execution })).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'judgement', who: ['bo'], what: 'judge AC-2 “`src/auth.ts` exists” of T1' },
  })
  expect(execution.reviews).toEqual([])
  expect(effects).toEqual([{ kind: 'ask_reviewers', task: 'T1', review_id: testUuid('review:c-v1'), who: ['bo'] }])
})

test('whoever pushed a version is not asked to judge it, since their word is refused', () => {
  const reported = reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-2': 'none' }, [
    { criterion: 'AC-2', for: 'person' },
  ])
  const pushedByBo = play(
    startGate(judgedTask),
    runStarted(),
    versionPushed('T1', 'v1', bo),
    reviewStarted('T1', 'c-v1'),
  )

  expect(checkOf(play(pushedByBo, reported)).waiting_for).toMatchObject({
    who: [],
    what: 'judge AC-2 “`src/auth.ts` exists” of T1; not @bo, who pushed it',
  })
})

test('CHECK RUNNING | others pending for CI → RUNNING with a deadline, and looks again when CI reports', () => {
  const before = waitsForCi()
  expect(checkOf(before)).toMatchObject({ state: 'RUNNING', deadline: '2026-11-21T05:00:00Z' })

  const { effects } = accept(before, { kind: 'ci_reported', task: 'T1', commit_sha: shaOf('T1', 'v1') })

  expect(effects).toMatchObject([{ kind: 'review_version', review_id: testUuid('review:c-v1') }])
  expect(decideGate(before, { kind: 'ci_reported', task: 'T1', commit_sha: testSha('other') }, gateRules).kind).toBe(
    'refused',
  )
})

test('CHECK RUNNING | CI reports while the review is looking → it looks once more, since it may have looked too early', () => {
  const reported = { kind: 'ci_reported', task: 'T1', commit_sha: shaOf('T1', 'v1') } as const
  const noted = play(underReview(withCi()), reported)
  expect(decideGate(noted, reported, gateRules).kind).toBe('refused')

  const { effects, execution } = accept(
    noted,
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-3': 'none' }, [{ criterion: 'AC-3', for: 'ci' }]),
  )

  expect(effects).toMatchObject([{ kind: 'review_version', review_id: testUuid('review:c-v1') }])
  expect(checkOf({ execution })).toMatchObject({ state: 'RUNNING', ci_news: false })
})

test('CHECK RUNNING | the deadline for CI passes → a person is asked; CI that reports late is still heard', () => {
  const overdue = play(waitsForCi(), { kind: 'ci_overdue', task: 'T1', review_id: testUuid('review:c-v1') })
  expect(checkOf(overdue)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'ci', who: ['bo'] },
    deadline: null,
  })

  const heard = play(overdue, { kind: 'ci_reported', task: 'T1', commit_sha: shaOf('T1', 'v1') })
  expect(checkOf(heard)).toMatchObject({ state: 'RUNNING', waiting_for: null })

  const late = play(heard, reviewReported('T1', 'c-v1', { 'AC-3': 'pass' }))

  expect(actionOf(late)).toMatchObject({ merge: 'pending', approved_artifact_id: artifactIdOf('T1', 'v1') })
})

test('CHECK | APPROVED, version still active → CHECK DONE, approved_artifact_id, READY_TO_CHECK with merge pending', () => {
  const { execution, effects } = accept(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }))

  expect(checkOf({ execution }).state).toBe('DONE')
  expect(actionOf({ execution })).toMatchObject({
    state: 'READY_TO_CHECK',
    merge: 'pending',
    approved_artifact_id: artifactIdOf('T1', 'v1'),
  })
  expect(execution.reviews).toMatchObject([
    { verdict: 'APPROVED', version: 1, score: 1, reviewed_artifact_id: artifactIdOf('T1', 'v1') },
  ])
  expect(effects.map((effect) => effect.kind)).toEqual(['post_verdict', 'merge_task'])
})

test('CHECK | APPROVED, but a newer version exists → approved_artifact_id set, the newer one still to be checked', () => {
  const newer = play(underReview(startGate()), versionPushed('T1', 'p1'))

  const state = play(newer, reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }))

  expect(actionOf(state)).toMatchObject({
    state: 'READY_TO_CHECK',
    merge: 'none',
    active_artifact_id: artifactIdOf('T1', 'p1'),
    approved_artifact_id: artifactIdOf('T1', 'v1'),
  })
  expect(checkOf(state).state).toBe('READY')
  expect(state.execution.reviews).toMatchObject([{ verdict: 'APPROVED', version: 1 }])
})

test('CHECK | APPROVED, but a newer version of the same bytes exists → the approval covers it', () => {
  const newer = play(underReview(startGate()), versionPushed('T1', 'p1', bo, 'v1'))

  const { execution, effects } = accept(newer, reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }))

  expect(actionOf({ execution })).toMatchObject({ merge: 'pending', approved_artifact_id: artifactIdOf('T1', 'v1') })
  expect(effects).toContainEqual({ kind: 'merge_task', task: 'T1', artifact_id: artifactIdOf('T1', 'p1') })
})

test('CHECK | APPROVED long after, of a version between, does not move the approval of a DONE task', () => {
  const first = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }), mergeConflicted())
  const between = play(first, versionPushed('T1', 'p2', bo), reviewStarted('T1', 'c2'), versionPushed('T1', 'p3', bo))
  const rejected = play(between, reviewStarted('T1', 'c3'), reviewReported('T1', 'c3', { 'AC-1': 'fail' }))
  const held = play(
    rejected,
    runStarted('T1', 'r4'),
    runYielded('T1', 'r4', 'v4', { bytes: 'v1' }),
    mergeConfirmed('T1', 'v4'),
  )

  const state = play(held, reviewReported('T1', 'c2', { 'AC-1': 'pass' }))

  expect(actionOf(state)).toMatchObject({ state: 'DONE', approved_artifact_id: artifactIdOf('T1', 'v1') })
})

test('CHECK | REJECTED → CHECK DONE, ACTION TO_BE_MODIFY, attempt counted', () => {
  const state = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

  expect(checkOf(state).state).toBe('DONE')
  expect(actionOf(state)).toMatchObject({ state: 'TO_BE_MODIFY', attempts: 1, approved_artifact_id: null })
  expect(state.execution.reviews).toMatchObject([
    {
      verdict: 'REJECTED',
      score: 0,
      why: ['AC-1 “src/task-1.ts exists” does not hold: AC-1: fail'],
      to_change: ['Make AC-1 hold: src/task-1.ts exists'],
    },
  ])
})

test('CHECK | REJECTED, at the limit WAITING_EXTERNAL', () => {
  let state = startGate()
  for (const version of ['v1', 'v2', 'v3']) {
    state = play(underReview(state, 'T1', version), reviewReported('T1', `c-${version}`, { 'AC-1': 'fail' }))
  }

  expect(actionOf(state)).toMatchObject({ state: 'WAITING_EXTERNAL', attempts: 3, waiting_for: { kind: 'decision' } })
})

test('any CHECK state | new version → READY (again), the next review has a new review_id', () => {
  const rejected = play(underReview(startGate()), reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

  const again = play(rejected, runStarted('T1', 'r2'), runYielded('T1', 'r2', 'v2'))

  expect(checkOf(again)).toMatchObject({ state: 'READY', review_id: null })
  expect(decideGate(again, reviewStarted('T1', 'c-v1'), gateRules)).toMatchObject({ kind: 'refused', silent: true })
  expect(checkOf(play(again, reviewStarted('T1', 'c-v2'))).review_id).toBe(testUuid('review:c-v2'))
})

test('what a person judged is kept while the machine still looks', () => {
  const early = play(underReview(judged()), approvedBy(bo))
  expect(actionOf(early).approved_artifact_id).toBeNull()

  const state = play(early, reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-2': 'none' }, forPerson))

  expect(actionOf(state).merge).toBe('pending')
  expect(state.execution.reviews[0]).toMatchObject({
    reviewer: 'rules, @bo',
    criteria: [{ id: 'AC-1' }, { id: 'AC-2', judge: 'bo' }],
  })
})

test('a judgement while CI has not reported lets the reviewer look again for the rest', () => {
  const both = startGate(buildTask({ acceptance_criteria: [buildCriterion(), manual, ci] }))
  const waiting = [
    { criterion: 'AC-2', for: 'person' as const },
    { criterion: 'AC-3', for: 'ci' as const },
  ]
  const asked = play(underReview(both), reviewReported('T1', 'c-v1', { 'AC-1': 'pass' }, waiting))

  const state = play(asked, approvedBy(bo))
  expect(checkOf(state)).toMatchObject({ state: 'READY', waiting_for: null })

  const looked = play(state, reviewStarted('T1', 'c2'), reviewReported('T1', 'c2', { 'AC-3': 'pass' }))
  expect(actionOf(looked).merge).toBe('pending')
})

test('the results of a review that is not under way are refused in silence', () => {
  const decision = decideGate(waitsForPerson(), reviewReported('T1', 'c9', { 'AC-1': 'pass' }), gateRules)

  expect(decision).toMatchObject({ kind: 'refused', silent: true })
})

test('whom the plan names as the reviewer of a CHECK is asked, and not those of the configuration', () => {
  const state = underReview(judged())
  const checks = state.plan.checks.map((check) => ({ ...check, reviewer: '@grace' }))

  const asked = play(
    { ...state, plan: { ...state.plan, checks } },
    reviewReported('T1', 'c-v1', { 'AC-1': 'pass', 'AC-2': 'none' }, forPerson),
  )

  expect(checkOf(asked).waiting_for).toMatchObject({ kind: 'judgement', who: ['grace'] })
})

/** What ada pushed is under review, and AC-2 is a person's to judge; ada approved the plan. */
function askAbout(may_judge?: string[], by = ada, rules: Partial<GateRules> = {}) {
  const pushed = play(judged(), versionPushed('T1', 'p1', by), reviewStarted('T1', 'c1'))
  const reported = reviewReported('T1', 'c1', { 'AC-1': 'pass' }, forPerson)
  const event = may_judge === undefined ? reported : ({ ...reported, judges: { may_judge } } as GateEvent)
  const { execution, effects } = accept(pushed, event, { ...gateRules, reviewers: ['ada'], ...rules })
  return { waits: checkOf({ execution }).waiting_for, asked: effects.flatMap((one) => ('who' in one ? one.who : [])) }
}

test.each<[string, string[] | undefined, string[], string[], RegExp]>([
  ['is not known', undefined, [], [], /; not @ada, who pushed it$/],
  ['are few others', ['Ada', 'bo', 'cy'], ['bo', 'cy'], ['bo', 'cy'], /^judge AC-2 .* of T1$/],
  ['are many', ['ada', 'bo', 'cy', 'dee', 'eve'], [], [], /; not @ada, who pushed it$/],
  [
    'is nobody else',
    ['ada'],
    ['ada'],
    [],
    /; only @ada may review here and pushed it: `review.allow_self: true` .*, or give somebody else write access$/,
  ],
])('whoever pushed it is not asked to judge it; who else may %s', (_which, may, who, requested, words) => {
  const { waits, asked } = askAbout(may)

  expect(waits).toMatchObject({ who, what: expect.stringMatching(words) })
  expect(asked).toEqual(requested)
})

test('who is configured to review is asked before others who may; whoever pushed it only where that is allowed', () => {
  const many = ['ada', 'bo', 'cy', 'dee', 'eve', 'flo']

  expect(askAbout(many, ada, { reviewers: ['ada', 'flo'] }).waits).toMatchObject({ who: ['flo'] })
  expect(askAbout(['ada'], ada, { allowSelf: true })).toMatchObject({
    waits: { who: ['ada'], what: expect.stringMatching(/ of T1$/) },
    asked: ['ada'],
  })
  expect(askAbout(undefined, ada, { allowSelf: true, reviewers: [] }).waits?.what).toMatch(/ of T1$/)
})

test('one is asked, an owner of what was changed first, then who has the fewest reviews open; who judged it stays', () => {
  const judges = {
    owners: ['ada', 'cy', 'dee'],
    may_judge: ['ada', 'bo', 'cy', 'dee'],
    open_requests: { cy: 3, dee: 1 },
  }
  const rules = { ...gateRules, reviewers: ['bo'], askAtMost: 1 }
  const ask = (state: ReturnType<typeof judged>, version: string, more: Partial<GateRules> = {}) => {
    const pushed = play(state, versionPushed('T1', version, ada), reviewStarted('T1', `c-${version}`))
    const reported = { ...reviewReported('T1', `c-${version}`, { 'AC-1': 'pass' }, forPerson), judges } as GateEvent
    const { execution } = accept(pushed, reported, { ...rules, ...more })
    return { plan: pushed.plan, execution, who: checkOf({ execution }).waiting_for?.who }
  }
  const first = ask(judged(), 'p1')
  const rejected = play(first, { ...rejectedBy(bo, 'T1', 'p1'), by: { login: 'cy', id: 77 } } as GateEvent)

  expect(first.who).toEqual(['dee'])
  expect(ask(judged(), 'p1', { away: ['dee'] }).who).toEqual(['cy'])
  expect(ask(judged(), 'p1', { away: ['dee', 'cy'] }).who).toEqual(['bo'])
  expect(ask(rejected, 'p2').who).toEqual(['cy'])
})

test('what nobody knows who pushed is to be pushed again before anybody is asked to judge it', () => {
  const { waits } = askAbout(['ada', 'bo'], unknownPerson)

  expect(waits).toMatchObject({ who: [], what: expect.stringContaining('so push to its branch again first') })
})

test('a review says what its version and itself had of models, and what a failed one spent counts for its task', () => {
  const spent = buildModelUse({ calls: 1, cost_usd: null, unpriced: 1 })
  const receipt = (review: string) =>
    buildReceipt(judgedTask, {
      run_id: testUuid(`review:${review}`),
      outcome: 'reviewed',
      agent: buildAgentReceipt(spent),
    })
  const failed = play(
    startGate(judgedTask),
    runStarted(),
    runYielded(),
    reviewStarted('T1', 'c0'),
    {
      kind: 'review_failed',
      task: 'T1',
      review_id: testUuid('review:c0'),
      reason: 'no answer',
      receipt: receipt('c0'),
    },
    reviewStarted('T1', 'c1'),
  )

  const more = { receipt: receipt('c1') }
  const { execution } = play(failed, reviewReported('T1', 'c1', { 'AC-1': 'fail', 'AC-2': 'pass' }, [], more))

  expect(execution.reviews[0]?.spent).toEqual({ version: buildModelUse(), review: spent })
  expect(useOfTask(execution, 'T1')).toMatchObject({ calls: 5, cost_usd: 0.2, unpriced: 2 })
})

test('a review that a person gives of what a person made says nothing of models', () => {
  const state = play(startGate(judgedTask), runStarted(), versionPushed('T1', 'p1'), approvedBy(bo, 'T1', 'p1'))

  expect(state.execution.reviews.map((review) => review.spent)).toEqual(state.execution.reviews.map(() => undefined))
})

test('what a model thinks of a version stands in its review, and who judges after it is named beside it', () => {
  const started = play(startGate(judgedTask), runStarted(), runYielded(), reviewStarted('T1', 'c1'))
  const artifact_id = started.execution.artifacts[0]?.artifact_id ?? ''
  const opinion = { by: 'model-1', artifact_id, score: 0.4, advice: ['Less is more.'], doubts: [] }
  const receipt = buildReceipt(judgedTask, { run_id: testUuid('review:c1'), outcome: 'reviewed', opinion })
  const ofAnother = { ...opinion, artifact_id: testUuid('another'), by: 'model-2' }
  const other = { ...receipt, opinion: ofAnother }

  const judged = play(started, reviewReported('T1', 'c1', { 'AC-1': 'pass', 'AC-2': 'pass' }, [], { receipt }))
  const strange = play(started, reviewReported('T1', 'c1', { 'AC-1': 'pass', 'AC-2': 'pass' }, [], { receipt: other }))

  expect(judged.execution.reviews[0]).toMatchObject({ opinion, reviewer: 'rules, model-1', score: 1 })
  expect(strange.execution.reviews[0]).toMatchObject({ reviewer: 'rules' })
  expect(strange.execution.reviews[0]).not.toHaveProperty('opinion')
})
