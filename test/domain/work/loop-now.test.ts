import { describe, expect, test } from 'vitest'
import type { Work } from '../../../src/domain/records/work.ts'
import type { GateEvent } from '../../../src/domain/gate/draft/gate-event.ts'
import { buildHypothesis } from '../../support/loop/build-skill-state.ts'
import { buildArtifact, buildReceipt, buildTask, buildValidation, testUuid } from '../../support/builders.ts'
import { acceptWork, at, buildContext, comment, playWork, recordOf, working } from '../../support/work/play-work.ts'
import { settleWorkByWorld } from '../../support/work/settle-work.ts'

const context = buildContext()
const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' })]
const skillOf = (work: Work) => work.loop?.skill_state
const actionOf = (work: Work) => skillOf(work)?.current_action
const play = (work: Work, ...events: GateEvent[]) =>
  events.reduce((now, gate) => playWork(now, context, at({ kind: 'gate', op: null, by: null, on: null, gate })), work)

/** As `working`, its integration branch opened. */
function begun(parallel?: typeof tasks): Work {
  const work = working(context, { tasks: parallel ?? [buildTask({ id: 'T1' })] })
  const op = recordOf(work).outbox.find(({ action }) => action.kind === 'open_base')?.op ?? ''
  return playWork(work, context, at({ kind: 'effect_done', op }))
}

function runOf(work: Work, task = 'T1'): string {
  const node = work.execution?.nodes[task]
  return node?.kind === 'ACTION' ? (node.run?.run_id ?? '') : ''
}

function yielded(work: Work, version = 1, passed = true): GateEvent {
  const run_id = runOf(work)
  const task = work.plan?.tasks[0] ?? buildTask()
  const validation = buildValidation({
    passed,
    validation_id: testUuid(`validation ${version}`),
    analysis_id: testUuid(`analysis ${version}`),
    hypotheses: passed ? [] : [buildHypothesis({ status: 'confirmed' })],
  })
  const { task: _task, task_id: _id, version: _version, ...artifact } = buildArtifact(task, { version, run_id })
  return {
    kind: 'run_yielded',
    task: 'T1',
    run_id,
    artifact,
    pull_request: 12,
    validation,
    receipt: buildReceipt(task, { run_id }),
  }
}

describe('the current action', () => {
  test('is develop from the approval on: that the integration branch was made is written with what comes next', () => {
    expect([actionOf(working(context)), actionOf(begun())]).toEqual(['develop', 'develop'])
  })

  test('is debug while a task undoes what debugging found, and validate while its version is reviewed', () => {
    const work = begun()
    const failed = play(work, yielded(work, 1, false))
    const mended = play(failed, yielded(failed, 2))

    expect(actionOf(failed)).toBe('debug')
    expect(actionOf(mended)).toBe('validate')
  })

  test('is none while a person is waited for, none once it was stopped, and stays under a pause', () => {
    const work = begun()
    const stuck = play(work, {
      kind: 'run_failed',
      task: 'T1',
      run_id: runOf(work),
      reason: 'no',
      stuck: true,
      receipt: null,
    })

    expect(actionOf(stuck)).toBeNull()
    expect(actionOf(playWork(work, context, comment([{ kind: 'stop', why: '' }])))).toBeNull()
    expect(actionOf(playWork(work, context, comment([{ kind: 'pause' }])))).toBe('develop')
  })

  test('is complete at the end', () => {
    expect(actionOf(settleWorkByWorld(working(context, { tasks }), context, tasks).work)).toBe('complete')
  })
})

test('the current task is the one at work, not one before it that waits', () => {
  const work = begun(tasks)
  const handed = { kind: 'run_handed_over' as const, task: 'T1', run_id: runOf(work), who: ['bo'] }

  const waiting = play(work, { ...handed, receipt: buildReceipt(tasks[0], { run_id: runOf(work) }) })

  expect(waiting.execution?.nodes['T1']?.state).toBe('WAITING_EXTERNAL')
  expect(skillOf(waiting)?.develop.current_task).toBe('T2')
})

test('errors are kept with the action that met them, in one line each', () => {
  const work = begun()

  const failed = play(work, {
    kind: 'run_failed',
    task: 'T1',
    run_id: runOf(work),
    reason: 'exit\ncode 3',
    stuck: false,
    receipt: null,
  })
  const untested = play(failed, yielded(failed, 1, false))

  expect(skillOf(untested)?.errors).toMatchObject([
    { action: 'action-develop-with-file', message: 'T1: exit code 3' },
    { action: 'action-validate-with-file', message: expect.stringMatching(/^T1: /) },
  ])
})

test('a task that comes to its limit is an error of its session', () => {
  const work = begun()
  const failure = {
    kind: 'run_failed' as const,
    task: 'T1',
    run_id: runOf(work),
    reason: 'no',
    stuck: true,
    receipt: null,
  }

  const { work: stuck } = acceptWork(work, at({ kind: 'gate', op: null, by: null, on: null, gate: failure }), context)

  expect(stuck.acts).toMatchObject([{ kind: 'failed', action: 'action-execute', message: 'T1: no' }])
})

test('a run that stands still leaves its tests, and the cause that was found before', () => {
  const first = begun()
  const failed = play(first, yielded(first, 1, false))
  const artifact_id = failed.execution?.artifacts[0]?.artifact_id ?? ''
  const validation = buildValidation({ passed: false, validation_id: testUuid('again'), analysis_id: testUuid('new') })

  const still = play(failed, {
    kind: 'run_failed',
    task: 'T1',
    run_id: runOf(failed),
    reason: 'no progress',
    stuck: true,
    receipt: null,
    again: { artifact_id, validation },
  })

  const [before, again] = still.execution?.validations ?? []
  expect(again).toMatchObject({ artifact_id, passed: false, analysis_id: before?.analysis_id })
  expect(skillOf(still)?.completed_actions.toSorted()).toEqual([
    'action-debug-with-file',
    'action-develop-with-file',
    'action-develop-with-file',
    'action-init',
    'action-validate-with-file',
    'action-validate-with-file',
  ])
  expect(skillOf(still)?.debug).toMatchObject({ confirmed_hypothesis: 'H1', active_bug: expect.any(String) })
})

test('stopped work says which files came into the integration branch before', () => {
  const order = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const done = settleWorkByWorld(working(context, { tasks: order }), context, order).work
  const back = playWork(done, context, comment([{ kind: 'retry', task: 'T2' }]))

  const stopped = playWork(back, context, comment([{ kind: 'stop', why: '' }]))

  const files = done.execution?.artifacts.find(({ task }) => task === 'T1')?.files.map(({ path }) => path)
  expect(stopped.execution).toMatchObject({ status: 'failed', execution_result: { files_modified: files } })
})
