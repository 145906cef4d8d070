import { expect, test } from 'vitest'
import { CountersignFault, type FaultCode } from '../../../../src/application/fault.ts'
import { ModelOutage } from '../../../../src/application/model-outage.ts'
import { useOfReceipt } from '../../../../src/domain/records/receipts/spent-on-models.ts'
import { buildModelReceipt } from '../../../support/agents/fake-language-model.ts'
import { performRunEffect } from '../../../../src/application/perform/runs/perform-run-effect.ts'
import type { GateEvent } from '../../../../src/domain/gate/draft/gate-event.ts'
import { buildTestOutcome } from '../../../support/runs/build-test-outcome.ts'
import {
  buildConfiguration,
  buildCriterion,
  buildReceipt,
  buildRecord,
  buildTask,
  testSha,
} from '../../../support/builders.ts'
import { Machine, repository } from '../../../support/fakes/machine.ts'
import {
  artifactIdOf,
  checkOf,
  play,
  reviewStarted,
  startGate,
  versionPushed,
} from '../../../support/gate/play-gate.ts'

const task = buildTask({
  test: { commands: ['npm test'], unit: [], integration: [] },
  acceptance_criteria: [buildCriterion({ check_method: 'ci_check', checks: ['build'] })],
})
const state = play(startGate(task), versionPushed('T1', 'p1'), reviewStarted('T1', 'c1'))

/** Reviews what a person pushed; CI can't be read so often. */
async function review(
  faults: number,
  code: FaultCode = 'github_unavailable',
): Promise<{ kind: string | undefined; gate: GateEvent | undefined; runs: string[] }> {
  const machine = new Machine()
  const runs: string[] = []
  machine.workspace.test = (command) => {
    runs.push(command)
    return buildTestOutcome()
  }
  let left = faults
  machine.ports.ci = {
    readResults: () => {
      left -= 1
      const away = new CountersignFault(code, 'GitHub is away', '')
      return left >= 0 ? Promise.reject(away) : Promise.resolve([])
    },
  }
  const place = {
    repository,
    work: { record: buildRecord(), ...state, loop: null },
    configuration: machine.store.configuration,
    defaultBranch: { name: 'main', sha: testSha('main') },
  }
  const review_id = checkOf(state).review_id ?? ''
  const action = { kind: 'review_version' as const, task: 'T1', review_id, artifact_id: artifactIdOf('T1', 'p1') }
  const owed = { op: 'ISS-007/9', since: '2026-11-21T03:12:00Z', action }
  const how = { signal: new AbortController().signal, isUntried: true, deferrals: 0 }
  const outcome = await performRunEffect(machine.ports, place, owed, how)
  const body = Array.isArray(outcome) ? outcome.at(-1) : outcome
  return { kind: body?.kind, gate: body?.kind === 'gate' ? body.gate : undefined, runs }
}

test('tests of what a person pushed run once, however often CI can not be read after them', async () => {
  const { gate, runs } = await review(5)

  expect(runs).toEqual(['npm test'])
  expect(gate).toMatchObject({ kind: 'review_reported', validation: { passed: true } })
})

test('a review that CI is away for longer from is deferred', async () => {
  const { kind, runs } = await review(8)

  expect([kind, runs]).toEqual(['deferred', ['npm test']])
})

test('a review that gives up on CI reports the tests that passed, so that the next one has not to run them', async () => {
  const { gate, runs } = await review(8, 'half_done')

  expect(runs).toEqual(['npm test'])
  expect(gate).toMatchObject({ kind: 'review_failed', reason: 'GitHub is away', validation: { passed: true } })
})

test.each([
  ['whoever pushed it', {}, ['ada', 'bo']],
  ['nobody where people may judge their own', { allow_self: true }, undefined],
])('who may judge what a person pushed is looked up beside %s', async (_who, more, expected) => {
  const machine = new Machine()
  machine.roles.set('bo', 'write').set('eve', 'read')
  machine.review = () =>
    Promise.resolve({ results: [], waiting: [{ criterion: 'AC-1', for: 'person', why: 'a person judges this' }] })
  const configuration = buildConfiguration({ review: more })
  const judged = play(startGate(), versionPushed('T1', 'p1'), reviewStarted('T1', 'c1'))
  const place = {
    repository,
    work: { record: buildRecord(), ...judged, loop: null },
    configuration,
    defaultBranch: { name: 'main', sha: testSha('main') },
  }
  const review_id = checkOf(judged).review_id ?? ''
  const action = { kind: 'review_version' as const, task: 'T1', review_id, artifact_id: artifactIdOf('T1', 'p1') }
  const owed = { op: 'ISS-007/9', since: '2026-11-21T03:12:00Z', action }

  const outcome = await performRunEffect(machine.ports, place, owed, {
    signal: new AbortController().signal,
    isUntried: true,
    deferrals: 0,
  })

  const body = Array.isArray(outcome) ? outcome.at(-1) : undefined
  const gate = body?.kind === 'gate' && body.gate.kind === 'review_reported' ? body.gate : undefined
  expect(gate?.judges?.may_judge).toEqual(expected)
})

test.each([
  ['has an answer after two outages', 2, 'review_reported', 3],
  ['is given up', 8, 'review_failed', 8],
])('what a review by a model asked in vain is in its receipt, where it %s', async (_how, outages, kind, calls) => {
  const machine = new Machine()
  const { agent: _agent, ...plain } = buildReceipt(task, { outcome: 'reviewed' })
  const receipt = { ...plain, questions: [buildModelReceipt('reviewer')] }
  let left = outages
  machine.review = () => {
    left -= 1
    if (left >= 0) return Promise.reject(new ModelOutage('502', buildModelReceipt('reviewer').use, receipt))
    return Promise.resolve({ results: [], waiting: [], receipt })
  }
  const judged = play(startGate(), versionPushed('T1', 'p1'), reviewStarted('T1', 'c1'))
  const place = {
    repository,
    work: { record: buildRecord(), ...judged, loop: null },
    configuration: machine.store.configuration,
    defaultBranch: { name: 'main', sha: testSha('main') },
  }
  const review_id = checkOf(judged).review_id ?? ''
  const action = { kind: 'review_version' as const, task: 'T1', review_id, artifact_id: artifactIdOf('T1', 'p1') }

  const outcome = await performRunEffect(
    machine.ports,
    place,
    { op: 'ISS-007/9', since: '2026-11-21T03:12:00Z', action },
    { signal: new AbortController().signal, isUntried: true, deferrals: 0 },
  )

  const body = Array.isArray(outcome) ? outcome.at(-1) : undefined
  const gate = body?.kind === 'gate' ? body.gate : undefined
  expect(gate?.kind).toBe(kind)
  const kept = gate !== undefined && 'receipt' in gate ? gate.receipt : undefined
  expect(kept == null ? null : useOfReceipt(kept)).toMatchObject({ calls, models: ['model-1'] })
})
