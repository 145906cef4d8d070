import { describe, expect, test } from 'vitest'
import type { Validation } from '../../../src/domain/loop/validation.ts'
import type { Work } from '../../../src/domain/work/work.ts'
import type { WorkEvent } from '../../../src/domain/work/work-event.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import { buildConfiguration, buildTask, buildValidation, testSha, testUuid } from '../../support/builders.ts'
import {
  acceptWork,
  at,
  buildContext,
  comment,
  owedOf,
  playWork,
  recordOf,
  repliesOf,
  working,
} from '../../support/play-work.ts'
import { answerEffect } from '../../support/settle-work.ts'

const tasks = [
  buildTask({ id: 'T1', test: { commands: ['npm test'], unit: [], integration: [] } }),
  buildTask({ id: 'T2', depends_on: ['T1'] }),
]
const context = (maxIterations = 10) =>
  buildContext({ configuration: buildConfiguration({ run: { max_iterations: maxIterations } }) })

/** All that is owed is done, but for the tests of the plan. */
function settleToTests(start: Work, using = context()): Work {
  let work = start
  for (let step = 0; step < 60; step += 1) {
    const owed = recordOf(work).outbox.find(({ action }) => action.kind !== 'validate_plan')
    const event = owed && answerEffect(work, owed, `v${step}`, tasks)
    if (event === undefined) return work
    const decision = decideWork(work, event, using)
    if (decision.kind === 'accepted') work = decision.work
  }
  throw new Error('it does not come to rest')
}

const allDone = (using = context()) => settleToTests(working(using, { tasks }), using)

function validated(work: Work, validation: Validation, guilty: string | null = null, tree = 'tree'): WorkEvent {
  const owed = recordOf(work).outbox.find(({ action }) => action.kind === 'validate_plan')
  if (owed?.action.kind !== 'validate_plan') throw new Error('no validation is owed')
  const { commit_sha } = owed.action
  return at({ kind: 'plan_validated', op: owed.op, commit_sha, tree_sha: testSha(tree), validation, guilty })
}

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

  test('a result for a head that is not the newest any more changes nothing', () => {
    const work = allDone()
    const event = { ...validated(work, buildValidation()), commit_sha: testSha('an older head') }

    expect(decideWork(work, event as WorkEvent, context())).toMatchObject({ kind: 'accepted' })
    expect(acceptWork(work, event as WorkEvent, context()).work.execution?.validations).toEqual([])
  })
})
