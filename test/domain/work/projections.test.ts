import { describe, expect, test } from 'vitest'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { WaitingFor } from '../../../src/domain/records/node-state.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import { findAttention, type StateLabel, stateLabel, stateLabels } from '../../../src/domain/work/show/state-label.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildCriterion, buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { linearGrowth, measureGrowth } from '../../support/measure/measure-growth.ts'
import {
  actor,
  at,
  buildContext,
  comment,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../support/work/play-work.ts'
import { answerEffect, settleOwed, settleWorkByWorld } from '../../support/work/settle-work.ts'

const minor = buildCriterion({ id: 'AC-2', severity: 'minor', statement: 'it is short' })
const tasks = [
  buildTask({ id: 'T1', acceptance_criteria: [buildCriterion(), minor] }),
  buildTask({ id: 'T2', depends_on: ['T1'] }),
]
const complete = () => settleWorkByWorld(working(buildContext(), { tasks }), buildContext(), tasks).work

describe('loop (spec 002)', () => {
  test("develop mirrors the plan's tasks", () => {
    const { loop } = working(buildContext(), { tasks })

    expect(loop?.skill_state?.develop).toMatchObject({
      total: 2,
      completed: 0,
      current_task: 'T1',
      tasks: [
        { id: 'T1', tool: 'codex', mode: 'write', status: 'in_progress', completed_at: null },
        { id: 'T2', status: 'pending' },
      ],
    })
  })

  test('an executor that spec 002 does not know is `bash`', () => {
    const { loop } = working(buildContext(), { tasks: [buildTask({ executor: 'human' })] })

    expect(loop?.skill_state?.develop.tasks[0]?.tool).toBe('bash')
  })

  test('completed ⇒ validated', () => {
    const { loop } = complete()

    expect(loop).toMatchObject({
      status: 'completed',
      completed_at: expect.any(String),
      skill_state: { develop: { completed: 2 }, validate: { passed: true, pass_rate: 100, failed_tests: [] } },
    })
  })

  test('a minor criterion that failed under an approval is listed and does not undo it', () => {
    const context = buildContext()
    let work = working(context, { tasks: tasks.slice(0, 1) })
    for (const kind of ['run_task', 'review_version']) {
      const owed = recordOf(work).outbox.find((one) => one.action.kind === kind)
      let event = owed && answerEffect(work, owed, 'v1', tasks)
      if (event?.kind === 'gate' && event.gate.kind === 'review_reported') {
        const results = event.gate.results.map((one) => (one.id === 'AC-2' ? { ...one, result: 'fail' as const } : one))
        event = { ...event, gate: { ...event.gate, results } }
      }
      if (event)
        work = playWork(
          work,
          buildContext({
            configuration: { ...context.configuration, review: { ...context.configuration.review, min_score: 0.7 } },
          }),
          event,
        )
    }
    const { loop } = settleWorkByWorld(work, context, tasks).work

    expect(loop).toMatchObject({
      status: 'completed',
      skill_state: { validate: { passed: true, pass_rate: 50, failed_tests: ['T1 › AC-2'] } },
    })
  })

  test('an event that changes nothing of the loop leaves it as it was', () => {
    const before = working()

    expect(playWork(before, buildContext(), comment([{ kind: 'status' }])).loop).toBe(before.loop)
  })
})

describe('labels (spec 001 §3)', () => {
  const task = buildTask({ id: 'T1' })
  const waiting = { kind: 'decision' as const, who: [], what: 'decide' }
  const label = (
    record: Partial<IssRecord>,
    state?: 'WAITING_EXTERNAL' | 'RUNNING',
    kind: WaitingFor['kind'] = 'decision',
  ) =>
    stateLabel({
      record: buildRecord(record),
      plan: buildPlan({ tasks: [task] }),
      execution: buildExecution(
        buildPlan({ tasks: [task] }),
        state ? { T1: { state, waiting_for: { ...waiting, kind } } } : {},
      ),
    })
  const now = { by: 'ada', at: 'now', why: '' }
  const rows: [string, StateLabel | null, StateLabel | null][] = [
    ['nothing registered', stateLabel({ record: null, plan: null, execution: null }), null],
    ['registered', label({ phase: 'registered' }), null],
    ['drafting for the first time', label({ phase: 'drafting', label: null }), null],
    [
      'drafting after an answer',
      label({ phase: 'drafting', label: 'countersign: needs input' }),
      'countersign: needs input',
    ],
    ['drafting, labelled by an earlier version', label({ phase: 'drafting', label: 'countersign: planning' }), null],
    ['awaiting input', label({ phase: 'awaiting_input' }), 'countersign: needs input'],
    ['proposed', label({ phase: 'proposed' }), 'countersign: planned'],
    ['working', label({}, 'RUNNING'), 'countersign: working'],
    ['paused', label({ paused: now }, 'WAITING_EXTERNAL'), 'countersign: paused'],
    ['a decision is waited for', label({}, 'WAITING_EXTERNAL'), 'countersign: needs you'],
    ['somebody to do it is waited for', label({}, 'WAITING_EXTERNAL', 'assignment'), 'countersign: needs you'],
    ['CI that does not report is waited for', label({}, 'WAITING_EXTERNAL', 'ci'), 'countersign: needs you'],
    ['a conflict is waited for', label({}, 'WAITING_EXTERNAL', 'conflict'), 'countersign: needs you'],
    ['a push is waited for', label({}, 'WAITING_EXTERNAL', 'push'), 'countersign: working'],
    ['a judgement is waited for', label({}, 'WAITING_EXTERNAL', 'judgement'), 'countersign: working'],
    ['completed', label({ phase: 'completed' }), 'countersign: ready'],
    ['merged', label({ phase: 'completed', final_pull_request: { number: 40, state: 'merged' } }), null],
    ['stopped', label({ phase: 'stopped', stopped: now }), 'countersign: stopped'],
  ]
  for (const [state, found, wanted] of rows) test(`${state}: ${wanted ?? 'no label'}`, () => expect(found).toBe(wanted))

  test("something waits, but something else can still move: not yet a person's turn", () => {
    const plan = buildPlan({ tasks: [task, buildTask({ id: 'T2' })] })

    for (const T2 of [
      { state: 'READY' as const },
      { state: 'RUNNING' as const },
      { state: 'READY_TO_CHECK' as const, merge: 'pending' as const },
    ]) {
      const execution = buildExecution(plan, { T1: { state: 'WAITING_EXTERNAL', waiting_for: waiting }, T2 })
      expect(findAttention({ execution })).toBe('moves')
    }
  })

  test('a review that runs or is due moves too; one that waits does not', () => {
    const plan = buildPlan({ tasks: [task, buildTask({ id: 'T2' })] })
    const T2 = { state: 'WAITING_EXTERNAL' as const, waiting_for: waiting }
    const standing = (state: 'READY' | 'RUNNING' | 'WAITING_EXTERNAL') =>
      findAttention({ execution: buildExecution(plan, { T1: { state: 'READY_TO_CHECK' }, C1: { state }, T2 }) })

    expect([standing('READY'), standing('RUNNING')]).toEqual(['moves', 'moves'])
    expect(standing('WAITING_EXTERNAL')).toBe('needs_person')
  })

  test('four tasks that people judge one after the other change labels six times, from the plan to its merge', () => {
    const manual = buildCriterion({ id: 'AC-2', check_method: 'manual_review', severity: 'major' })
    const four = ['T1', 'T2', 'T3', 'T4'].map((id, index) =>
      buildTask({ id, acceptance_criteria: [buildCriterion(), manual], depends_on: index === 0 ? [] : [`T${index}`] }),
    )
    const context = buildContext()
    const labels: (string | null)[] = []
    const see = ({ record }: Work) => {
      if (record !== null && record.label !== labels.at(-1)) labels.push(record.label)
    }
    const planned = proposed(context, { tasks: four })
    see(planned)

    const done = settleWorkByWorld(
      playWork(planned, context, comment([{ kind: 'approve_plan', hash: null }])),
      context,
      four,
      500,
      see,
    ).work
    see(playWork(done, context, at({ kind: 'final_closed', number: 40, merged: true, by: actor() })))

    // Put on, exchanged, exchanged, taken off.
    expect(labels).toEqual(['countersign: planned', 'countersign: working', 'countersign: ready', null])
  })

  test("names fit into GitHub's fifty characters", () => {
    for (const name of Object.keys(stateLabels)) expect(name.length).toBeLessThanOrEqual(50)
  })
})

describe('schedule', () => {
  test("no more runs at once than configured, in the plan's order", () => {
    const many = Array.from({ length: 7 }, (_, index) => buildTask({ id: `T${index + 1}` }))

    const { execution } = working(buildContext(), { tasks: many })

    const running = Object.values(execution?.nodes ?? {}).filter(
      (node) => node.kind === 'ACTION' && node.state === 'RUNNING',
    )
    expect(running.map((node) => node.id)).toEqual(['T1', 'T2', 'T3', 'T4'])
  })

  test('deciding is linear, also in a chain of 5,000 tasks', () => {
    const context = buildContext()
    const startChain = (length: number) => {
      const chain = Array.from({ length }, (_, index) =>
        buildTask({ id: `T${index + 1}`, depends_on: index === 0 ? [] : [`T${index}`] }),
      )
      const work = working(context, { tasks: chain })
      const run = recordOf(work).outbox.find((one) => one.action.kind === 'run_task')
      const event = run && answerEffect(work, run, 'v1', chain)
      if (event === undefined) throw new Error('a run is owed')
      return { work, event }
    }
    const decide = ({ work, event }: ReturnType<typeof startChain>) =>
      expect(decideWork(work, event, context).kind).toBe('accepted')

    expect(measureGrowth(1_250, startChain, decide)).toBeLessThan(linearGrowth)
  })
})

test('an event says what it was in the trail, newest last, at most a hundred', () => {
  const context = buildContext()
  let work = working(context)
  for (let index = 0; index < 60; index += 1) {
    work = playWork(work, context, comment([{ kind: 'pause' }]), comment([{ kind: 'resume' }]))
  }

  expect(recordOf(work).trail).toHaveLength(100)
  expect(recordOf(work).trail.at(-1)).toMatchObject({ text: 'resumed', by: 'ada' })
})

test('a branch that was lost pauses the work and says so', () => {
  const event = at({ kind: 'branch_lost', branch: 'countersign/ISS-007/1/base', how: 'deleted', by: 'eve' })

  const work = playWork(working(), buildContext(), event)

  expect(recordOf(work)).toMatchObject({ label: 'countersign: paused', paused: { by: 'eve' } })
})

test('one that is lost while the work is paused is said too, and who paused it stays', () => {
  const context = buildContext()
  const paused = playWork(working(context), context, comment([{ kind: 'pause' }]))
  const event = at({ kind: 'branch_lost', branch: 'countersign/ISS-007/1/base', how: 'force-pushed', by: 'eve' })

  const work = playWork(paused, context, event)

  expect(recordOf(work)).toMatchObject({ paused: { by: 'ada' } })
  expect(repliesOf(work)).toContainEqual(expect.objectContaining({ kind: 'branch_lost', by: 'eve' }))
})

test('a merge that left a head to the push that made it is tried again once no version comes of that', () => {
  const context = buildContext()
  const one = [buildTask()]
  const merging = settleOwed(working(context, { tasks: one }), context, one, [
    'open_base',
    'run_task',
    'review_version',
  ])
  const owed = recordOf(merging).outbox.find((one) => one.action.kind === 'merge_task')
  const left = playWork(merging, context, at({ kind: 'effect_done', op: owed?.op ?? '' }))

  const thrown = { task: 'T1', by: 'eve', commit: 'a'.repeat(40), version: 1, pull_request: null }
  const lost = playWork(left, context, at({ kind: 'branch_thrown_back', ...thrown }))

  expect(recordOf(left).outbox.map((one) => one.action.kind)).not.toContain('merge_task')
  expect(recordOf(lost).outbox.map((one) => one.action.kind)).toContain('merge_task')
})

test('with a branch that is deleted its pull request goes, so that another one follows the next push', () => {
  const context = buildContext()
  const work = settleOwed(working(context, { tasks }), context, tasks, ['open_base', 'run_task'])
  expect(work.execution?.nodes['T1']).toMatchObject({ pull_request: { open: true } })
  const branch = 'countersign/ISS-007/1/T1'

  const lost = playWork(work, context, at({ kind: 'branch_lost', branch, how: 'deleted', by: 'eve' }))

  expect(lost.execution?.nodes['T1']).toMatchObject({ state: 'READY_TO_CHECK', pull_request: { open: false } })
})
