import { describe, expect, test } from 'vitest'
import { allProgressFiles } from '../../../src/application/state/loop-files.ts'
import { loopPaths } from '../../../src/domain/loop/loop-paths.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { WorkEvent } from '../../../src/domain/work/draft/work-event.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import { buildConfiguration, buildTask, buildValidation, testSha, testUuid } from '../../support/builders.ts'
import { buildHypothesis } from '../../support/loop/build-skill-state.ts'
import {
  acceptWork,
  at,
  buildContext,
  comment,
  owedOf,
  playWork,
  recordOf,
  repliesOf,
  startedAt,
  working,
} from '../../support/work/play-work.ts'
import { answerEffect, validated } from '../../support/work/settle-work.ts'

const tasks = [
  buildTask({ id: 'T1', test: { commands: ['npm test'], unit: [], integration: [] } }),
  buildTask({ id: 'T2', depends_on: ['T1'] }),
]
const context = (maxIterations = 10, commands: string[] = []) =>
  buildContext({
    configuration: buildConfiguration({ run: { max_iterations: maxIterations, test_commands: commands } }),
  })

/** All that is owed is done, but for the tests of the plan. */
function settleToTests(start: Work, using = context(), of = tasks): Work {
  let work = start
  for (let step = 0; step < 60; step += 1) {
    const owed = recordOf(work).outbox.find(({ action }) => action.kind !== 'validate_plan')
    const event = owed && answerEffect(work, owed, `v${step}`, of)
    if (event === undefined) return work
    const decision = decideWork(work, event, using)
    if (decision.kind === 'accepted') work = decision.work
  }
  throw new Error('it does not come to rest')
}

const bareTasks = [buildTask({ id: 'T1' })]
/** All DONE, with no tests but those of the configuration. */
const bare = () =>
  settleToTests(working(context(10, ['npm test']), { tasks: bareTasks }), context(10, ['npm test']), bareTasks)
const testsPassed = (work: Work) => work.execution?.execution_result.tests_passed

const allDone = (using = context()) => settleToTests(working(using, { tasks }), using)

const failing = (name = 'adds up', round = 1) =>
  buildValidation({
    passed: false,
    failed_tests: [name],
    validation_id: testUuid(`validation ${round}`),
    analysis_id: testUuid(`analysis ${round}`),
  })

describe('the tests of the plan', () => {
  test('are owed once all tasks are DONE, and the final pull request waits for them', () => {
    const work = allDone()

    expect(owedOf(work, 'validate_plan')).toMatchObject([{ commit_sha: work.execution?.execution_result.commit_hash }])
    expect(owedOf(work, 'open_final')).toEqual([])
    expect(work.loop?.skill_state?.current_action).toBe('validate')
  })

  test('passed, they let it complete, and the loop says what ran', () => {
    const done = settleToTests(acceptWork(allDone(), validated(allDone(), buildValidation()), context()).work)

    expect(recordOf(done).phase).toBe('completed')
    expect(done.loop).toMatchObject({
      status: 'completed',
      current_iteration: 1,
      skill_state: {
        current_action: 'complete',
        validate: { passed: true, pass_rate: 100, test_results: [{ test_name: 'adds up' }] },
      },
    })
  })

  test('failed, they send the task to blame back to work in another round', () => {
    const { work } = acceptWork(allDone(), validated(allDone(), failing(), 'T1'), context())

    expect(work.execution?.nodes['T1']?.state).toBe('RUNNING')
    expect(work.execution?.nodes['T2']?.state).toBe('PENDING')
    expect(work.loop).toMatchObject({
      status: 'running',
      current_iteration: 2,
      skill_state: { validate: { passed: false, failed_tests: ['adds up'] } },
    })
  })

  test('the same failures on the same files are no progress: a person is asked', () => {
    const first = settleToTests(acceptWork(allDone(), validated(allDone(), failing(), 'T1'), context()).work)

    const { work } = acceptWork(first, validated(first, failing('adds up', 2), 'T1'), context())

    expect(work.execution?.nodes['T1']).toMatchObject({
      state: 'WAITING_EXTERNAL',
      waiting_for: { kind: 'decision', what: expect.stringContaining('no progress') },
    })
  })

  test('other failures are progress, until the last round that is allowed', () => {
    const using = context(2)
    const start = allDone(using)
    const second = settleToTests(acceptWork(start, validated(start, failing(), 'T1'), using).work, using)

    const { work } = acceptWork(second, validated(second, failing('takes away', 2), 'T2', 'other tree'), using)

    expect(work.execution?.nodes['T2']).toMatchObject({
      state: 'WAITING_EXTERNAL',
      waiting_for: { what: expect.stringContaining('2 iterations') },
    })
  })

  test('where no task is to blame the work is paused with what to do, and /resume runs them again', () => {
    const paused = acceptWork(allDone(), validated(allDone(), failing()), context()).work

    expect(recordOf(paused).paused).toMatchObject({ by: 'countersign', why: expect.stringContaining('npm test') })
    expect(repliesOf(paused)).toContainEqual(expect.objectContaining({ kind: 'work_failed' }))
    expect(owedOf(paused, 'validate_plan')).toEqual([])

    const resumed = playWork(paused, context(), comment([{ kind: 'resume' }]))

    expect(owedOf(resumed, 'validate_plan')).toHaveLength(1)
  })

  test('tests_passed is what they came to at that head, and nothing where none ran there', () => {
    const passed = acceptWork(allDone(), validated(allDone(), buildValidation()), context()).work
    const failed = acceptWork(allDone(), validated(allDone(), failing()), context()).work
    const redone = settleToTests(acceptWork(allDone(), validated(allDone(), failing(), 'T1'), context()).work)
    const untested = playWork(working(), buildContext())

    expect([allDone(), passed, failed, redone, untested].map(testsPassed)).toEqual([
      undefined,
      true,
      false,
      undefined,
      undefined,
    ])
    expect(passed.loop?.skill_state?.validate.passed).toBe(true)
    expect(recordOf(passed).phase).toBe('working')
  })

  test('work without any test completes with its reviews as validation, and claims no tests', () => {
    const plain = [buildTask({ id: 'T1' })]

    const done = settleToTests(working(context(), { tasks: plain }), context(), plain)

    expect(recordOf(done).phase).toBe('completed')
    expect(testsPassed(done)).toBeUndefined()
    expect(done.loop?.skill_state?.validate.passed).toBe(true)
  })

  test('what failed is not completed where its commands are taken away: a person is asked', () => {
    const paused = acceptWork(bare(), validated(bare(), failing()), context(10, ['npm test'])).work

    const resumed = playWork(paused, context(), comment([{ kind: 'resume' }]))

    expect(recordOf(resumed)).toMatchObject({ phase: 'working', paused: { by: 'countersign' } })
    expect(repliesOf(resumed)).toContainEqual(
      expect.objectContaining({ next: expect.stringContaining('/waive tests <why>') }),
    )
  })

  test('waived by name they let it complete, and the records say so', () => {
    const paused = acceptWork(bare(), validated(bare(), failing()), context(10, ['npm test'])).work

    const waived = playWork(paused, context(), comment([{ kind: 'waive_tests', why: 'a known fault' }]))
    const done = settleToTests(waived, context(), bareTasks)

    expect(repliesOf(waived)).toContainEqual({
      kind: 'carried_out',
      what: 'The tests that failed are let go in your name',
    })
    expect(done.execution?.test_waivers).toMatchObject([{ test: 'adds up', by: 'ada', why: 'a known fault' }])
    expect([recordOf(done).phase, testsPassed(done)]).toEqual(['completed', false])
  })

  test('waived while their commands are there, all commands run again, without those tests', () => {
    const paused = acceptWork(allDone(), validated(allDone(), failing()), context()).work

    const waived = playWork(paused, context(), comment([{ kind: 'waive_tests', why: 'a known fault' }]))
    const again = acceptWork(waived, validated(waived, failing('adds up', 2)), context()).work
    const other = acceptWork(waived, validated(waived, failing('takes away', 2)), context()).work

    expect(recordOf(settleToTests(again)).phase).toBe('completed')
    expect(settleToTests(again).loop?.skill_state).toMatchObject({
      debug: { hypotheses: [] },
      validate: { passed: true, failed_tests: [], test_results: [{ status: 'skipped' }] },
    })
    expect(testsPassed(again)).toBe(false)
    expect(recordOf(other).paused).not.toBeNull()
  })

  test('waiving them lifts the pause for them alone: a lost branch, `/pause` and a pause of an old record stay', () => {
    const paused = acceptWork(allDone(), validated(allDone(), failing()), context()).work
    const branch = 'countersign/ISS-007/1/base'
    const lost = at({ kind: 'branch_lost', branch, how: 'force-pushed', by: null })
    const waive = comment([{ kind: 'waive_tests', why: 'a known fault' }])
    const old = { ...recordOf(paused), paused: { by: 'countersign', at: startedAt, why: 'paused: it was so' } }

    const both = playWork(paused, context(), lost, comment([{ kind: 'pause' }]))
    const waived = playWork(both, context(), waive)

    expect(recordOf(both).paused).toMatchObject({ cause: 'tests', more: [{ cause: 'branch' }, { cause: 'asked' }] })
    expect(recordOf(waived).paused).toMatchObject({ cause: 'branch', more: [{ cause: 'asked', by: 'ada' }] })
    expect(waived.loop?.status).toBe('paused')
    expect(owedOf(waived, 'validate_plan')).toEqual([])
    expect(recordOf(playWork(waived, context(), comment([{ kind: 'resume' }]))).paused).toBeNull()
    expect(recordOf(playWork({ ...paused, record: old }, context(), waive)).paused).not.toBeNull()
  })

  test('there is nothing to waive where no test of the plan failed', () => {
    const waived = playWork(allDone(), context(), comment([{ kind: 'waive_tests', why: 'no' }]))

    expect(repliesOf(waived)).toContainEqual(
      expect.objectContaining({ kind: 'refused', why: 'no test of the plan has failed' }),
    )
  })

  test('a loop that begins after a stop counts its own rounds, actions and hypotheses', () => {
    const using = context(2)
    const hypothesis = buildHypothesis({ status: 'rejected' })
    const failed = acceptWork(
      allDone(using),
      validated(allDone(using), { ...failing(), hypotheses: [hypothesis] }, 'T1'),
      using,
    ).work
    const stopped = playWork(failed, using, comment([{ kind: 'stop', why: '' }]))

    const again = playWork(stopped, using, comment([{ kind: 'approve_plan', hash: null }]))

    expect(failed.loop).toMatchObject({ current_iteration: 2, skill_state: { debug: { hypotheses_count: 1 } } })
    expect(again.loop).toMatchObject({
      current_iteration: 1,
      skill_state: {
        completed_actions: ['action-init'],
        debug: { hypotheses: [], iteration: 0, last_analysis_at: null },
      },
    })
    expect(again.loop?.loop_id).not.toBe(failed.loop?.loop_id)
    expect(allProgressFiles(again).get(loopPaths(again.loop?.loop_id ?? '').changesLog)).toBeUndefined()
  })

  test('a result for a head that is not the newest any more changes nothing', () => {
    const work = allDone()
    const event = { ...validated(work, buildValidation()), commit_sha: testSha('an older head') }

    expect(decideWork(work, event as WorkEvent, context())).toMatchObject({ kind: 'accepted' })
    expect(acceptWork(work, event as WorkEvent, context()).work.execution?.validations).toEqual([])
  })
})
