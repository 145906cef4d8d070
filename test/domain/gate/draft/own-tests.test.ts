import { expect, test } from 'vitest'
import { decideGate } from '../../../../src/domain/gate/decide-gate.ts'
import { owedTests } from '../../../../src/domain/loop/owed-tests.ts'
import { buildTask, buildValidation, testSha, testUuid } from '../../../support/builders.ts'
import { buildHypothesis } from '../../../support/loop/build-skill-state.ts'
import {
  accept,
  actionOf,
  ada,
  approvedBy,
  artifactIdOf,
  bo,
  checkOf,
  gateRules,
  play,
  reviewReported,
  reviewStarted,
  runStarted,
  runYielded,
  startGate,
  versionOf,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const tested = buildTask({ test: { commands: ['npm test'], unit: [], integration: [] } })
const failing = buildValidation({ passed: false, summary: '1 of 2 tests passed', validation_id: testUuid('failing') })
const passing = buildValidation({ validation_id: testUuid('passing') })
const underReview = () => play(startGate(tested), versionPushed('T1', 'p1'), reviewStarted('T1', 'c1'))

test('CHECK RUNNING | its own tests fail on what a person pushed → no verdict, that person is asked for a better push', () => {
  const { execution, effects } = accept(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect(actionOf({ execution })).toMatchObject({
    state: 'WAITING_EXTERNAL',
    attempts: 1,
    reason: 'its own tests failed on version 1: 1 of 2 tests passed',
    waiting_for: { kind: 'push', who: ['ada'] },
  })
  expect(checkOf({ execution })).toMatchObject({ state: 'PENDING', review_id: null })
  expect(execution.reviews).toEqual([])
  expect(execution.validations).toMatchObject([
    { task: 'T1', artifact_id: artifactIdOf('T1', 'p1'), passed: false, at: gateRules.at },
  ])
  expect(effects).toEqual([{ kind: 'post_failed_tests', task: 'T1', validation_id: testUuid('failing') }])
})

test('CHECK RUNNING | its own tests pass on what a person pushed → the verdict follows from its criteria', () => {
  const report = reviewReported('T1', 'c1', { 'AC-1': 'pass' }, [], { validation: passing })

  const state = play(underReview(), report)

  expect(actionOf(state)).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending' })
  expect(state.execution.validations).toMatchObject([{ artifact_id: artifactIdOf('T1', 'p1'), passed: true }])
})

test('another push after tests that failed goes to its CHECK', () => {
  const failed = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))

  const state = play(failed, versionPushed('T1', 'p2'))

  expect([actionOf(state).state, checkOf(state).state]).toEqual(['READY_TO_CHECK', 'READY'])
})

test('an approval that was given while the tests ran does not outlive their failure', () => {
  const approved = play(underReview(), approvedBy(bo, 'T1', 'p1'))

  const state = play(approved, reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect(actionOf(state)).toMatchObject({ state: 'WAITING_EXTERNAL', merge: 'none', approved_artifact_id: null })
  expect(checkOf(state).partial).toEqual([])
})

test('an approval does not lift tests that failed', () => {
  const failed = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect(decideGate(failed, approvedBy(bo, 'T1', 'p1'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: false,
    why: 'the tests of version 1 of T1 failed, and an approval does not change that',
  })
})

test('who pushed what failed its tests is told to push a better version, not who else may approve it', () => {
  const failed = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect(decideGate(failed, approvedBy(ada, 'T1', 'p1'), gateRules)).toMatchObject({
    kind: 'refused',
    silent: false,
    why: 'the tests of version 1 of T1 failed, and an approval does not change that',
    next: 'push a better version',
  })
})

test('a merge by hand of what failed its tests is held against the tests, also where its author merged', () => {
  const failed = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))
  const merge = { sha: testSha('by hand'), before: testSha('integration') }
  const artifact = versionOf('T1', 'p1', 'p1', { kind: 'person', ...ada })
  const told = { merge_sha: merge.sha, may_waive: true, faults: [], review_id: testUuid('by hand') }

  const state = play(failed, { kind: 'pull_request_merged', task: 'T1', artifact, merge, by: ada, ...told })

  expect(actionOf(state).reason).toBe('its own tests failed, and merging does not change that')
})

test('whoever pushed what failed by chance is told how its tests run again', () => {
  const flaky = buildValidation({
    ...failing,
    hypotheses: [buildHypothesis({ status: 'inconclusive', evidence: { flaky: true } })],
  })

  const state = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: flaky }))

  expect(actionOf(state).waiting_for?.what).toContain('an empty commit will do')
})

test('what tests find on a version that was replaced meanwhile counts for nothing', () => {
  const replaced = play(underReview(), versionPushed('T1', 'p2'))

  const state = play(replaced, reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect([actionOf(state).state, checkOf(state).state]).toEqual(['READY_TO_CHECK', 'READY'])
  expect(state.execution.validations).toEqual([])
})

test('a review that was left behind by its failure reports in vain', () => {
  const failed = play(underReview(), reviewReported('T1', 'c1', {}, [], { validation: failing }))

  expect(decideGate(failed, reviewReported('T1', 'c1', { 'AC-1': 'pass' }), gateRules)).toMatchObject({
    kind: 'refused',
    silent: true,
  })
})

test('the check run of a version whose tests failed in its run is owed as well', () => {
  const running = play(startGate(tested), runStarted())

  const { effects } = accept(running, runYielded('T1', 'r1', 'v1', { validation: failing }))

  expect(effects).toEqual([{ kind: 'post_failed_tests', task: 'T1', validation_id: testUuid('failing') }])
})

test('however often a person pushes what fails, the rounds of the agents are all left', () => {
  const pushes = Array.from({ length: 10 }, (_, index) => [
    versionPushed('T1', `p${index}`),
    reviewStarted('T1', `c${index}`),
    reviewReported('T1', `c${index}`, {}, [], { validation: { ...failing, validation_id: testUuid(`f${index}`) } }),
  ])
  const retried = play(startGate(tested), ...pushes.flat(), { kind: 'retried', task: 'T1', by: bo }, runStarted())

  const { execution } = accept(retried, runYielded('T1', 'r1', 'v1', { validation: failing }))

  expect(actionOf({ execution })).toMatchObject({ state: 'TO_BE_MODIFY', attempts: 1 })
})

test('tests that passed before the reviewer failed are not owed any more', () => {
  const review_id = testUuid('review:c1')

  const state = play(underReview(), {
    kind: 'review_failed',
    task: 'T1',
    review_id,
    reason: 'CI can not be read',
    validation: passing,
  })

  const [version] = state.execution.artifacts
  if (version === undefined) throw new Error('nothing was pushed')
  expect(checkOf(state)).toMatchObject({ state: 'READY', attempts: 1 })
  expect(owedTests(state.execution, tested, version)).toEqual([])
})

test('tests are owed for what a person pushed, until they passed on it', () => {
  const pushed = play(startGate(tested), versionPushed('T1', 'p1'))
  const [version] = pushed.execution.artifacts
  if (version === undefined) throw new Error('nothing was pushed')
  const passed = play(underReview(), reviewReported('T1', 'c1', { 'AC-1': 'pass' }, [], { validation: passing }))
  const ofExecutor = { ...version, by: { kind: 'executor' as const, name: 'shell' } }

  expect(owedTests(pushed.execution, tested, version)).toEqual(['npm test'])
  expect(owedTests(passed.execution, tested, version)).toEqual([])
  expect(owedTests(pushed.execution, tested, ofExecutor)).toEqual([])
})

test('what debugging found is of when it was found, the tests before it of when the version was made', () => {
  const found = buildValidation({ passed: false, hypotheses: [buildHypothesis()] })

  const { execution } = play(startGate(tested), runStarted(), runYielded('T1', 'r1', 'v1', { validation: found }))

  expect(execution.validations[0]?.at).toBe(execution.artifacts[0]?.created_at)
  expect(execution.analyses[0]?.at).toBe(gateRules.at)
  expect(gateRules.at).not.toBe(execution.artifacts[0]?.created_at)
})
